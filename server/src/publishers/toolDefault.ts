import { tmpdir } from 'node:os';
import { programOnPath, runTool } from '../workspace/programs/externalTool.ts';

/**
 * What a program of the user takes where nobody has set anything, in one line; undefined where it is not there or does not
 * say. It is asked in an empty home, so that nothing of a workspace has a say.
 */
export async function toolDefault(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const program = programOnPath(name, env['PATH']);
  if (program === undefined) return undefined;
  const run = await runTool({ program, args, cwd: tmpdir(), most: { ms: 20_000, bytes: 65_536 } });
  const line = run.ok ? run.output.trim() : '';
  return line === '' || line.includes('\n') ? undefined : line;
}
