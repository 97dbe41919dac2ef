import { dirname, join, resolve } from 'node:path';
import { analyze } from '../../analyze.ts';
import type { Finding } from '../../finding.ts';
import { originOf } from '../../kustomize/origin.ts';
import { locate } from '../../manifest/lookup.ts';
import { withDefinitions } from '../definitions/definitionFiles.ts';
import { readText } from '../disk/readFile.ts';
import {
  isKustomization,
  type Kustomization,
  Kustomizations,
  kustomizationNames,
} from '../kustomize/kustomizations.ts';
import { KustomizeBuilds } from '../kustomize/kustomizeBuild.ts';
import type { FileSettings } from '../settings/targetSelection.ts';
import { placeFinding, type SourceFile, withAdded } from './builtFindings.ts';
import type { JudgeSettings } from './judgeBlocks.ts';
import type { FileOutcome } from './judgeFile.ts';
import type { FileToJudge } from './judgeFiles.ts';

/** What became of files when the kustomizations among them were built. */
export interface BuiltOutcomes {
  readonly outcomes: readonly FileOutcome[];
  /** The folders of the kustomizations that were built, or built upon. */
  readonly folders: ReadonlySet<string>;
}

/**
 * Builds the kustomizations among the files that no other one builds upon, judges what comes out, and says of the
 * sources what their own judgement does not. Nothing is fetched: a kustomization with parts from elsewhere, or with
 * parts that are missing, is left alone and counted.
 */
export function judgeBuilt(
  files: readonly FileToJudge[],
  outcomes: readonly FileOutcome[],
  how: JudgeSettings,
): BuiltOutcomes {
  const run = new BuildRun(files, outcomes, how);
  for (const root of run.roots()) run.judge(root);
  return { outcomes: run.result(), folders: run.built };
}

class BuildRun {
  /** The folders of the kustomizations that were built, or built upon. */
  readonly built = new Set<string>();
  readonly #files: readonly FileToJudge[];
  readonly #outcomes: FileOutcome[];
  readonly #how: JudgeSettings;
  readonly #index: ReadonlyMap<string, number>;
  readonly #kustomizations = new Kustomizations();
  readonly #builds = new KustomizeBuilds();
  readonly #withDefinitions: (settings: FileSettings) => FileSettings;
  readonly #sources = new Map<string, SourceFile | undefined>();

  constructor(files: readonly FileToJudge[], outcomes: readonly FileOutcome[], how: JudgeSettings) {
    this.#files = files;
    this.#outcomes = [...outcomes];
    this.#how = how;
    this.#index = new Map(files.map(({ path }, index) => [path, index]));
    const defining = files.filter((_, index) => (outcomes[index]?.customKinds.defined.length ?? 0) > 0);
    this.#withDefinitions = withDefinitions(defining);
  }

  /** The kustomizations that nobody builds upon. */
  roots(): readonly FileToJudge[] {
    const all = this.#files.filter(({ path }) => isKustomization(path));
    const used = new Set(all.flatMap(({ path }) => (this.#kustomizations.localTree(dirname(path)) ?? []).slice(1)));
    return all.filter(
      ({ path }) => !used.has(dirname(path)) && this.#kustomizations.of(dirname(path))?.isComponent === false,
    );
  }

  judge(root: FileToJudge): void {
    const folder = dirname(root.path);
    const tree = this.#kustomizations.localTree(folder);
    if (tree === undefined) {
      this.#notBuilt(root, 'it names what is not here');
      return;
    }
    const build = this.#builds.build(folder);
    if (!build.ok) {
      this.#notBuilt(root, build.message);
      return;
    }
    for (const one of tree) this.built.add(one);
    const { surfaces } = this.#withDefinitions(root.settings);
    const patches = this.#patchesOf(tree);
    for (const { resource, verdicts } of analyze(build.text, 'built.yaml', surfaces).resources) {
      const origin = originOf(resource);
      const source = origin === undefined ? undefined : this.#source(resolve(build.folder, origin));
      for (const { surface, findings } of verdicts) {
        for (const found of findings) {
          const why = `${found.why} So it is in what ${root.file} builds.`;
          const finding = { ...found, why, fixes: [] };
          const placed =
            source !== undefined && placeFinding({ built: resource, target: surface.name, finding }, source, patches);
          if (!placed) this.#atKustomization(root, surface.name, finding);
        }
      }
    }
  }

  result(): readonly FileOutcome[] {
    for (const [path, source] of this.#sources) {
      const index = this.#index.get(path) ?? -1;
      const file = this.#files[index];
      const outcome = this.#outcomes[index];
      if (source === undefined || file === undefined || outcome === undefined || source.added.length === 0) continue;
      const { notJudged } = outcome.report;
      const text = this.#how.keepSource ? source.analysis.manifest.text : undefined;
      this.#outcomes[index] = {
        ...outcome,
        report: { ...withAdded(source, file, this.#how.today), notJudged },
        source: text,
      };
    }
    return this.#outcomes;
  }

  /** What a kustomization makes by itself has no other place. */
  #atKustomization(root: FileToJudge, target: string, found: Finding): void {
    const source = this.#source(root.path);
    const document = source?.analysis.manifest.documents[0];
    if (source === undefined || document?.root === undefined) return;
    const { key } = locate(document.root, '');
    const finding = { ...found, span: key };
    source.added.push({ resource: undefined, document: document.index, target, finding });
  }

  #notBuilt(root: FileToJudge, why: string): void {
    const index = this.#index.get(root.path);
    const outcome = index === undefined ? undefined : this.#outcomes[index];
    if (index === undefined || outcome === undefined) return;
    const entry = { file: root.file, document: 0, reason: 'not-built' as const, detail: `It was not built: ${why}` };
    const report = { ...outcome.report, notJudged: [...outcome.report.notJudged, entry] };
    this.#outcomes[index] = { ...outcome, report };
  }

  #patchesOf(tree: readonly string[]): readonly SourceFile[] {
    const paths = [...tree]
      .reverse()
      .flatMap((folder) => [
        ...kustomizationNames.map((name) => join(folder, name)).filter((path) => this.#index.has(path)),
        ...patchesNamedBy(this.#kustomizations.of(folder)),
      ]);
    return paths.flatMap((path) => this.#source(path) ?? []);
  }

  /** A file of this run, judged by itself; undefined for others. */
  #source(path: string): SourceFile | undefined {
    if (this.#sources.has(path)) return this.#sources.get(path);
    const index = this.#index.get(path) ?? -1;
    const file = this.#files[index];
    const outcome = this.#outcomes[index];
    const content = file === undefined ? undefined : readText(path);
    let source: SourceFile | undefined;
    if (file !== undefined && outcome !== undefined && content?.ok === true) {
      const context = this.#kustomizations.contextOf(path);
      const analysis = analyze(content.text, file.file, file.settings.surfaces, { context });
      source = { analysis, report: outcome.report, added: [] };
    }
    this.#sources.set(path, source);
    return source;
  }
}

function patchesNamedBy(kustomization: Kustomization | undefined): readonly string[] {
  return [...(kustomization?.parts ?? [])].flatMap(([path, { patch }]) => (patch ? [path] : []));
}
