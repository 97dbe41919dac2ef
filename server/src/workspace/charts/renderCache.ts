import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readBytes } from '../disk/readFile.ts';
import { markUncacheable, readFolder, statOf } from '../disk/trackedFs.ts';
import type { ToolResult } from '../programs/externalTool.ts';

/** The limit of cached text, in UTF-16 units; above it, the oldest is dropped. */
const maxText = 64_000_000;

/** More than any chart has: larger renderings are not cached. */
const maxFiles = 3_000;
const maxBytes = 32 * 1024 * 1024;
const deepest = 20;

/**
 * The rendered charts of this process, by all their inputs: the bytes of chart and values files, the program and its
 * arguments. With unchanged inputs no program is run.
 */
export class RenderCache {
  readonly #known = new Map<string, { readonly result: Promise<ToolResult>; text: number }>();
  #text = 0;

  /**
   * A cached or running rendering, or else the result of `run`.
   *
   * @param folder the absolute chart folder.
   * @param values absolute paths of values files.
   * @param flags the program and its arguments.
   */
  async result(
    folder: string,
    values: readonly string[],
    flags: readonly string[],
    run: () => Promise<ToolResult>,
  ): Promise<ToolResult> {
    const key = new ContentKey().of(folder, values, flags);
    if (key === undefined) return run();
    // Run or cached, the outcome depends on a program.
    markUncacheable();
    const known = this.#known.get(key);
    if (known !== undefined) return known.result;
    const entry = { result: run(), text: 0 };
    this.#known.set(key, entry);
    const result = await entry.result;
    // A timeout may not happen again.
    if (!result.ok && result.reason === 'stopped') this.#known.delete(key);
    else this.#keep(entry, result.ok ? result.output.length : result.message.length);
    return result;
  }

  #keep(entry: { text: number }, length: number): void {
    entry.text = length;
    this.#text += length;
    for (const [key, { text }] of this.#known) {
      if (this.#text <= maxText) return;
      this.#known.delete(key);
      this.#text -= text;
    }
  }
}

class ContentKey {
  readonly #hash = createHash('sha256');
  #files = 0;
  #bytes = 0;

  /** Undefined if there is too much to compare, or an irregular file. */
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
      // A link may lead to a folder, whose files would count too.
      return entry.isDirectory() ? this.#folder(path, depth + 1) : entry.isFile() && this.#file(path);
    });
  }

  #file(path: string): boolean {
    const size = statOf(path)?.size ?? 0;
    this.#files++;
    this.#bytes += size;
    if (this.#files > maxFiles || this.#bytes > maxBytes) return false;
    const bytes = readBytes(path, maxBytes);
    if (bytes === undefined) return false;
    this.#add(`${bytes.length}\n`);
    this.#hash.update(bytes);
    return true;
  }

  #add(text: string): void {
    this.#hash.update(text);
  }
}
