import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import type { Role } from './role.ts';

/** What V8 made of the program when it was built, beside it. */
export const compiledFile = fileURLToPath(new URL('./program.compiled', import.meta.url));

/**
 * Runs the program beside this file in a role, and gives it as V8 has it. Where V8 takes what it compiled before, half
 * of the time until the program does something is spared; another V8, or one with other flags, compiles again.
 */
export function runProgram(role: Role): Script {
  const filename = fileURLToPath(new URL('./program.cjs', import.meta.url));
  const text = readFileSync(filename, 'latin1');
  const cachedData = compiledBefore();
  const script = new Script(text, { filename, ...(cachedData === undefined ? {} : { cachedData }) });
  const program: unknown = script.runInThisContext();
  if (typeof program === 'function') program(createRequire(filename), filename, role);
  return script;
}

/** It is not shipped: every machine has a V8 of its own. */
function compiledBefore(): Buffer | undefined {
  try {
    return readFileSync(compiledFile);
  } catch {
    return undefined;
  }
}
