import { Disposable, EventEmitter, type TextDocumentContentProvider, Uri, workspace } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';

/** Documents of one scheme that the server generates from a file, with the query of its URI. */
export abstract class VirtualDocuments implements Disposable, TextDocumentContentProvider {
  readonly #client: BaseLanguageClient;
  readonly #scheme: string;
  readonly #changed = new EventEmitter<Uri>();
  readonly #subscriptions: Disposable;
  readonly onDidChange = this.#changed.event;

  /** @param updates subscribes to what changes documents; it calls `refresh`. */
  protected constructor(
    client: BaseLanguageClient,
    scheme: string,
    updates: (refresh: (isAffected: (document: Uri) => boolean) => void) => Disposable,
  ) {
    this.#client = client;
    this.#scheme = scheme;
    this.#subscriptions = Disposable.from(
      this.#changed,
      workspace.registerTextDocumentContentProvider(scheme, this),
      updates((isAffected) => {
        for (const { uri } of workspace.textDocuments) {
          if (uri.scheme === scheme && isAffected(uri)) this.#changed.fire(uri);
        }
      }),
    );
  }

  /** The text of a document; '' if there is none. */
  abstract provideTextDocumentContent(uri: Uri): Promise<string>;

  /** Asks the server about a file. */
  protected ask<Result>(method: string, file: Uri): Promise<Result> {
    return this.#client.sendRequest<Result>(method, { uri: this.#client.code2ProtocolConverter.asUri(file) });
  }

  /** The URI of a file's document, whose text is made again. */
  protected renewed(file: Uri): Uri {
    const uri = Uri.from({ scheme: this.#scheme, path: file.path, query: file.toString() });
    this.#changed.fire(uri);
    return uri;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}

/** The file that a document is made of. */
export function fileOf(document: Uri): Uri {
  return Uri.parse(document.query, true);
}
