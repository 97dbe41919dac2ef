import { ConfigurationTarget, l10n, type Memento, window, workspace } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import {
  type ActiveTargets,
  type CheckedTargets,
  type DescribedTarget,
  type LiveContexts,
  methods,
  type OverrideResult,
} from '../../../server/src/lsp/protocol.ts';
import { readLiveTarget, reportAdded } from '../liveTargets.ts';
import { textsOf } from '../strings.ts';
import { pickTargets } from './pickTargets.ts';
import { type CheckTargets, TargetBox } from './targetBox.ts';
import { isActive } from './targetChoice.ts';
import { emulationItems, type TargetChoice, targetItems } from './targetItems.ts';
import type { TargetStatus } from './targetStatus.ts';

const stateKey = 'kubecompat.targets';

/** The override of an earlier session in this workspace. */
export function rememberedOverride(state: Memento): readonly string[] {
  return textsOf(state.get(stateKey)) ?? [];
}

/**
 * Lets the user choose the targets. The choice is written to the workspace's settings; if a configuration file takes
 * precedence, it is an override remembered by this window.
 */
export class TargetPicker {
  readonly #client: BaseLanguageClient;
  readonly #state: Memento;
  readonly #status: TargetStatus;
  /** Whether clusters can be read here. */
  readonly #readsClusters: boolean;

  constructor(client: BaseLanguageClient, state: Memento, status: TargetStatus, readsClusters: boolean) {
    this.#client = client;
    this.#state = state;
    this.#status = status;
    this.#readsClusters = readsClusters;
  }

  /**
   * Chooses `given`, a list of target expressions, or asks. An empty choice restores the configuration; targets already
   * in use are not written.
   */
  async select(given: unknown): Promise<void> {
    const typed = textsOf(given) ?? (await this.#ask(await this.#inForce()));
    if (typed === undefined) return;
    const { problems, targets } = await this.#understood(typed);
    if (problems.length > 0) throw new Error(problems.join(' '));
    const chosen = targets.map(({ expression }) => expression);
    // A cluster that was added is in force already where the configuration has no other.
    const inForce = await this.#inForce();
    if (isActive(chosen, inForce)) return;
    await this.#status.switching(this.#use(chosen, inForce));
  }

  async #use(chosen: readonly string[], inForce: ActiveTargets): Promise<void> {
    const toSettings = inForce.configFile === undefined && workspace.workspaceFolders !== undefined;
    const override = toSettings ? [] : chosen;
    await this.#client.sendRequest<OverrideResult>(methods.override, { targets: override });
    await this.#state.update(stateKey, override.length > 0 ? override : undefined);
    if (toSettings) {
      const value = chosen.length > 0 ? chosen : undefined;
      await workspace.getConfiguration('kubecompat').update('targets', value, ConfigurationTarget.Workspace);
    }
  }

  /** Reads a cluster, adds it to the configuration and offers to judge against it. */
  async addLive(given: unknown): Promise<void> {
    const { targets } = await this.#inForce();
    const added = await readLiveTarget(this.#client, given);
    if (added !== undefined) await reportAdded(added, targets);
  }

  #inForce(): Promise<ActiveTargets> {
    const active = window.activeTextEditor?.document.uri;
    const uri = active && this.#client.code2ProtocolConverter.asUri(active);
    return this.#client.sendRequest<ActiveTargets>(methods.targets, uri === undefined ? {} : { uri });
  }

  #understood(typed: readonly string[]): Promise<CheckedTargets> {
    return this.#client.sendRequest<CheckedTargets>(methods.checkTargets, { targets: typed });
  }

  async #ask(inForce: ActiveTargets): Promise<readonly string[] | undefined> {
    const check = (typed: string) => this.#understood([typed]);
    const described = await this.#client.sendRequest<readonly DescribedTarget[]>(methods.described);
    const box = new TargetBox(l10n.t('Check manifests against'), check);
    const known = targetItems(inForce, described, []);
    box.show(known);
    const asked = box.ask();
    const contexts = this.#contexts(inForce).then((found) => {
      if (found.length > 0) box.show(targetItems(inForce, described, found));
    });
    let choice: TargetChoice | undefined;
    try {
      choice = await asked;
      await contexts;
    } finally {
      box.dispose();
    }
    switch (choice?.kind) {
      case 'targets':
        return choice.expressions;
      case 'configured':
        return [];
      case 'several':
        return pickTargets(known, new Set(inForce.targets.map(({ expression }) => expression)), check);
      case 'emulate':
        return this.#emulate(inForce, check);
      case 'context': {
        const added = await readLiveTarget(this.#client, choice.context);
        return added && [added.name];
      }
      case 'refused':
      case undefined:
        return undefined;
    }
  }

  async #emulate(inForce: ActiveTargets, check: CheckTargets): Promise<readonly string[] | undefined> {
    const box = new TargetBox(l10n.t('Check manifests against a kube-apiserver that emulates an older version'), check);
    box.show(emulationItems(inForce));
    try {
      const choice = await box.ask();
      return choice?.kind === 'targets' ? choice.expressions : undefined;
    } finally {
      box.dispose();
    }
  }

  /** The clusters of the user's kubeconfig that are no targets yet; none if they may not be read. */
  async #contexts({ configured }: ActiveTargets): Promise<LiveContexts['contexts']> {
    if (!this.#readsClusters || !workspace.isTrusted || workspace.workspaceFolders === undefined) return [];
    const { contexts } = await this.#client.sendRequest<LiveContexts>(methods.liveContexts);
    return contexts.filter(({ name }) => !configured.includes(name));
  }
}
