import { tmpdir } from 'node:os';
import { programOnPath, runTool } from '../workspace/programs/externalTool.ts';

/**
 * The line that a program prints, such as a default setting; undefined if the program is missing or does not print one
 * line. It runs outside of the workspace with an empty home, so that no settings of the workspace apply.
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
