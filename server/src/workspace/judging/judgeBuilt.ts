import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { analyze } from '../../analyze.ts';
import { withDefinitions } from '../definitions/definitionFiles.ts';
import { readText } from '../disk/readFile.ts';
import { isKustomization, Kustomizations } from '../kustomize/kustomizations.ts';
import {
  type Build,
  buildKustomization,
  findKustomize,
  type KustomizeProgram,
  noKustomize,
} from '../kustomize/kustomizeBuild.ts';
import { obstacleTo } from '../kustomize/obstacle.ts';
import type { FileSettings } from '../settings/targetSelection.ts';
import { reportWithAdded } from './builtReport.ts';
import type { JudgeSettings } from './judgeBlocks.ts';
import { judgeBuild, kustomizationRoots, notBuilt } from './judgeBuild.ts';
import type { FileOutcome } from './judgeFile.ts';
import type { FileToJudge } from './judgeFiles.ts';
import { SourceFile } from './sourceFile.ts';

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
export async function judgeBuilt(
  files: readonly FileToJudge[],
  outcomes: readonly FileOutcome[],
  how: JudgeSettings,
): Promise<BuiltOutcomes> {
  const run = new BuildRun(files, outcomes, how);
  const roots = run.roots();
  const program = roots.length === 0 ? undefined : await findKustomize();
  // While one is judged, the next ones are built.
  const builds: Promise<Build>[] = [];
  const ahead = Math.min(mostAtOnce, availableParallelism());
  for (const [index, root] of roots.entries()) {
    for (const next of roots.slice(index + builds.length, index + ahead)) builds.push(run.build(next, program));
    const build = await builds.shift();
    if (build !== undefined) run.take(root, build);
  }
  return { outcomes: run.result(), folders: run.built };
}

const mostAtOnce = 4;

class BuildRun {
  /** The folders of the kustomizations that were built, or built upon. */
  readonly built = new Set<string>();
  readonly #files: readonly FileToJudge[];
  readonly #outcomes: FileOutcome[];
  readonly #how: JudgeSettings;
  readonly #index: ReadonlyMap<string, number>;
  readonly #kustomizations = new Kustomizations();
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

  roots(): readonly FileToJudge[] {
    const all = this.#files.filter(({ path }) => isKustomization(path));
    return kustomizationRoots(all, this.#kustomizations);
  }

  async build({ path }: FileToJudge, program: KustomizeProgram | undefined): Promise<Build> {
    const folder = dirname(path);
    const obstacle = obstacleTo(folder, this.#kustomizations);
    if (obstacle !== undefined) return { ok: false, message: obstacle };
    return program === undefined ? { ok: false, message: noKustomize } : buildKustomization(folder, program);
  }

  take(root: FileToJudge, build: Build): void {
    if (!build.ok) {
      this.#notBuilt(root, build.message);
      return;
    }
    const tree = this.#kustomizations.tree(dirname(root.path));
    for (const one of tree) this.built.add(one);
    const { surfaces } = this.#withDefinitions(root.settings);
    judgeBuild({ ...root, ...build, tree }, surfaces, this.#kustomizations, (path) => this.#source(path));
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
        report: { ...reportWithAdded(outcome.report, source, file, this.#how.today), notJudged },
        source: text,
      };
    }
    return this.#outcomes;
  }

  #notBuilt({ path, file }: FileToJudge, why: string): void {
    const index = this.#index.get(path);
    const outcome = index === undefined ? undefined : this.#outcomes[index];
    if (index === undefined || outcome === undefined) return;
    const report = { ...outcome.report, notJudged: [...outcome.report.notJudged, notBuilt(file, why)] };
    this.#outcomes[index] = { ...outcome, report };
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
      source = new SourceFile(analysis, outcome.report.findings);
    }
    this.#sources.set(path, source);
    return source;
  }
}
