import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What the extension has and the command line does not use, and what V8 compiled: it is good for one Node.js alone. */
const others = new Set(['extension.cjs', 'web', 'krew', 'program.compiled']);

/** Copies what the built command line consists of, from the folder that `scripts/build.mjs` has made. */
export function copyCommandLine(built, folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(built).filter((one) => !others.has(one) && !one.endsWith('.vsix'))) {
    cpSync(join(built, name), join(folder, name), { recursive: true });
  }
}
