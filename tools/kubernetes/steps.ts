import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Cached steps: a step that finished with the same inputs is read back, so that an interrupted run continues. Results
 * are written completely and then renamed, so partial ones never exist.
 */
export class Steps {
  readonly #folder: string;
  readonly #log: (line: string) => void;

  constructor(folder: string, log: (line: string) => void) {
    this.#folder = folder;
    this.#log = log;
    mkdirSync(folder, { recursive: true });
  }

  /** The result of the step for these inputs, new or cached. */
  run(name: string, inputs: readonly string[], make: () => string): string {
    const path = join(this.#folder, `${name}-${digest([name, ...inputs]).slice(0, 16)}`);
    if (existsSync(path)) {
      this.#log(`${name}: kept`);
      return readFileSync(path, 'utf8');
    }
    const from = Date.now();
    const content = make();
    writeFileSync(`${path}.part`, content);
    renameSync(`${path}.part`, path);
    this.#log(`${name}: ${Math.round((Date.now() - from) / 1000)} s`);
    return content;
  }
}

/** A digest that distinguishes any two lists of texts. */
export function digest(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:`).update(text);
  return hash.digest('hex');
}
