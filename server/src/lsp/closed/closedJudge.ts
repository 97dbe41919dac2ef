import { resolve } from 'node:path';
import type { Diagnostic } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Analysis } from '../../judge/analysis.ts';
import { addCounts, countNotJudged } from '../../report/coverage.ts';
import { shareOf } from '../../report/share.ts';
import type { DefinitionFile } from '../../workspace/definitions/definitionFile.ts';
import { definitionsOf } from '../../workspace/definitions/definitionSource.ts';
import { sha256 } from '../../workspace/disk/sha256.ts';
import { judgeBuild } from '../../workspace/judging/judgeBuild.ts';
import { SourceFiles } from '../../workspace/judging/sourceFile.ts';
import type { AddedToFile } from '../../workspace/model/addedToFile.ts';
import { Workspace } from '../../workspace/model/workspace.ts';
import { readCatalog } from '../../workspace/shipped/catalogFile.ts';
import { type BuiltOfFile, failureDiagnostics } from '../builds/builtOfFile.ts';
import { configDiagnostics, isConfigFile } from '../configDiagnostics.ts';
import { EditorContext } from '../editorContext.ts';
import { explanationLink } from '../features/explain.ts';
import { judgeDocument } from '../judgedDocument.ts';
import { TargetsOfFiles } from '../targets.ts';
import { atStart, type ExplanationLink } from '../toDiagnostic.ts';
import { pathOf, uriOf } from '../uris.ts';
import { WorkspaceClusters } from '../workspaceClusters.ts';
import type { BuildToJudge, ClosedFile, ClosedOutcome, Environment, JudgedFile } from './environment.ts';

/** Judges files on disk like open ones, with unrendered charts. */
export class ClosedJudge {
  readonly #targets: TargetsOfFiles;
  readonly #link: ExplanationLink;
  readonly #workspace: Workspace;
  /** The build results of the judged files. */
  readonly #built = new Map<string, BuiltOfFile>();

  constructor({
    folder,
    override,
    settings,
    definitions,
    installations,
    deliveries,
    isTrusted,
    explainScheme,
  }: Environment) {
    const clusters = new WorkspaceClusters();
    clusters.take(deliveries, folder);
    const targets = new TargetsOfFiles(readCatalog(), override, folder, clusters);
    targets.settings(settings);
    this.#targets = targets;
    this.#link = explanationLink(explainScheme);
    const files = definitions.map((file): DefinitionFile => ({ ...file, text: undefined, groups: undefined }));
    const source =
      files.length === 0
        ? undefined
        : definitionsOf(
            () => files,
            () => this.#workspace.definitions,
          );
    const ground = new EditorContext({
      targets,
      definitions: () => source,
      installations: () => installations,
      openText: () => undefined,
      renderingsOf: () => undefined,
      builtOf: (path) => this.#built.get(path),
      isTrusted: () => isTrusted,
    });
    this.#workspace = new Workspace(ground);
  }

  /** Files that others are judged by may have changed. */
  forgetContexts(): void {
    this.#workspace.forget();
  }

  /** Judges a file. Failures affect only this file. */
  judge({ path, known, built }: ClosedFile): JudgedFile {
    const content = this.#workspace.textOf(path);
    if (!content.ok) return { path, digest: '', outcome: { ...outcomeOf([]), share: countNotJudged('unreadable') } };
    const digest = sha256(content.text);
    if (digest === known) return { path, digest };
    try {
      return { path, digest, outcome: this.#outcome(path, content.text, built) };
    } catch (error) {
      const message = `This file could not be checked because of a bug in kubecompat: ${error}`;
      const outcome = outcomeOf([atStart('internal-error', message)]);
      return { path, digest, outcome: { ...outcome, share: countNotJudged('internal-error') } };
    }
  }

  #outcome(path: string, text: string, built: BuiltOfFile | undefined): ClosedOutcome {
    const uri = uriOf(path);
    if (isConfigFile(uri)) {
      return outcomeOf(configDiagnostics(this.#targets, TextDocument.create(uri, 'yaml', 0, text)));
    }
    const targets = this.#targets.ofPath(path);
    const config = targets.configFile === undefined ? undefined : resolve(this.#targets.folder, targets.configFile);
    if (built === undefined) this.#built.delete(path);
    else this.#built.set(path, built);
    const inputs = this.#workspace.inputsOf(path);
    // Problems of a configuration are reported in it, once, and not in each of its files.
    if (inputs === undefined) return { ...outcomeOf([]), config, share: countNotJudged('bad-configuration') };
    const document = { uri, version: 0, path: pathOf(uri), text, built, applied: this.#targets.appliedOf(path) };
    const { diagnosed, analysis } = judgeDocument(document, inputs, targets, this.#link, undefined);
    const found = diagnosed.map(({ diagnostic }) => diagnostic);
    const diagnostics = [...found, ...failureDiagnostics(built, found)];
    const custom =
      text.includes('CustomResourceDefinition') || analysis.packed !== undefined || hasCustomResource(analysis);
    const [resources, share] = [analysis.resources.length, shareOf(analysis)];
    return { ...outcomeOf(diagnostics), resources, share, custom, config };
  }

  /** Judges the output of a build: returns what it adds to its source files. */
  judgeBuild({ sources: allowed, ...built }: BuildToJudge): readonly AddedToFile[] {
    this.#workspace.forget();
    const wanted = new Set(allowed);
    const sources = new SourceFiles(this.#workspace, (path) => wanted.has(path));
    judgeBuild(built, this.#workspace, sources);
    return sources.added();
  }
}

function outcomeOf(diagnostics: readonly Diagnostic[]): ClosedOutcome {
  const resultId = diagnostics.length === 0 ? 'clean' : sha256(JSON.stringify(diagnostics));
  return { diagnostics, resultId, resources: 0, share: addCounts([]), custom: false, config: undefined };
}

/** Whether a resource is of a custom kind, known or not. */
function hasCustomResource({ resources }: Analysis): boolean {
  return resources.some(({ verdicts }) =>
    verdicts.some(({ availability }) =>
      availability.state === 'served'
        ? availability.resource.custom !== undefined
        : availability.state.startsWith('custom'),
    ),
  );
}
