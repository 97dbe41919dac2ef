import { resolve } from 'node:path';
import type { Diagnostic } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { analyze } from '../../analyze.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import type { Analysis } from '../../judge/analysis.ts';
import { chartAround } from '../../workspace/charts/charts.ts';
import { CommittedDefinitions } from '../../workspace/definitions/committed.ts';
import { withDefinitions } from '../../workspace/definitions/definitionFiles.ts';
import { readText } from '../../workspace/disk/readFile.ts';
import { judgeBuild } from '../../workspace/judging/judgeBuild.ts';
import { SourceFile } from '../../workspace/judging/sourceFile.ts';
import { Kustomizations } from '../../workspace/kustomize/kustomizations.ts';
import { today } from '../../workspace/settings/today.ts';
import { readCatalog } from '../../workspace/shipped/catalogFile.ts';
import { type BuiltOfFile, digestOf, failureDiagnostics } from '../builds/builtOfFile.ts';
import type { AddedToFile } from '../builds/plannedBuild.ts';
import { configDiagnostics, isConfigFile } from '../configDiagnostics.ts';
import { explanationLink } from '../features/explain.ts';
import { judgeDocument } from '../judgedDocument.ts';
import { type DocumentTargets, TargetsOfFiles } from '../targets.ts';
import { atStart, type ExplanationLink } from '../toDiagnostic.ts';
import { pathOf, uriOf } from '../uris.ts';
import type { BuildToJudge, ClosedFile, ClosedOutcome, Environment, JudgedFile } from './environment.ts';

/** Says of files on disk what is said of them when they are open, charts as they stand: nothing is rendered. */
export class ClosedJudge {
  readonly #targets: TargetsOfFiles;
  readonly #link: ExplanationLink;
  readonly #committed = new CommittedDefinitions();
  readonly #extend: ReturnType<typeof withDefinitions>;
  readonly #extended = new WeakMap<readonly ApiSurface[], readonly ApiSurface[]>();
  #kustomizations = new Kustomizations();

  constructor({ folder, override, settings, definitions, explainScheme }: Environment) {
    this.#targets = new TargetsOfFiles(readCatalog(), override, folder);
    this.#targets.settings(settings);
    this.#link = explanationLink(explainScheme);
    this.#extend = withDefinitions(definitions);
  }

  /** Files that others are judged by may have changed. */
  forgetContexts(): void {
    this.#kustomizations = new Kustomizations();
  }

  /** Judges a file. Whatever goes wrong concerns this file alone. */
  judge({ path, known, built }: ClosedFile): JudgedFile {
    const content = readText(path);
    if (!content.ok) return { path, digest: '', outcome: outcomeOf([]) };
    const digest = digestOf(content.text);
    if (digest === known) return { path, digest };
    try {
      return { path, digest, outcome: this.#outcome(path, content.text, built) };
    } catch (error) {
      const message = `This file could not be judged because of a mistake in kubecompat: ${error}`;
      return { path, digest, outcome: outcomeOf([atStart('internal-error', message)]) };
    }
  }

  #outcome(path: string, text: string, built: BuiltOfFile | undefined): ClosedOutcome {
    const uri = uriOf(path);
    if (isConfigFile(uri)) {
      return outcomeOf(configDiagnostics(this.#targets, TextDocument.create(uri, 'yaml', 0, text)));
    }
    const targets = this.#targets.ofPath(path);
    const { configFile, problems } = targets;
    const config = configFile === undefined ? undefined : resolve(this.#targets.folder, configFile);
    // What is wrong with a configuration is said in it, once, and not in each of its files.
    if (problems.length > 0) return { ...outcomeOf([]), config };
    const document = {
      uri,
      version: 0,
      path: pathOf(uri),
      text,
      context: this.#kustomizations.contextOf(path),
      committed: this.#committed.of(path, text),
      rendered: undefined,
      built,
    };
    const { diagnosed, analysis } = judgeDocument(
      document,
      this.#withDefinitions(targets),
      this.#link,
      undefined,
      chartAround(path),
      today(),
    );
    const diagnostics = [...diagnosed.map(({ diagnostic }) => diagnostic), ...failureDiagnostics(built)];
    const custom =
      text.includes('CustomResourceDefinition') || analysis.packed !== undefined || hasCustomResource(analysis);
    return { ...outcomeOf(diagnostics), resources: analysis.resources.length, custom, config };
  }

  /** Judges what was built of a kustomization: what that adds to the files that it was built from. */
  judgeBuild({ sources: allowed, ...built }: BuildToJudge): readonly AddedToFile[] {
    const kustomizations = new Kustomizations();
    const sources = new Map<string, { readonly digest: string; readonly source: SourceFile } | undefined>();
    const wanted = new Set(allowed);
    const sourceOf = (path: string) => {
      if (!wanted.has(path)) return undefined;
      if (!sources.has(path)) sources.set(path, this.#source(path, kustomizations));
      return sources.get(path)?.source;
    };
    judgeBuild(built, this.#withDefinitions(this.#targets.ofPath(built.path)).surfaces, kustomizations, sourceOf);
    return [...sources].flatMap(([path, found]) => {
      const added = found?.source.added ?? [];
      return found === undefined || added.length === 0 ? [] : [{ path, digest: found.digest, added }];
    });
  }

  #source(path: string, kustomizations: Kustomizations) {
    const content = readText(path);
    const { surfaces, problems } = this.#withDefinitions(this.#targets.ofPath(path));
    if (!content.ok || problems.length > 0) return undefined;
    const analysis = analyze(content.text, pathOf(uriOf(path)), surfaces, { context: kustomizations.contextOf(path) });
    return { digest: digestOf(content.text), source: new SourceFile(analysis) };
  }

  #withDefinitions(targets: DocumentTargets): DocumentTargets {
    let surfaces = this.#extended.get(targets.surfaces);
    if (surfaces === undefined) {
      ({ surfaces } = this.#extend(targets));
      this.#extended.set(targets.surfaces, surfaces);
    }
    return { ...targets, surfaces };
  }
}

function outcomeOf(diagnostics: readonly Diagnostic[]): ClosedOutcome {
  const resultId = diagnostics.length === 0 ? 'clean' : digestOf(JSON.stringify(diagnostics));
  return { diagnostics, resultId, resources: 0, custom: false, config: undefined };
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
