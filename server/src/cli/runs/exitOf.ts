import type { Severity } from '../../finding.ts';
import { mayHideManifest } from '../../report/mayHideManifest.ts';
import { isAtLeast, mostSevere } from '../../report/summarize.ts';
import type { WorkspaceReport } from '../../report/workspaceReport.ts';
import { exitCode } from '../command.ts';
import { type FlagSpec, isOn, type ParsedArguments, valuesOf } from '../flags/arguments.ts';

/** The flags that decide when a report is a failure. */
export const exitFlags: readonly FlagSpec[] = [
  {
    name: 'fail-on',
    value: 'SEVERITY',
    choices: ['error', 'warning', 'information', 'hint', 'never', 'unjudged'],
    help: 'exit 1 from this severity on: error (default), warning, information, hint, never; unjudged: exit 3 if a resource is not checked, or if there is none; may be repeated',
  },
  {
    name: 'strict',
    help: 'exit 3 if anything was not checked, files of other tools included, or if there is nothing to check',
  },
];

/** The exit code of a report by the flags of a command line; 2 where the usage was wrong. */
export function exitOf({ summary, notJudged }: WorkspaceReport, parsed: ParsedArguments, wrongUsage: boolean): number {
  if (wrongUsage) return exitCode.usage;
  const written = valuesOf(parsed, 'fail-on');
  const failOn = written.findLast((value) => value !== unjudged) ?? 'error';
  const strict = isOn(parsed, 'strict');
  const worst = mostSevere(summary.bySeverity);
  if (isSeverity(failOn) && worst !== undefined && isAtLeast(worst, failOn)) return exitCode.findings;
  const shouldBeManifest = notJudged.some(({ reason }) => mayHideManifest(reason));
  const isOpen = written.includes(unjudged) && summary.coverage.judged < summary.coverage.resources;
  // A part of the files may be empty, a whole input is a mistake: an empty pipe, a wrong folder.
  const isPart = valuesOf(parsed, 'shard').length + valuesOf(parsed, 'changed-since').length > 0;
  const isEmpty = summary.coverage.resources === 0 && notJudged.length === 0 && !isPart;
  if (isEmpty && (strict || written.includes(unjudged))) return exitCode.notJudged;
  return shouldBeManifest || isOpen || (strict && notJudged.length > 0) ? exitCode.notJudged : exitCode.fine;
}

/** A value of `--fail-on` besides severities: an unjudged resource is a failure as well. */
const unjudged = 'unjudged';

function isSeverity(text: string): text is Severity {
  return text === 'error' || text === 'warning' || text === 'information' || text === 'hint';
}
