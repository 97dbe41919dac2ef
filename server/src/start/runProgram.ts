import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import type { ThreadRole } from './role.ts';

/** V8's code cache from the build, beside the program. */
export const compiledFile = fileURLToPath(new URL('./program.compiled', import.meta.url));

/**
 * Runs the program beside this file in a role, and returns its V8 script. With a valid code cache, half of the startup
 * time is saved; another V8, or other flags, compile again.
 */
export function runProgram(role: ThreadRole): Script {
  const filename = fileURLToPath(new URL('./program.cjs', import.meta.url));
  const text = readFileSync(filename, 'latin1');
  const cachedData = compiledBefore();
  const script = new Script(text, { filename, ...(cachedData === undefined ? {} : { cachedData }) });
  const program: unknown = script.runInThisContext();
  if (typeof program === 'function') program(createRequire(filename), filename, role);
  return script;
}

/** It is not shipped, because it depends on each machine's V8. */
function compiledBefore(): Buffer | undefined {
  try {
    return readFileSync(compiledFile);
  } catch {
    return undefined;
  }
}
