import { WorkspaceFolder } from '../harness/workspaceFolder.ts';
import { httpRecording, kubeconfigFor, type Override, type Replay, startReplay } from '../support/replayServer.ts';
import type { Section } from './format.ts';
import { answersOfHelm, holdersOf, isHelmSection, readableHolder } from './helmReleases.ts';
import { textSection } from './sectionText.ts';

/**
 * The live cluster of a scenario: a recorded kube-apiserver on this machine, as context `staging` of a kubeconfig in a
 * home folder outside the workspace.
 */
export class ScenarioCluster {
  #replay: Replay | undefined;
  #home: WorkspaceFolder | undefined;

  /** The variables with which commands find the kubeconfig; none if a scenario has no cluster. */
  get env(): Readonly<Record<string, string>> {
    return this.#home === undefined ? {} : { HOME: this.#home.path, KUBECONFIG: '' };
  }

  /**
   * Runs the steps about clusters: `cluster RECORDING` starts one of test/recorded/http, with the sections below as its
   * answers to some paths (`403 /version`); `cluster off` stops it; `requests` lists the requests since then, each once
   * and in alphabetical order, as requests overlap; `writes` lists the writes in order. Returns the sections of the
   * step, or undefined for other steps.
   */
  async step(words: readonly string[], sections: readonly Section[]): Promise<readonly Section[] | undefined> {
    const [verb, name = ''] = words;
    if (verb === 'requests') {
      const requests = [...new Set(this.#replay?.requests ?? [])].sort();
      return textSection('stdout', requests.map((request) => `${request}\n`).join(''));
    }
    if (verb === 'writes') {
      const writes = (this.#replay?.requests ?? []).filter((request) => !request.startsWith('GET '));
      const bodies = this.#replay?.bodies ?? [];
      const texts = writes.map((request, index) => `${request}\n${readableHolder(bodies[index] ?? '') ?? ''}`);
      return textSection('stdout', texts.join(''));
    }
    if (verb !== 'cluster') return undefined;
    await this.#replay?.close();
    this.#replay = undefined;
    if (name === 'off') return [];
    const ofHelm = sections.filter(isHelmSection);
    const others = sections.filter((section) => !isHelmSection(section));
    const answers = ofHelm.length === 0 ? {} : answersOfHelm(holdersOf(ofHelm));
    this.#replay = await startReplay(httpRecording(name), { ...answers, ...Object.fromEntries(others.map(answerOf)) });
    this.#home ??= new WorkspaceFolder({});
    this.#home.write('.kube/config', kubeconfigFor(this.#replay.url));
    return sections;
  }

  /** Stops the cluster and removes the home folder. */
  async close(): Promise<void> {
    await this.#replay?.close();
    this.#home?.remove();
  }
}

function answerOf({ name, body }: Section): readonly [path: string, answer: Override] {
  const [, status, path] = /^(\d{3}) (\/\S+)$/.exec(name) ?? [];
  if (status === undefined || path === undefined) throw new Error(`"${name}" is not an answer: write 403 /version`);
  return [path, { status: Number(status), body }];
}
