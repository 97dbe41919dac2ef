import { randomBytes } from 'node:crypto';
import { type Disposable, l10n, ProgressLocation, Range, Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { methods, type ReportResult } from '../../server/src/lsp/protocol.ts';

/** The panel with the matrix of resources by targets. There is one; showing it again makes a new report. */
export class ReportPanel implements Disposable {
  readonly #client: LanguageClient;
  readonly #extension: Uri;
  #panel: WebviewPanel | undefined;
  #shown: ReportResult | undefined;

  constructor(client: LanguageClient, extension: Uri) {
    this.#client = client;
    this.#extension = extension;
  }

  /** Has the server judge the whole workspace and shows what it says. */
  async show(): Promise<void> {
    const nonce = randomBytes(16).toString('base64');
    const result = await window.withProgress(
      {
        location: ProgressLocation.Notification,
        title: l10n.t('Kubecompat: judging the workspace'),
        cancellable: true,
      },
      async (_, cancelled) => {
        try {
          return await this.#client.sendRequest<ReportResult>(methods.report, { nonce }, cancelled);
        } catch (error) {
          if (cancelled.isCancellationRequested) return undefined;
          throw error;
        }
      },
    );
    if (result === undefined) return;
    this.#shown = result;
    const panel = this.#panel ?? this.#create();
    panel.webview.html = result.page ?? '';
    panel.reveal();
  }

  #create(): WebviewPanel {
    const panel = window.createWebviewPanel('kubecompat.report', l10n.t('Kubecompat Report'), ViewColumn.Active, {
      enableScripts: true,
      enableFindWidget: true,
      localResourceRoots: [this.#extension],
    });
    panel.webview.onDidReceiveMessage((message: unknown) => this.#open(message));
    panel.onDidDispose(() => {
      this.#panel = undefined;
      this.#shown = undefined;
    });
    this.#panel = panel;
    return panel;
  }

  /** The page sends the index of a finding, or of a resource, that the user wants to see in its file. */
  async #open(message: unknown): Promise<void> {
    if (this.#shown === undefined || typeof message !== 'object' || message === null) return;
    const { report, uris } = this.#shown;
    const finding =
      'finding' in message && typeof message.finding === 'number' ? report.findings[message.finding] : undefined;
    const file = 'file' in message && typeof message.file === 'string' ? message.file : finding?.file;
    const uri = file === undefined ? undefined : uris[file];
    if (uri === undefined) return;
    const { start, end } = finding?.range ?? { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const selection = new Range(start.line, start.character, end.line, end.character);
    await window.showTextDocument(Uri.parse(uri), { selection, viewColumn: ViewColumn.Active });
  }

  dispose(): void {
    this.#panel?.dispose();
  }
}
