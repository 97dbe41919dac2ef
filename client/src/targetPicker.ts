import { ConfigurationTarget, l10n, type Memento, ThemeIcon, window, workspace } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import {
  type DescribedTarget,
  methods,
  type OverrideResult,
  type TargetsInForce,
} from '../../server/src/lsp/protocol.ts';
import { textsOf } from './strings.ts';
import { targetItems, writeTargetExpression } from './targetItems.ts';
import type { TargetStatus } from './targetStatus.ts';

const stateKey = 'kubecompat.targets';

/** The override of an earlier session in this workspace. */
export function rememberedOverride(state: Memento): readonly string[] {
  return textsOf(state.get(stateKey)) ?? [];
}

/**
 * Lets the user choose what manifests are judged against. The choice goes to the workspace's settings; where a
 * configuration file would beat those, it is an override that this window remembers.
 */
export class TargetPicker {
  readonly #client: BaseLanguageClient;
  readonly #state: Memento;
  readonly #status: TargetStatus;

  constructor(client: BaseLanguageClient, state: Memento, status: TargetStatus) {
    this.#client = client;
    this.#state = state;
    this.#status = status;
  }

  /** Chooses `given`, a list of target expressions, or asks. An empty choice goes back to what is configured. */
  async select(given: unknown): Promise<void> {
    const active = window.activeTextEditor?.document.uri;
    const uri = active && this.#client.code2ProtocolConverter.asUri(active);
    const inForce = await this.#client.sendRequest<TargetsInForce>(methods.targets, uri === undefined ? {} : { uri });
    const chosen = textsOf(given) ?? (await this.#ask(inForce));
    if (chosen === undefined) return;
    const toSettings = inForce.configFile === undefined && workspace.workspaceFolders !== undefined;
    const override = toSettings ? [] : chosen;
    const { problems } = await this.#client.sendRequest<OverrideResult>(methods.override, { targets: override });
    if (problems.length > 0) throw new Error(problems.join(' '));
    await this.#state.update(stateKey, override.length > 0 ? override : undefined);
    if (toSettings) {
      const value = chosen.length > 0 ? chosen : undefined;
      await workspace.getConfiguration('kubecompat').update('targets', value, ConfigurationTarget.Workspace);
    }
    await this.#status.refresh();
  }

  async #ask(inForce: TargetsInForce): Promise<string[] | undefined> {
    const described = await this.#client.sendRequest<readonly DescribedTarget[]>(methods.described);
    return pick(inForce, described);
  }
}

async function pick(inForce: TargetsInForce, described: readonly DescribedTarget[]): Promise<string[] | undefined> {
  const current = new Set(inForce.targets.map(({ name }) => name));
  const items = targetItems(inForce, described);
  const quickPick = window.createQuickPick();
  quickPick.title = l10n.t('Judge manifests against');
  quickPick.placeholder = l10n.t('Choose one or several; none goes back to what is configured');
  quickPick.canSelectMany = true;
  quickPick.matchOnDescription = true;
  quickPick.items = items;
  quickPick.selectedItems = items.filter(({ label, kind }) => kind === undefined && current.has(label));
  quickPick.buttons = [{ iconPath: new ThemeIcon('edit'), tooltip: l10n.t('Write a target expression') }];
  try {
    return await new Promise<string[] | undefined>((resolve) => {
      quickPick.onDidAccept(() => resolve(quickPick.selectedItems.map(({ label }) => label)));
      quickPick.onDidTriggerButton(() => resolve(writeExpression()));
      quickPick.onDidHide(() => resolve(undefined));
      quickPick.show();
    });
  } finally {
    quickPick.dispose();
  }
}

async function writeExpression(): Promise<string[] | undefined> {
  const expression = await writeTargetExpression(l10n.t('Target expression'));
  return expression === undefined ? undefined : [expression];
}
