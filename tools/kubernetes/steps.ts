import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Steps whose results are kept: a step that was finished with the same inputs is read back and not done again, so that an
 * interrupted run goes on where it was. A result is written whole and then renamed; half of one is never there.
 */
export class Steps {
  readonly #folder: string;
  readonly #say: (line: string) => void;

  constructor(folder: string, say: (line: string) => void) {
    this.#folder = folder;
    this.#say = say;
    mkdirSync(folder, { recursive: true });
  }

  /** What the step made of these inputs, now or before. */
  run(name: string, inputs: readonly string[], make: () => string): string {
    const path = join(this.#folder, `${name}-${digest([name, ...inputs]).slice(0, 16)}`);
    if (existsSync(path)) {
      this.#say(`${name}: kept`);
      return readFileSync(path, 'utf8');
    }
    const from = Date.now();
    const made = make();
    writeFileSync(`${path}.part`, made);
    renameSync(`${path}.part`, path);
    this.#say(`${name}: ${Math.round((Date.now() - from) / 1000)} s`);
    return made;
  }
}

/** A digest of texts that tells any two lists of them apart. */
export function digest(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:`).update(text);
  return hash.digest('hex');
}
