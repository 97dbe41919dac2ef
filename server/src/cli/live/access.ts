import { readCatalog } from '../../workspace/shipped/catalogFile.ts';
import { type FlagSpec, lastValue, type ParsedArguments, UsageError } from '../flags/arguments.ts';
import type { Terminal } from '../output/terminal.ts';

/** The flags of what talks to clusters. */
export const liveFlags: readonly FlagSpec[] = [
  {
    name: 'context',
    value: 'NAME',
    help: 'add live, releases: a context of your kubeconfig; without it the current one',
  },
  {
    name: 'name',
    value: 'NAME',
    help: 'add live: what the target is called; without it, made of the context; releases: this one alone',
  },
  { name: 'namespace', value: 'NAME', help: 'releases: those of this namespace; without it, of all of them' },
  { name: 'write', help: 'releases: write a new revision of each that can be rewritten; the one before is kept' },
  { name: 'backup', value: 'FOLDER', help: 'releases --write: also keep what is superseded there, secrets included' },
  { name: 'kubeconfig', value: 'FILE', help: 'all that ask a cluster: instead of $KUBECONFIG or ~/.kube/config' },
  {
    name: 'timeout',
    value: 'SECONDS',
    help: 'all that ask a cluster: how long each request may take (15); all together, eight times as long',
  },
];

/** What every request to a cluster goes by. Throws a UsageError for a time limit that is none. */
export function accessOf(parsed: ParsedArguments, terminal: Terminal, folder: string) {
  const written = lastValue(parsed, 'timeout') ?? '15';
  const seconds = /^\d{1,4}(?:\.\d+)?$/.test(written) ? Number(written) : 0;
  if (seconds <= 0) throw new UsageError(`--timeout=${written} is not possible`, 'write a number of seconds');
  return {
    folder,
    cwd: terminal.cwd,
    kubeconfig: lastValue(parsed, 'kubeconfig'),
    milliseconds: seconds * 1000,
    now: () => new Date(),
    catalog: readCatalog(),
  };
}
