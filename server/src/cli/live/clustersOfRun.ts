import { markUncacheable } from '../../workspace/disk/trackedFs.ts';
import { exitCode } from '../command.ts';
import type { ParsedArguments } from '../flags/arguments.ts';
import type { Terminal } from '../output/terminal.ts';
import { accessOf } from './access.ts';

/**
 * Reads the clusters of some contexts and runs a command with them. The copies are outside of the workspace and are
 * deleted after the command. A cluster that cannot be read is reported and ends the run.
 */
export async function withClusters(
  contexts: readonly string[],
  parsed: ParsedArguments,
  terminal: Terminal,
  run: (parsed: ParsedArguments) => Promise<number> | number,
): Promise<number> {
  const { readClustersForRun } = await import('../../cluster/cluster.ts');
  // A cluster may be another one the next time.
  markUncacheable();
  terminal.status?.(`reading ${contexts.join(', ')} ...`);
  const read = await readClustersForRun(contexts, accessOf(parsed, terminal, terminal.cwd));
  terminal.status?.('');
  if (!read.ok) {
    terminal.problem(`${read.context}: ${read.message}`, read.remedy);
    return exitCode.usage;
  }
  try {
    return await run({ ...parsed, clusters: read.clusters });
  } finally {
    read.end();
  }
}
