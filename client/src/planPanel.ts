import { type Disposable, l10n, type Uri } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import {
  type ActiveTargets,
  type CheckedTargets,
  type DescribedTarget,
  methods,
  type PlanParams,
  type PlanResult,
} from '../../server/src/lsp/protocol.ts';
import { TargetBox } from './targets/targetBox.ts';
import { expressionOf, targetItems } from './targets/targetItems.ts';
import { openAt, requestCancellable, savePage, WebviewPage } from './webviewPage.ts';

/** The only panel with an upgrade plan; showing it again makes a new plan. */
export class PlanPanel implements Disposable {
  readonly #client: BaseLanguageClient;
  readonly #page: WebviewPage;
  #uris: PlanResult['uris'] = {};
  #shown: Omit<PlanParams, 'nonce'> | undefined;

  constructor(client: BaseLanguageClient, extension: Uri) {
    this.#client = client;
    this.#page = new WebviewPage('kubecompat.plan', extension, (message) => this.#open(message));
  }

  /** Plans an upgrade and shows the result; asks for missing target expressions. */
  async show(from: unknown, to: unknown): Promise<void> {
    const first = typeof from === 'string' ? from : await this.#ask(l10n.t('Plan an upgrade from the current target'));
    if (first === undefined) return;
    const last = typeof to === 'string' ? to : await this.#ask(l10n.t('Plan an upgrade from {0} to', first), first);
    if (last === undefined) return;
    const nonce = crypto.randomUUID();
    const title = l10n.t('Kubecompat: planning {0} to {1}', first, last);
    const params: PlanParams = { from: first, to: last, nonce };
    const result = await requestCancellable<PlanResult>(this.#client, title, methods.plan, params);
    if (result === undefined) return;
    if (result.problems.length > 0) throw new Error(result.problems.join(' '));
    this.#uris = result.uris;
    this.#shown = { from: first, to: last };
    this.#page.show(l10n.t('Upgrade Plan: {0} to {1}', first, last), result.page ?? '');
  }

  /** Offers every target that is known here but the one that is left already; undefined if none is chosen. */
  async #ask(title: string, from?: string): Promise<string | undefined> {
    const [inForce, described] = await Promise.all([
      this.#client.sendRequest<ActiveTargets>(methods.targets, {}),
      this.#client.sendRequest<readonly DescribedTarget[]>(methods.described),
    ]);
    const check = async (typed: string) => {
      const checked = await this.#client.sendRequest<CheckedTargets>(methods.checkTargets, { targets: [typed] });
      if (checked.targets.length < 2) return checked;
      return { targets: [], problems: [l10n.t('A plan has one target at each end.')] };
    };
    const box = new TargetBox(title, check);
    box.show(
      targetItems(inForce, described, []).filter(
        (item) => item.choice === undefined || ![undefined, from].includes(expressionOf(item)),
      ),
    );
    try {
      const choice = await box.ask();
      return choice?.kind === 'targets' ? choice.expressions[0] : undefined;
    } finally {
      box.dispose();
    }
  }

  /** Handles requests of the page: its own file, or a file at a line, 0-based. */
  async #open(message: object): Promise<void> {
    if ('save' in message) return this.#save();
    if (!('file' in message) || !('line' in message)) return;
    const { file, line } = message;
    if (typeof file !== 'string' || typeof line !== 'number') return;
    const uri = this.#uris[file];
    if (uri !== undefined) await openAt(this.#client.protocol2CodeConverter.asUri(uri), { line, character: 0 });
  }

  async #save(): Promise<void> {
    if (this.#shown === undefined) return;
    const title = l10n.t('Kubecompat: planning {0} to {1}', this.#shown.from, this.#shown.to);
    const params: PlanParams = { ...this.#shown, asFile: true };
    const result = await requestCancellable<PlanResult>(this.#client, title, methods.plan, params);
    if (result?.page !== undefined) await savePage('kubecompat-plan.html', result.page);
  }

  dispose(): void {
    this.#page.dispose();
  }
}
