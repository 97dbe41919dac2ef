import { commands, type Disposable, l10n, type Uri } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { methods, type ReportResult } from '../../server/src/lsp/protocol.ts';
import { openAt, requestCancellable, savePage, WebviewPage } from './webviewPage.ts';

/** The panel with the matrix of resources by targets. There is one; showing it again makes a new report. */
export class ReportPanel implements Disposable {
  readonly #client: BaseLanguageClient;
  readonly #page: WebviewPage;
  #shown: ReportResult | undefined;

  constructor(client: BaseLanguageClient, extension: Uri) {
    this.#client = client;
    this.#page = new WebviewPage('kubecompat.report', extension, (message) => this.#said(message));
  }

  /** Makes the server judge the whole workspace and shows the report. */
  async show(): Promise<void> {
    const nonce = crypto.randomUUID();
    const title = l10n.t('Kubecompat: checking the workspace');
    const result = await requestCancellable<ReportResult>(this.#client, title, methods.report, { nonce });
    if (result === undefined) return;
    this.#shown = result;
    this.#page.show(l10n.t('Kubecompat Report'), result.page ?? '');
  }

  /** Handles requests of the page: its own file, a finding or a file in the editor, or the fixes of a finding. */
  async #said(message: object): Promise<void> {
    if ('save' in message) return this.#save();
    await this.#open('fix' in message ? { finding: message.fix } : message);
    if ('fix' in message) await commands.executeCommand('editor.action.quickFix');
  }

  async #save(): Promise<void> {
    const title = l10n.t('Kubecompat: checking the workspace');
    const result = await requestCancellable<ReportResult>(this.#client, title, methods.report, { asFile: true });
    if (result?.page !== undefined) await savePage('kubecompat-report.html', result.page);
  }

  async #open(message: object): Promise<void> {
    if (this.#shown === undefined) return;
    const { report, uris } = this.#shown;
    const finding =
      'finding' in message && typeof message.finding === 'number' ? report.findings[message.finding] : undefined;
    const file = 'file' in message && typeof message.file === 'string' ? message.file : finding?.file;
    const uri = file === undefined ? undefined : uris[file];
    if (uri === undefined) return;
    await openAt(
      this.#client.protocol2CodeConverter.asUri(uri),
      finding?.range.start ?? { line: 0, character: 0 },
      finding?.range.end,
    );
  }

  dispose(): void {
    this.#page.dispose();
  }
}
