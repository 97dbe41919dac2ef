import type { TextDocuments } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Session } from '../session.ts';
import { filePathOf } from '../uris.ts';

/** How long typing must pause before other documents are judged with what a document declares. */
const pauseMs = 300;

/** Keeps what open documents declare for admission, such as policies and Namespaces, as the editor shows them. */
export class ShownAdmission {
  readonly #documents: TextDocuments<TextDocument>;
  readonly #session: Session;
  readonly #changed: () => void;
  #pause: NodeJS.Timeout | undefined;

  /** @param changed is called when open documents must be judged again. */
  constructor(documents: TextDocuments<TextDocument>, session: Session, changed: () => void) {
    this.#documents = documents;
    this.#session = session;
    this.#changed = changed;
  }

  /** Call when a document is opened, changed or closed. */
  lookSoon(): void {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.look(), pauseMs);
  }

  /** Reads the open documents. */
  look(): void {
    clearTimeout(this.#pause);
    const documents = this.#documents.all().flatMap((document) => {
      const path = filePathOf(document.uri);
      return path === undefined || !this.#session.isJudged(document) ? [] : [[path, document.getText()] as const];
    });
    if (this.#session.definitions.show(documents, this.#session.targets.folder)) this.#changed();
  }
}
