import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readBytes } from '../disk/readFile.ts';
import { markUncacheable, readFolder, statOf } from '../disk/trackedFs.ts';
import type { ToolResult } from '../programs/externalTool.ts';

/** How much text is kept, in UTF-16 units; beyond it, what is oldest is forgotten. */
const mostText = 64_000_000;

/** Far above any chart: what is rendered from more is not kept. */
const mostFiles = 3_000;
const mostBytes = 32 * 1024 * 1024;
const deepest = 20;

/**
 * What charts were rendered to in this process, by all that this depends on: the bytes of the chart's files and of its
 * values, the program and what it is asked for. Where nothing of that has changed, nothing is run.
 */
export class RenderCache {
  readonly #known = new Map<string, { readonly result: Promise<ToolResult>; text: number }>();
  #text = 0;

  /**
   * A rendering that is known or under way, or else what `run` gives.
   *
   * @param folder the chart's, absolute.
   * @param values files of values, absolute.
   * @param flags the program and what it is asked for.
   */
  async result(
    folder: string,
    values: readonly string[],
    flags: readonly string[],
    run: () => Promise<ToolResult>,
  ): Promise<ToolResult> {
    const key = new ContentKey().of(folder, values, flags);
    if (key === undefined) return run();
    // Whether it is run or not, an outcome of it depends on a program.
    markUncacheable();
    const known = this.#known.get(key);
    if (known !== undefined) return known.result;
    const entry = { result: run(), text: 0 };
    this.#known.set(key, entry);
    const result = await entry.result;
    // What kept the program from ending may be over the next time.
    if (!result.ok && result.reason === 'stopped') this.#known.delete(key);
    else this.#keep(entry, result.ok ? result.output.length : result.message.length);
    return result;
  }

  #keep(entry: { text: number }, length: number): void {
    entry.text = length;
    this.#text += length;
    for (const [key, { text }] of this.#known) {
      if (this.#text <= mostText) return;
      this.#known.delete(key);
      this.#text -= text;
    }
  }
}

class ContentKey {
  readonly #hash = createHash('sha256');
  #files = 0;
  #bytes = 0;

  /** Undefined where there is more than is compared, or something that is no plain file. */
  of(folder: string, values: readonly string[], invocation: readonly string[]): string | undefined {
    this.#add(JSON.stringify([folder, values, invocation]));
    try {
      const isKnown = this.#folder(folder, 0) && values.every((file) => this.#file(file));
      return isKnown ? this.#hash.digest('base64') : undefined;
    } catch {
      return undefined;
    }
  }

  #folder(folder: string, depth: number): boolean {
    if (depth > deepest) return false;
    const entries = readFolder(folder).sort((a, b) => (a.name < b.name ? -1 : 1));
    return entries.every((entry) => {
      const path = join(folder, entry.name);
      this.#add(JSON.stringify([path, entry.isDirectory()]));
      // A link may lead to a folder, whose files would count as well.
      return entry.isDirectory() ? this.#folder(path, depth + 1) : entry.isFile() && this.#file(path);
    });
  }

  #file(path: string): boolean {
    const size = statOf(path)?.size ?? 0;
    this.#files++;
    this.#bytes += size;
    if (this.#files > mostFiles || this.#bytes > mostBytes) return false;
    const bytes = readBytes(path, mostBytes);
    if (bytes === undefined) return false;
    this.#add(`${bytes.length}\n`);
    this.#hash.update(bytes);
    return true;
  }

  #add(text: string): void {
    this.#hash.update(text);
  }
}
