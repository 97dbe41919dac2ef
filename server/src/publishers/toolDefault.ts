import { tmpdir } from 'node:os';
import { programOnPath, runTool } from '../workspace/programs/externalTool.ts';

/**
 * The default of a user's program, on one line; undefined if the program is missing or does not print it. It runs in an
 * empty home, so that the workspace has no influence.
 */
export async function toolDefault(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const program = programOnPath(name, env['PATH']);
  if (program === undefined) return undefined;
  const run = await runTool({ program, args, cwd: tmpdir(), max: { ms: 20_000, bytes: 65_536 } });
  const line = run.ok ? run.output.trim() : '';
  return line === '' || line.includes('\n') ? undefined : line;
}
