import {
  Disposable,
  EventEmitter,
  l10n,
  type TextDocumentContentProvider,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { methods, type RenderedTemplateResult, renderedScheme } from '../../server/src/lsp/protocol.ts';

/** Documents with Helm's output of templates, shown beside them and updated when their charts are saved. */
export class RenderedTemplates implements Disposable, TextDocumentContentProvider {
  readonly #client: BaseLanguageClient;
  readonly #changed = new EventEmitter<Uri>();
  readonly #subscriptions: Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(client: BaseLanguageClient) {
    this.#client = client;
    this.#subscriptions = Disposable.from(
      this.#changed,
      workspace.registerTextDocumentContentProvider(renderedScheme, this),
      // Values and named templates of any file may count for any other.
      workspace.onDidSaveTextDocument(() => {
        for (const { uri } of workspace.textDocuments) if (uri.scheme === renderedScheme) this.#changed.fire(uri);
      }),
    );
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const result = await this.#render(Uri.parse(uri.query, true));
    return 'text' in result ? result.text : comment(result.problem);
  }

  /** Shows the template in front, or a file that is named, as Helm renders it. */
  async show(what: unknown): Promise<void> {
    const template = what instanceof Uri ? what : window.activeTextEditor?.document.uri;
    if (template === undefined) throw new Error(l10n.t('Open a template of a chart first.'));
    const result = await this.#render(template);
    if ('problem' in result) throw new Error(result.problem);
    const uri = Uri.from({ scheme: renderedScheme, path: template.path, query: template.toString() });
    this.#changed.fire(uri);
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preview: true, preserveFocus: true });
  }

  #render(template: Uri): Promise<RenderedTemplateResult> {
    const uri = this.#client.code2ProtocolConverter.asUri(template);
    return this.#client.sendRequest<RenderedTemplateResult>(methods.rendered, { uri });
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}

function comment(text: string): string {
  return text
    .split('\n')
    .map((line) => `# ${line}\n`)
    .join('');
}
