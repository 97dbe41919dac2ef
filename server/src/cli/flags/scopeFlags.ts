import { digest } from '../../report/fingerprint.ts';
import { withShard } from '../../report/reportEntries.ts';
import type { WorkspaceReport } from '../../report/workspaceReport.ts';
import { changedSince } from '../../workspace/programs/changedFiles.ts';
import type { ScopeRequest } from '../../workspace/scope/scope.ts';
import { type FlagSpec, lastValue, type ParsedArguments, UsageError } from './arguments.ts';

/** The flags that limit a run to some of the files. */
export const scopeFlags: readonly FlagSpec[] = [
  {
    name: 'changed-since',
    value: 'REF',
    help: 'check only files changed since the branch diverged from a git revision, and their dependents',
  },
  {
    name: 'shard',
    value: 'INDEX/COUNT',
    form: {
      title: 'a shard',
      remedy: 'write --shard=1/4 for the first of four parts, up to 4/4',
      matches: (value) => shardOf(value) !== undefined,
    },
    help: 'check only this part of the files, 1/4 to 4/4; merge combines the JSON reports',
  },
];

/** The part of the files that a command line selects. Throws a {@link UsageError}. */
export function scopeOf(parsed: ParsedArguments, cwd: string): Pick<ScopeRequest, 'shard' | 'changed'> {
  const shard = shardOf(lastValue(parsed, 'shard'));
  const revision = lastValue(parsed, 'changed-since');
  if (parsed.positionals.includes('-') && (shard !== undefined || revision !== undefined)) {
    throw new UsageError('standard input cannot be split', 'name files or folders with --shard and --changed-since');
  }
  const changed = revision === undefined ? undefined : changedSince(revision, cwd);
  if (changed?.ok === false) throw new UsageError(`--changed-since=${revision}: ${changed.message}`, changed.remedy);
  return { ...(shard === undefined ? {} : { shard }), ...(changed === undefined ? {} : { changed }) };
}

function shardOf(value: string | undefined): ScopeRequest['shard'] {
  if (value === undefined) return undefined;
  const [, first = '', second = ''] = /^(\d{1,6})\/(\d{1,6})$/.exec(value) ?? [];
  const [index, count] = [Number(first), Number(second)];
  return index >= 1 && index <= count ? { index, count } : undefined;
}

/** Marks a report as a part of its run; unchanged if it is whole. */
export function parseShard(
  report: WorkspaceReport,
  { shard, changed }: Pick<ScopeRequest, 'shard' | 'changed'>,
  found: readonly string[],
): WorkspaceReport {
  if (shard === undefined) return report;
  const run = digest(JSON.stringify([found, report.tool, report.targets, changed?.base]));
  return withShard(report, { ...shard, run });
}
