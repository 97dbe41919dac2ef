import type { TextDocuments } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { setOpenText } from '../../workspace/disk/trackedFs.ts';
import type { FileChanges } from '../closed/environment.ts';
import { filePathOf } from '../uris.ts';

/** How long typing must pause before everything else sees an edit. */
const pauseMs = 300;

/** It sees it after a pause this many times as long as that took last. */
const restPerWork = 10;

/** The longest such pause. */
const longestPauseMs = 5000;

/**
 * Makes the texts of open documents those of their files, for everything that reads these. Edits follow when typing
 * pauses: until then only the edited document itself is judged with them.
 */
export class EditFollower {
  readonly #documents: TextDocuments<TextDocument>;
  readonly #followed: (open: FileChanges['open']) => void;
  readonly #logged: (action: () => void) => void;
  /** The edited documents that are not followed yet. */
  #edited: ReadonlySet<string> = new Set();
  #open: ReadonlySet<string> = new Set();
  #pause: NodeJS.Timeout | undefined;
  /** How long it took to follow the last edit. */
  #took = 0;

  /**
   * @param followed is called with the documents that have other texts now.
   * @param logged runs an action, and logs if it fails.
   */
  constructor(
    documents: TextDocuments<TextDocument>,
    followed: (open: FileChanges['open']) => void,
    logged: (action: () => void) => void,
  ) {
    this.#documents = documents;
    this.#followed = followed;
    this.#logged = logged;
  }

  /** A document was opened or has a new version. */
  changed({ uri }: TextDocument): void {
    const isNew = !this.#open.has(uri);
    this.#edited = new Set([...this.#edited, uri]);
    clearTimeout(this.#pause);
    if (isNew) {
      this.#open = new Set([...this.#open, uri]);
      this.follow();
      return;
    }
    const wait = Math.min(Math.max(pauseMs, restPerWork * this.#took), longestPauseMs);
    this.#pause = setTimeout(() => this.#logged(() => this.follow()), wait);
  }

  /** A document was closed: from now on its file counts. */
  closed({ uri }: TextDocument): void {
    this.#open = new Set([...this.#open].filter((open) => open !== uri));
    this.#edited = new Set([...this.#edited, uri]);
    this.follow();
  }

  /** Follows all edits now. */
  follow(): void {
    clearTimeout(this.#pause);
    const before = performance.now();
    const changed = [...this.#edited].flatMap((uri) => {
      const path = filePathOf(uri);
      const text = this.#documents.get(uri)?.getText();
      return path !== undefined && setOpenText(path, text) ? [[path, text] as const] : [];
    });
    this.#edited = new Set();
    if (changed.length > 0) this.#followed(changed);
    this.#took = performance.now() - before;
  }
}
