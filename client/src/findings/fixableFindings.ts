import type { FolderFix } from '../../../server/src/lsp/protocol.ts';
import type { Finding } from './finding.ts';

/** Requests the safe fixes of some files, by URI. */
type AskForFixes = (uris: readonly string[]) => Promise<readonly FolderFix[]>;

/**
 * Which findings have a safe fix. Computing fixes costs more than judging, so they are requested only for visible
 * files, and again only if the findings have changed.
 */
export class FixableFindings {
  readonly #ask: AskForFixes;
  readonly #changed: () => void;
  /** The findings of a file at the request. */
  readonly #asked = new Map<string, string>();
  readonly #fixes = new Map<string, readonly FolderFix[]>();

  /** @param changed is called when more is known. */
  constructor(ask: AskForFixes, changed: () => void) {
    this.#ask = ask;
    this.#changed = changed;
  }

  /** The ids of the safe fixes of a finding, as far as known. */
  of({ uri, path, start }: Finding): readonly string[] {
    const known = this.#fixes.get(uri) ?? [];
    return known.flatMap((fix) => (fix.path === path && fix.line === start.line ? [fix.id] : []));
  }

  /** Requests the files whose findings have changed. */
  async request(findings: readonly Finding[]): Promise<void> {
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
    // Files that changed meanwhile were requested again.
    const isCurrent = (uri: string) => this.#asked.get(uri) === found.get(uri);
    try {
      const fixes = await this.#ask(uris);
      for (const uri of uris.filter(isCurrent)) {
        const fixesOfFile = fixes.filter((fix) => fix.uri === uri);
        if (fixesOfFile.length > 0) this.#fixes.set(uri, fixesOfFile);
      }
      this.#changed();
    } catch {
      // They are requested again after changes.
      for (const uri of uris.filter(isCurrent)) this.#asked.delete(uri);
    }
  }
}
