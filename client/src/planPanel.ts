import { type Disposable, l10n, type Uri, window } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import {
  type DescribedTarget,
  methods,
  type PlanParams,
  type PlanResult,
  type TargetsInForce,
} from '../../server/src/lsp/protocol.ts';
import { targetItems, writeTargetExpression } from './targetItems.ts';
import { askCancellably, openAt, WebviewPage } from './webviewPage.ts';

/** The panel with the way from one target to another. There is one; showing it again makes a new plan. */
export class PlanPanel implements Disposable {
  readonly #client: BaseLanguageClient;
  readonly #page: WebviewPage;
  #uris: PlanResult['uris'] = {};

  constructor(client: BaseLanguageClient, extension: Uri) {
    this.#client = client;
    this.#page = new WebviewPage('kubecompat.plan', extension, (message) => this.#open(message));
  }

  /** Plans from one target expression to another and shows what the server says; asks for those that are not given. */
  async show(from: unknown, to: unknown): Promise<void> {
    const first =
      typeof from === 'string' ? from : await this.#ask(l10n.t('Plan an upgrade from'), l10n.t('What runs now'));
    if (first === undefined) return;
    const last =
      typeof to === 'string'
        ? to
        : await this.#ask(l10n.t('Plan an upgrade from {0} to', first), l10n.t('What shall run'), first);
    if (last === undefined) return;
    const nonce = crypto.randomUUID();
    const title = l10n.t('Kubecompat: planning {0} to {1}', first, last);
    const params: PlanParams = { from: first, to: last, nonce };
    const result = await askCancellably<PlanResult>(this.#client, title, methods.plan, params);
    if (result === undefined) return;
    if (result.problems.length > 0) throw new Error(result.problems.join(' '));
    this.#uris = result.uris;
    this.#page.show(l10n.t('Upgrade Plan: {0} to {1}', first, last), result.page ?? '');
  }

  /** Offers every target that is known here but the one that is left already; undefined where none is chosen. */
  async #ask(title: string, placeHolder: string, left?: string): Promise<string | undefined> {
    const [inForce, described] = await Promise.all([
      this.#client.sendRequest<TargetsInForce>(methods.targets, {}),
      this.#client.sendRequest<readonly DescribedTarget[]>(methods.described),
    ]);
    const write = l10n.t('Write a target expression…');
    const targets = targetItems(inForce, described).filter(({ label }) => label !== left);
    const picked = await window.showQuickPick([...targets, { label: write }], {
      title,
      placeHolder,
      matchOnDescription: true,
    });
    return picked?.label === write ? writeTargetExpression(title) : picked?.label;
  }

  /** The page sends the file and the line, from 0 on, that the user wants to see. */
  async #open(message: object): Promise<void> {
    if (!('file' in message) || !('line' in message)) return;
    const { file, line } = message;
    if (typeof file !== 'string' || typeof line !== 'number') return;
    const uri = this.#uris[file];
    if (uri !== undefined) await openAt(this.#client.protocol2CodeConverter.asUri(uri), { line, character: 0 });
  }

  dispose(): void {
    this.#page.dispose();
  }
}
