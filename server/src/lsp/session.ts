import { join } from 'node:path';
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { isMarkdown } from '../embedded/markdown.ts';
import type { FileInputs } from '../judge/fileInputs.ts';
import { VerdictMemo } from '../judge/verdictMemo.ts';
import { isUnitFile } from '../sources/units.ts';
import { chartFolderOf } from '../workspace/charts/charts.ts';
import { publishing } from '../workspace/ground/derived.ts';
import { Remembered, remember } from '../workspace/ground/remembered.ts';
import type { Workspace } from '../workspace/model/workspace.ts';
import { WorkspaceFacts } from '../workspace/model/workspaceFacts.ts';
import { failureDiagnostics } from './builds/builtOfFile.ts';
import { KustomizationBuilds } from './builds/kustomizationBuilds.ts';
import { ChartRenderings } from './chartRenderings.ts';
import { configDiagnostics, isConfigFile } from './configDiagnostics.ts';
import { isShownDefinition } from './definitionDocuments.ts';
import { editorWorkspace } from './editorContext.ts';
import { untakenBranches } from './features/branches.ts';
import { type JudgedDocument, judgeDocument } from './judgedDocument.ts';
import {
  type OtherExtensions,
  previewScheme,
  type RenderedTemplateResult,
  renderedScheme,
  storedScheme,
} from './protocol.ts';
import { noSettings, type Settings } from './settings.ts';
import type { DocumentTargets, TargetsOfFiles } from './targets.ts';
import { atStart, type ExplanationLink, noteAtStart } from './toDiagnostic.ts';
import { filePathOf, installerPathOf, pathOf } from './uris.ts';
import { WorkspaceResources } from './workspaceResources.ts';

/** Languages whose documents can be manifests. Helm templates have others in editors that know them. */
const judgedLanguages: ReadonlySet<string> = new Set(['yaml', 'json']);

/** Codes that every YAML extension reports. */
const ofSyntax: ReadonlySet<string> = new Set(['syntax-error', 'duplicate-field']);

/** Names of files that are templates inside a chart, whatever their language. */
const templateName = /\.(?:ya?ml|tpl)$/;

/**
 * The state of the server while a client is connected: the targets, and the last judged version of each open document.
 * Documents are judged once per version and change of targets.
 */
export class Session {
  readonly targets: TargetsOfFiles;
  /** The client's settings. */
  settings: Settings = noSettings;
  /** What other extensions of the client provide. */
  neighbours: OtherExtensions = {};
  /** What the files of the workspace say about each other. */
  readonly facts: WorkspaceFacts;
  /** The resources of the workspace. */
  readonly resources = new WorkspaceResources();
  /** The content and inputs of every file of the workspace. */
  readonly workspace: Workspace;
  /** The charts of the workspace, rendered. */
  readonly renderings: ChartRenderings;
  /** The kustomizations of the workspace, built. */
  readonly builds: KustomizationBuilds;
  readonly #link: ExplanationLink;
  readonly #judged = new Map<string, JudgedVersion>();
  /** Settles when the client's settings are known; nothing is judged before. */
  readonly started: Promise<void>;
  #start: () => void = () => {};
  #isStarted = false;
  #defersCostly = false;

  constructor(targets: TargetsOfFiles, link: ExplanationLink, isTrusted: boolean) {
    this.renderings = new ChartRenderings(isTrusted);
    this.builds = new KustomizationBuilds(isTrusted);
    this.targets = targets;
    this.#link = link;
    const facts = publishing(() => new WorkspaceFacts(() => targets.folder));
    this.facts = facts;
    this.workspace = publishing(() =>
      editorWorkspace({
        targets,
        definitionFiles: facts.definitionFiles,
        installations: facts.installations,
        deliveries: facts.deliveries,
        renderingsOf: (path, surfaces, text) => this.renderings.of(path, surfaces, text),
        builtOf: (path) => this.builds.of(path),
        isTrusted: () => this.renderings.isTrusted,
      }),
    );
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

  /** Whether the document is searched for manifests. */
  isJudged({ languageId, uri }: TextDocument): boolean {
    if (isConfigFile(uri) || isShownDefinition(uri) || isShownBeside(uri)) return false;
    if (isMarkdown(pathOf(uri))) return this.settings.markdown;
    // Editors differ in the language name of systemd units.
    if (judgedLanguages.has(languageId) || isUnitFile(pathOf(uri))) return true;
    return templateName.test(uri) && this.#isInChart(uri);
  }

  /**
   * The present version of the document, judged; undefined without settings.
   *
   * @param defersCostly whether costly parts may stay as in the previous version: {@link JudgedDocument.isStale}.
   */
  judge(document: TextDocument, defersCostly = this.#defersCostly): JudgedDocument | undefined {
    if (!this.isJudged(document)) return undefined;
    const { uri, version } = document;
    const known = this.#judged.get(uri);
    const valid = known?.version === version ? known.judged.get() : undefined;
    if (valid !== undefined && !(valid.value?.isStale === true && !defersCostly)) return valid.value;
    const memo = known?.memo ?? new VerdictMemo(remember);
    memo.supposed.defersCostly = defersCostly && known !== undefined;
    const judged = new Remembered(() => this.#judgeVersion(document, memo));
    this.#judged.set(uri, { version, judged, memo });
    return judged.last;
  }

  #judgeVersion(document: TextDocument, memo: VerdictMemo): JudgedDocument | undefined {
    const { uri, version } = document;
    const file = filePathOf(uri);
    const inputs = this.#inputsOf(uri);
    if (inputs === undefined) return undefined;
    const built = file === undefined ? undefined : this.builds.of(file);
    const applied = file === undefined ? undefined : this.targets.appliedOf(file);
    const text = { uri, version, path: pathOf(uri), text: document.getText(), built, applied };
    return judgeDocument(text, inputs, this.targets.of(uri), this.#link, memo);
  }

  /**
   * Answers a request about the present version of a document; undefined if it is not judged. Fixes and explanations are
   * only made now, and what they read counts as read for the document.
   */
  withJudged<Answer>(document: TextDocument, answer: (judged: JudgedDocument) => Answer): Answer | undefined {
    if (this.judge(document) === undefined) return undefined;
    return this.#judged.get(document.uri)?.judged.use((judged) => judged && answer(judged));
  }

  /** Whether the diagnostics of a document are still those that it had when it was last judged. */
  isCurrent({ uri, version }: TextDocument): boolean {
    const known = this.#judged.get(uri);
    return (
      !isConfigFile(uri) && (known === undefined || (known.version === version && known.judged.get() !== undefined))
    );
  }

  /** Everything that a document is judged with; undefined if its configuration is refused. */
  #inputsOf(uri: string): FileInputs | undefined {
    const file = filePathOf(uri);
    if (file !== undefined) return this.workspace.inputsOf(file);
    const installer = installerPathOf(uri);
    if (installer !== undefined) return this.workspace.inputsOfText('chart.yaml', installer);
    return this.workspace.inputsOfText(pathOf(uri), join(this.targets.folder, 'untitled.yaml'));
  }

  /** The user trusts the workspace. */
  trust(): void {
    this.renderings.trust();
    this.builds.trust();
  }

  /** Renders the chart of a document. Returns whether anything changed. */
  async renderAround({ uri }: TextDocument): Promise<boolean> {
    const file = filePathOf(uri);
    if (file === undefined) return false;
    const { surfaces } = this.targets.of(uri);
    return this.renderings.renderAround(file, surfaces, this.targets);
  }

  /** Helm's output for a template, or why there is none. */
  async shownRendered(uri: string): Promise<RenderedTemplateResult> {
    const file = filePathOf(uri);
    if (file === undefined) return { problem: 'Helm renders only files on disk.' };
    return this.renderings.shown(file, this.targets.of(uri).surfaces, this.targets);
  }

  /** From now on, the caller judges stale documents in full: {@link catchUp}. */
  flush(): void {
    this.#defersCostly = true;
  }

  /** Whether a part of a document's last version is still to be judged. */
  isStale(uri: string): boolean {
    return this.#judged.get(uri)?.judged.last?.isStale === true;
  }

  /** Judges the deferred parts of a document. */
  catchUp(document: TextDocument): void {
    if (this.isStale(document.uri)) this.judge(document, false);
  }

  /** The diagnostics of a document. */
  diagnostics(document: TextDocument): readonly Diagnostic[] {
    if (this.settings.workspaceDiagnostics === 'off') return [];
    if (isConfigFile(document.uri)) return configDiagnostics(this.targets, document);
    if (!this.isJudged(document)) return [];
    try {
      const judged = this.judge(document);
      if (judged !== undefined) {
        const leaves = this.#leavesSyntax(document);
        const found = judged.diagnosed.flatMap(({ diagnostic }) =>
          leaves && ofSyntax.has(String(diagnostic.code)) ? [] : [diagnostic],
        );
        const rest = [
          ...failureDiagnostics(judged.built, found),
          ...whyDisabled(judged),
          ...notApplied(judged),
          ...leftOut(judged.targets),
        ];
        return [...found, ...untakenBranches(judged), ...rest];
      }
    } catch (error) {
      return [atStart('internal-error', `This file could not be checked because of a bug in kubecompat: ${error}`)];
    }
    return [cannotJudge(this.targets.of(document.uri))];
  }

  /** Whether another extension reports the YAML errors of a document. None of them supports templates. */
  #leavesSyntax({ languageId, uri }: TextDocument): boolean {
    const { syntax } = this.settings;
    if (syntax !== 'auto') return syntax === 'off';
    return this.neighbours.syntax === true && languageId === 'yaml' && !this.#isInChart(uri);
  }

  #isInChart(uri: string): boolean {
    const file = filePathOf(uri);
    return file !== undefined && chartFolderOf(file) !== undefined;
  }

  /** Call when a document is closed. */
  forget(uri: string): void {
    this.#judged.delete(uri);
  }
}

/** The last judged version of a document, with the verdicts that the next one can use. */
interface JudgedVersion {
  readonly version: number;
  readonly judged: Remembered<JudgedDocument | undefined>;
  readonly memo: VerdictMemo;
}

/** Whether a document shows an earlier or converted manifest beside it: it is not judged. */
function isShownBeside(uri: string): boolean {
  return [previewScheme, renderedScheme, storedScheme, 'git'].some((scheme) => uri.startsWith(`${scheme}:`));
}

/** No findings would look like approval, so a file that Helm skips has a note on its first character. */
function whyDisabled({ inputs: { off } }: JudgedDocument): readonly Diagnostic[] {
  if (off === undefined) return [];
  return [noteAtStart('sub-chart-off', `This file is not checked: ${off}.`)];
}

/** Nothing else shows that no cluster gets a file: noted on its first character. */
function notApplied({ applied, analysis }: JudgedDocument): readonly Diagnostic[] {
  if (applied?.isNotApplied !== true || analysis.resources.length === 0) return [];
  const what = 'No cluster applies this file, although the repository applies others.';
  const remedy = 'Add it to a folder or kustomization that a cluster applies, or remove it.';
  return [noteAtStart('not-applied', `${what}\n${remedy}`)];
}

/** Readers of findings must know about ignored settings: noted on the first character. */
function leftOut({ problems, configFile, surfaces }: DocumentTargets): readonly Diagnostic[] {
  if (problems.length === 0) return [];
  const names = surfaces.map(({ name }) => name).join(', ');
  const what = `Checked against ${names} without the invalid settings of ${configFile ?? 'the settings'}.`;
  const diagnostic = atStart('configuration', [what, ...problems].join('\n'));
  return [{ ...diagnostic, severity: DiagnosticSeverity.Warning }];
}

/** No findings would look like approval, so an unjudged document has a note on its first character. */
function cannotJudge({ problems, configFile }: DocumentTargets): Diagnostic {
  return atStart(
    'configuration',
    [`This file is not checked: ${configFile ?? 'the settings'} cannot be used.`, ...problems].join('\n'),
  );
}
