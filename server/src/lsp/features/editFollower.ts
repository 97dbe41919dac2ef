import type { TextDocuments } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { readText } from '../../workspace/disk/readFile.ts';
import type { Session } from '../session.ts';
import { filePathOf } from '../uris.ts';

/** How long typing must pause before other documents follow. */
const pauseMs = 300;

/** They follow after a pause this many times as long as that took last. */
const restPerWork = 10;

/** The longest such pause. */
const longestPauseMs = 5000;

/**
 * Updates open documents after unsaved changes of others when typing pauses: patches and kustomizations, and what
 * admission plugins read, such as policies and Namespaces.
 */
export class EditFollower {
  readonly #documents: TextDocuments<TextDocument>;
  readonly #session: Session;
  readonly #refresh: () => void;
  readonly #logged: (action: () => void) => void;
  /** The open documents. */
  readonly #open = new Set<string>();
  #pause: NodeJS.Timeout | undefined;
  /** How long the documents took to follow the last edit. */
  #took = 0;

  /**
   * @param refresh is called when open documents must be judged again.
   * @param logged runs an action, and logs if it fails.
   */
  constructor(
    documents: TextDocuments<TextDocument>,
    session: Session,
    refresh: () => void,
    logged: (action: () => void) => void,
  ) {
    this.#documents = documents;
    this.#session = session;
    this.#refresh = refresh;
    this.#logged = logged;
  }

  /** A document was opened or has a new version. */
  changed(document: TextDocument): void {
    const { uri } = document;
    const isEdit = this.#open.has(uri);
    this.#open.add(uri);
    if (isEdit || this.#isUnsaved(document)) this.#session.textChanged(uri);
    this.#followLater();
  }

  /** A document was closed: from now on its file counts. */
  closed(document: TextDocument): void {
    this.#open.delete(document.uri);
    if (!this.#isUnsaved(document)) {
      this.#followLater();
      return;
    }
    this.#session.textChanged(document.uri);
    this.follow();
  }

  /** Updates open documents now. */
  follow(): void {
    clearTimeout(this.#pause);
    const before = performance.now();
    const isEdited = this.#session.useEdited();
    const decides = this.#session.definitions.show(this.#shown(), this.#session.targets.folder);
    if (isEdited && this.#session.isStarted)
      for (const document of this.#documents.all()) this.#session.diagnostics(document);
    this.#took = performance.now() - before;
    if (isEdited || decides) this.#refresh();
  }

  #followLater(): void {
    clearTimeout(this.#pause);
    const wait = Math.min(Math.max(pauseMs, restPerWork * this.#took), longestPauseMs);
    this.#pause = setTimeout(() => this.#logged(() => this.follow()), wait);
  }

  /** The judged documents, by absolute path. */
  #shown(): readonly (readonly [path: string, text: string])[] {
    return this.#documents.all().flatMap((document) => {
      const path = filePathOf(document.uri);
      return path === undefined || !this.#session.isJudged(document) ? [] : [[path, document.getText()] as const];
    });
  }

  /** Whether the text differs from the saved one, for a document that others may depend on: only those are read again. */
  #isUnsaved(document: TextDocument): boolean {
    const path = filePathOf(document.uri);
    if (path === undefined || !this.#session.contextsDependOn(document.uri)) return false;
    const saved = readText(path);
    return saved.ok && saved.text !== document.getText();
  }
}
