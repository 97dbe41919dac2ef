import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Files that only the extension uses, and V8's code cache, which is valid for one Node.js only. */
const others = new Set(['extension.cjs', 'web', 'krew', 'program.compiled']);

/** Copies the files of the built command line from the folder of `scripts/build.mjs`. */
export function copyCommandLine(built, folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(built).filter((file) => !others.has(file) && !file.endsWith('.vsix'))) {
    cpSync(join(built, name), join(folder, name), { recursive: true });
  }
}
