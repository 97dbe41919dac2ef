import type { Diagnostic } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { isMarkdown } from '../embedded/markdown.ts';
import { VerdictMemo } from '../judge/verdictMemo.ts';
import { isUnitFile } from '../sources/units.ts';
import { chartAround, chartFolderOf } from '../workspace/charts/charts.ts';
import { CommittedDefinitions } from '../workspace/definitions/committed.ts';
import { Kustomizations } from '../workspace/kustomize/kustomizations.ts';
import { today } from '../workspace/settings/today.ts';
import { failureDiagnostics } from './builds/builtOfFile.ts';
import { KustomizationBuilds } from './builds/kustomizationBuilds.ts';
import { ChartRenderings } from './chartRenderings.ts';
import { configDiagnostics, isConfigFile } from './configDiagnostics.ts';
import { isShownDefinition } from './definitionDocuments.ts';
import { untakenBranches } from './features/branches.ts';
import { type JudgedDocument, judgeDocument } from './judgedDocument.ts';
import { noSettings, type Settings } from './settings.ts';
import type { DocumentTargets, TargetsOfFiles } from './targets.ts';
import { atStart, type ExplanationLink } from './toDiagnostic.ts';
import { filePathOf, pathOf } from './uris.ts';
import { WorkspaceDefinitions } from './workspaceDefinitions.ts';
import { WorkspaceResources } from './workspaceResources.ts';

/** Languages whose documents can be manifests. Helm templates have others in editors that know them. */
const judgedLanguages: ReadonlySet<string> = new Set(['yaml', 'json']);

/** Names of files that are templates if they lie in a chart, whatever their language is called. */
const templateName = /\.(?:ya?ml|tpl)$/;

/**
 * What the server knows while a client is connected: the targets, and the last judged version of each open document.
 * Documents are judged once for each version and each change of the targets.
 */
export class Session {
  readonly targets: TargetsOfFiles;
  /** What the client's settings say. */
  settings: Settings = noSettings;
  /** The CustomResourceDefinitions of the workspace. */
  readonly definitions = new WorkspaceDefinitions();
  /** The resources of the workspace. */
  readonly resources = new WorkspaceResources();
  readonly #committed = new CommittedDefinitions();
  /** The charts of the workspace, rendered. */
  readonly renderings: ChartRenderings;
  /** The kustomizations of the workspace, built. */
  readonly builds: KustomizationBuilds;
  readonly #link: ExplanationLink;
  readonly #judged = new Map<string, JudgedDocument>();
  /** What kustomizations say of files, until one of them changes. */
  #kustomizations = new Kustomizations();
  readonly #memos = new Map<string, VerdictMemo>();
  /** Settles when the client's settings are known; nothing is judged before. */
  readonly started: Promise<void>;
  #start: () => void = () => {};
  #isStarted = false;
  #hurries = false;

  constructor(targets: TargetsOfFiles, link: ExplanationLink, isTrusted: boolean) {
    this.renderings = new ChartRenderings(isTrusted);
    this.builds = new KustomizationBuilds(isTrusted);
    this.targets = targets;
    this.#link = link;
    this.started = new Promise((resolve) => {
      this.#start = resolve;
    });
  }

  /** Whether documents are judged already. */
  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** The settings are known. */
  start(): void {
    this.#isStarted = true;
    this.#start();
  }

  /** Whether manifests are looked for in the document. */
  isJudged({ languageId, uri }: TextDocument): boolean {
    if (isConfigFile(uri) || isShownDefinition(uri)) return false;
    if (isMarkdown(pathOf(uri))) return this.settings.markdown;
    // What systemd units are called as a language differs from editor to editor.
    if (judgedLanguages.has(languageId) || isUnitFile(pathOf(uri))) return true;
    return templateName.test(uri) && this.#isInChart(uri);
  }

  /**
   * The document's present version, judged; undefined where there is nothing to judge it by.
   *
   * @param hurries what costs much may be as it was in the version before: {@link JudgedDocument.isBehind}.
   */
  judge(document: TextDocument, hurries = this.#hurries): JudgedDocument | undefined {
    if (!this.isJudged(document)) return undefined;
    const { uri, version } = document;
    const targets = this.definitions.extend(this.targets.of(uri));
    if (targets.problems.length > 0) return undefined;
    const known = this.#judged.get(uri);
    const file = filePathOf(uri);
    const chart = file === undefined ? undefined : chartAround(file);
    const content = document.getText();
    const rendered = file === undefined ? undefined : this.renderings.of(file, targets.surfaces, content);
    const built = file === undefined ? undefined : this.builds.of(file);
    const isSame =
      known?.version === version && known.targets === targets && known.chart === chart && known.built === built;
    if (isSame && !(known.isBehind && !hurries) && (rendered === undefined || known.rendered !== undefined))
      return known;
    const memo = this.#memos.get(uri) ?? new VerdictMemo();
    memo.supposed.hurries = hurries && this.#memos.has(uri);
    this.#memos.set(uri, memo);
    const context = file === undefined ? {} : this.#kustomizations.contextOf(file);
    const committed = file === undefined ? undefined : this.#committed.of(file, content);
    const text = { uri, version, path: pathOf(uri), text: content, context, committed, rendered, built };
    const judged = judgeDocument(text, targets, this.#link, memo, chart, today());
    this.#judged.set(uri, judged);
    return judged;
  }

  /** The user trusts the workspace. */
  trust(): void {
    this.renderings.trust();
    this.builds.trust();
  }

  /** Renders the chart that a document belongs to. Says whether there is anything new to be shown. */
  async renderAround({ uri }: TextDocument): Promise<boolean> {
    const file = filePathOf(uri);
    if (file === undefined) return false;
    const { surfaces } = this.definitions.extend(this.targets.of(uri));
    const isNew = await this.renderings.renderAround(file, surfaces, (chart) => this.targets.helmValues(chart));
    if (isNew) this.#judged.clear();
    return isNew;
  }

  /** From now on, somebody sees to it that documents which are behind are judged in full: {@link settle}. */
  hurry(): void {
    this.#hurries = true;
  }

  /** Whether something of a document's last judged version is still to be judged. */
  isBehind(uri: string): boolean {
    return this.#judged.get(uri)?.isBehind === true;
  }

  /** Judges what is behind of a document. */
  settle(document: TextDocument): void {
    if (this.isBehind(document.uri)) this.judge(document, false);
  }

  /** What is to be shown about a document. */
  diagnostics(document: TextDocument): readonly Diagnostic[] {
    if (this.settings.workspaceDiagnostics === 'off') return [];
    if (isConfigFile(document.uri)) return configDiagnostics(this.targets, document);
    if (!this.isJudged(document)) return [];
    try {
      const judged = this.judge(document);
      if (judged !== undefined) {
        const found = judged.diagnosed.map(({ diagnostic }) => diagnostic);
        return [...found, ...untakenBranches(judged), ...failureDiagnostics(judged.built)];
      }
    } catch (error) {
      return [atStart('internal-error', `This file could not be judged because of a mistake in kubecompat: ${error}`)];
    }
    return [cannotJudge(this.targets.of(document.uri))];
  }

  #isInChart(uri: string): boolean {
    const file = filePathOf(uri);
    return file !== undefined && chartFolderOf(file) !== undefined;
  }

  /** Whether what kustomizations say goes by what stands in a file, other than a kustomization. */
  contextsGoBy(uri: string): boolean {
    const file = filePathOf(uri);
    return file !== undefined && this.#kustomizations.goesBy(file);
  }

  /** What kustomizations say of other files may have changed. */
  forgetContexts(): void {
    this.#kustomizations = new Kustomizations();
    this.#judged.clear();
  }

  /** A document is closed, or what it is compared with may have changed. */
  forget(uri: string): void {
    const file = filePathOf(uri);
    if (file !== undefined) this.#committed.forget(file);
    this.#judged.delete(uri);
    this.#memos.delete(uri);
  }
}

/** Silence would look like approval, so a document that cannot be judged says why on its first character. */
function cannotJudge({ problems, configFile }: DocumentTargets): Diagnostic {
  return atStart(
    'configuration',
    [`This file is not judged: ${configFile ?? 'the settings'} cannot be used.`, ...problems].join('\n'),
  );
}
