import { randomBytes } from 'node:crypto';
import { type Disposable, l10n, ProgressLocation, Range, Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { type DescribedTarget, methods, type PlanResult, type TargetsInForce } from '../../server/src/lsp/protocol.ts';
import { targetItems, writeTargetExpression } from './targetItems.ts';

/** The panel with the way from one target to another. There is one; showing it again makes a new plan. */
export class PlanPanel implements Disposable {
  readonly #client: LanguageClient;
  readonly #extension: Uri;
  #panel: WebviewPanel | undefined;
  #shown: PlanResult | undefined;

  constructor(client: LanguageClient, extension: Uri) {
    this.#client = client;
    this.#extension = extension;
  }

  /** Plans from one target expression to another and shows what the server says; asks for those that are not given. */
  async show(from: unknown, to: unknown): Promise<void> {
    const first =
      typeof from === 'string' ? from : await this.#ask(l10n.t('Plan an upgrade from'), l10n.t('What runs now'));
    if (first === undefined) return;
    const last =
      typeof to === 'string'
        ? to
        : await this.#ask(l10n.t('Plan an upgrade from {0} to', first), l10n.t('What shall run'));
    if (last === undefined) return;
    const nonce = randomBytes(16).toString('base64');
    const result = await window.withProgress(
      {
        location: ProgressLocation.Notification,
        title: l10n.t('Kubecompat: planning {0} to {1}', first, last),
        cancellable: true,
      },
      async (_, cancelled) => {
        try {
          return await this.#client.sendRequest<PlanResult>(methods.plan, { from: first, to: last, nonce }, cancelled);
        } catch (error) {
          if (cancelled.isCancellationRequested) return undefined;
          throw error;
        }
      },
    );
    if (result === undefined) return;
    if (result.problems.length > 0) throw new Error(result.problems.join(' '));
    this.#shown = result;
    const panel = this.#panel ?? this.#create();
    panel.title = l10n.t('Upgrade Plan: {0} to {1}', first, last);
    panel.webview.html = result.page ?? '';
    panel.reveal();
  }

  /** Offers every target that is known here; undefined where none is chosen. */
  async #ask(title: string, placeHolder: string): Promise<string | undefined> {
    const [inForce, described] = await Promise.all([
      this.#client.sendRequest<TargetsInForce>(methods.targets, {}),
      this.#client.sendRequest<readonly DescribedTarget[]>(methods.described),
    ]);
    const write = l10n.t('Write a target expression…');
    const picked = await window.showQuickPick([...targetItems(inForce, described), { label: write }], {
      title,
      placeHolder,
      matchOnDescription: true,
    });
    return picked?.label === write ? writeTargetExpression(title) : picked?.label;
  }

  #create(): WebviewPanel {
    const panel = window.createWebviewPanel('kubecompat.plan', l10n.t('Upgrade Plan'), ViewColumn.Active, {
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

  /** The page sends the file and the line, from 0 on, that the user wants to see. */
  async #open(message: unknown): Promise<void> {
    if (typeof message !== 'object' || message === null || !('file' in message) || !('line' in message)) return;
    const { file, line } = message;
    if (typeof file !== 'string' || typeof line !== 'number') return;
    const uri = this.#shown?.uris[file];
    if (uri === undefined) return;
    await window.showTextDocument(Uri.parse(uri), {
      selection: new Range(line, 0, line, 0),
      viewColumn: ViewColumn.Active,
    });
  }

  dispose(): void {
    this.#panel?.dispose();
  }
}
