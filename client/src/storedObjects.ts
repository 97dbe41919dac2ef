import {
  commands,
  Disposable,
  EventEmitter,
  l10n,
  type TextDocumentContentProvider,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { type AdmittedResult, methods, storedScheme } from '../../server/src/lsp/protocol.ts';

/**
 * Documents with the objects of a manifest as the server would store them, shown beside it and updated while typing.
 */
export class StoredObjects implements Disposable, TextDocumentContentProvider {
  readonly #client: BaseLanguageClient;
  readonly #changed = new EventEmitter<Uri>();
  readonly #subscriptions: Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(client: BaseLanguageClient) {
    this.#client = client;
    this.#subscriptions = Disposable.from(
      this.#changed,
      workspace.registerTextDocumentContentProvider(storedScheme, this),
      workspace.onDidChangeTextDocument(({ document }) => {
        const of = document.uri.toString();
        for (const { uri } of workspace.textDocuments) {
          if (uri.scheme === storedScheme && uri.query === of) this.#changed.fire(uri);
        }
      }),
    );
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    return (await this.#ask(Uri.parse(uri.query, true)))?.text ?? '';
  }

  /** Shows the active manifest, or a given file, beside its stored form. */
  async show(what: unknown): Promise<void> {
    const manifest = what instanceof Uri ? what : window.activeTextEditor?.document.uri;
    if (manifest === undefined) throw new Error(l10n.t('Open a manifest first.'));
    await workspace.openTextDocument(manifest);
    const made = await this.#ask(manifest);
    if (made === null) throw new Error(l10n.t('The file is not checked, so its stored form is not known.'));
    const uri = Uri.from({ scheme: storedScheme, path: manifest.path, query: manifest.toString() });
    this.#changed.fire(uri);
    const name = manifest.path.split('/').at(-1) ?? '';
    const title = `${name} \u2194 ${l10n.t('as stored by {0}', made.target)}`;
    await commands.executeCommand('vscode.diff', manifest, uri, title);
    if (made.refused.length > 0) void window.showWarningMessage(l10n.t('Not stored: {0}', made.refused.join('; ')));
  }

  #ask(manifest: Uri): Promise<AdmittedResult | null> {
    const uri = this.#client.code2ProtocolConverter.asUri(manifest);
    return this.#client.sendRequest<AdmittedResult | null>(methods.admitted, { uri });
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
