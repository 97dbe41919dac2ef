import type { Connection, Diagnostic, TextDocuments } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { ClientSupport } from '../clientSupport.ts';
import { refreshShown } from '../refreshShown.ts';
import type { Session } from '../session.ts';
import type { WorkspaceDiagnostics } from './workspaceDiagnostics.ts';

/** A document that took longer than this to judge is judged again only after as long a pause. */
const quickMs = 100;

/** How long typing must pause before deferred findings are computed. */
const pauseMs = 300;

/** How long the last judging of a document took, and when it ended. */
interface Judging {
  readonly took: number;
  readonly ended: number;
}

/**
 * Keeps the client's diagnostics up to date: answers `textDocument/diagnostic` if the client pulls, otherwise publishes
 * them for every version of a document. Documents that are fast to judge are judged at once; for others, only the
 * latest version of a burst. Costly parts are judged when typing pauses.
 */
export class Diagnostics {
  readonly #connection: Connection;
  readonly #documents: TextDocuments<TextDocument>;
  readonly #session: Session;
  readonly #support: ClientSupport;
  readonly #closed: WorkspaceDiagnostics;
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #last = new Map<string, Judging>();
  readonly #settling = new Map<string, NodeJS.Timeout>();

  constructor(
    connection: Connection,
    documents: TextDocuments<TextDocument>,
    session: Session,
    support: ClientSupport,
    closed: WorkspaceDiagnostics,
  ) {
    this.#closed = closed;
    this.#connection = connection;
    this.#documents = documents;
    this.#session = session;
    this.#support = support;
    if (!support.pullsDiagnostics || support.refreshesDiagnostics) session.flush();
  }

  /** A document was opened or has a new version. */
  changed(document: TextDocument): void {
    const { uri } = document;
    if (this.#support.pullsDiagnostics || !this.#session.isStarted) return;
    clearTimeout(this.#waiting.get(uri));
    const { took, ended } = this.#last.get(uri) ?? { took: 0, ended: 0 };
    const wait = took <= quickMs ? 0 : ended + took - performance.now();
    if (wait <= 0) this.#send(document);
    else
      this.#waiting.set(
        uri,
        setTimeout(() => this.#send(this.#documents.get(uri)), wait),
      );
  }

  /** A document was closed: from now on its file counts. */
  closed({ uri }: TextDocument): void {
    clearTimeout(this.#waiting.get(uri));
    this.#waiting.delete(uri);
    this.#last.delete(uri);
    clearTimeout(this.#settling.get(uri));
    this.#settling.delete(uri);
    this.#session.forget(uri);
    if (!this.#support.pullsDiagnostics) void this.#connection.sendDiagnostics({ uri, diagnostics: this.of(uri) });
  }

  /** Call when targets or severities change: everything is published again. */
  refresh(): void {
    refreshShown(this.#connection, this.#support);
    if (this.#support.pullsDiagnostics) {
      if (this.#support.refreshesDiagnostics) {
        const log = (error: unknown) => this.#connection.console.warn(`diagnostics are not requested again: ${error}`);
        this.#connection.languages.diagnostics.refresh().catch(log);
      }
      return;
    }
    if (this.#session.isStarted) for (const document of this.#documents.all()) this.#send(document);
  }

  /** The diagnostics of a document, or of a file that is judged without being open. */
  of(uri: string): Diagnostic[] {
    const document = this.#documents.get(uri);
    if (document === undefined) return [...this.#closed.of(uri).items];
    const diagnostics = this.#session.diagnostics(document);
    if (this.#session.isStale(uri)) this.#catchUpLater(uri);
    return [...diagnostics];
  }

  #catchUpLater(uri: string): void {
    clearTimeout(this.#settling.get(uri));
    this.#settling.set(
      uri,
      setTimeout(() => this.#catchUp(uri), pauseMs),
    );
  }

  #catchUp(uri: string): void {
    this.#settling.delete(uri);
    const document = this.#documents.get(uri);
    if (document === undefined || !this.#session.isStale(uri)) return;
    this.#session.catchUp(document);
    if (this.#support.pullsDiagnostics) this.refresh();
    else {
      refreshShown(this.#connection, this.#support);
      this.#send(document);
    }
  }

  #send(document: TextDocument | undefined): void {
    if (document === undefined) return;
    const { uri, version } = document;
    this.#waiting.delete(uri);
    const before = performance.now();
    const diagnostics = this.of(uri);
    const ended = performance.now();
    this.#last.set(uri, { took: ended - before, ended });
    void this.#connection.sendDiagnostics({ uri, version, diagnostics });
  }
}
