import type { FolderFix } from '../../../server/src/lsp/protocol.ts';
import type { Finding } from './finding.ts';

/** Asks for the safe fixes of some files, by their URIs. */
type AskForFixes = (uris: readonly string[]) => Promise<readonly FolderFix[]>;

/**
 * Which findings have a safe fix. Working fixes out costs more than judging, so files are asked for only when somebody
 * looks, and again only when what is found in them has changed.
 */
export class Fixable {
  readonly #ask: AskForFixes;
  readonly #changed: () => void;
  /** What was found in a file when it was asked for. */
  readonly #asked = new Map<string, string>();
  readonly #fixes = new Map<string, readonly FolderFix[]>();

  /** @param changed is called when more is known. */
  constructor(ask: AskForFixes, changed: () => void) {
    this.#ask = ask;
    this.#changed = changed;
  }

  /** The ids of the safe fixes of a finding, as far as they are known. */
  of({ uri, path, start }: Finding): readonly string[] {
    const known = this.#fixes.get(uri) ?? [];
    return known.flatMap((fix) => (fix.path === path && fix.line === start.line ? [fix.id] : []));
  }

  /** Asks for the files whose findings have changed. */
  async look(findings: readonly Finding[]): Promise<void> {
    const found = new Map<string, string>();
    for (const { uri, code, path, start } of findings) {
      found.set(uri, `${found.get(uri) ?? ''}${code} ${path} ${start.line}:${start.character}\n`);
    }
    for (const uri of this.#asked.keys()) {
      if (found.has(uri)) continue;
      this.#asked.delete(uri);
      this.#fixes.delete(uri);
    }
    const uris = [...found].flatMap(([uri, content]) => (this.#asked.get(uri) === content ? [] : [uri]));
    if (uris.length === 0) return;
    for (const uri of uris) {
      this.#asked.set(uri, found.get(uri) ?? '');
      this.#fixes.delete(uri);
    }
    // What has changed in the meantime was asked for again.
    const isCurrent = (uri: string) => this.#asked.get(uri) === found.get(uri);
    try {
      const fixes = await this.#ask(uris);
      for (const uri of uris.filter(isCurrent)) {
        const own = fixes.filter((fix) => fix.uri === uri);
        if (own.length > 0) this.#fixes.set(uri, own);
      }
      this.#changed();
    } catch {
      // They are asked for again when something changes.
      for (const uri of uris.filter(isCurrent)) this.#asked.delete(uri);
    }
  }
}
