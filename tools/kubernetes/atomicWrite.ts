import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** New files that are not whole yet. */
const beginning = '.staging';
/** New files that are all there and take their places; the next run goes on with that. */
const decided = '.staged';

/**
 * Writes all files below a folder or none of them, even if the process is killed: they are first complete in a separate
 * folder; its new name is the decision, and then they take their places.
 */
export function writeAtomically(folder: string, files: ReadonlyMap<string, string | Buffer>): void {
  finishAtomicWrite(folder);
  if (files.size === 0) return;
  for (const [name, content] of files) {
    const path = join(folder, beginning, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  renameSync(join(folder, beginning), join(folder, decided));
  finishAtomicWrite(folder);
}

/** Goes on with what an ended run had decided to write, and removes what it had not. Returns the names of these files. */
export function finishAtomicWrite(folder: string): string[] {
  rmSync(join(folder, beginning), { recursive: true, force: true });
  const staged = join(folder, decided);
  if (!existsSync(staged)) return [];
  const names = readdirSync(staged, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(staged, name)).isFile())
    .sort();
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    renameSync(join(staged, name), join(folder, name));
  }
  rmSync(staged, { recursive: true, force: true });
  return names;
}
