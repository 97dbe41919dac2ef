import { dirname } from 'node:path';
import { isKustomization } from '../../workspace/kustomize/kustomizationNames.ts';
import {
  buildKustomization,
  findKustomize,
  type KustomizeProgram,
  noKustomize,
} from '../../workspace/kustomize/kustomizeBuild.ts';
import type { AddedToFile } from '../../workspace/model/addedToFile.ts';
import { whyNoPrograms } from '../../workspace/programs/externalTool.ts';
import type { BuildToJudge } from '../closed/environment.ts';
import { type KustomizeOptions, noSettings } from '../settings.ts';
import { BuildQueue } from './buildQueue.ts';
import { type BuildOutcome, BuildResults } from './buildResults.ts';
import type { BuildToRun } from './buildToRun.ts';
import type { BuiltOfFile } from './builtOfFile.ts';

/** The dependencies of builds. */
export interface BuildDependencies {
  /** The kustomizations to build; undefined if the search failed. */
  buildsToRun(): Promise<readonly BuildToRun[] | undefined>;
  /** Judges the output of a build; undefined if that failed. */
  judge(built: BuildToJudge): Promise<readonly AddedToFile[] | undefined>;
  /** Whether the editor shows files that a kustomization is built from. */
  shows(build: BuildToRun): boolean;
  /** Whether the workspace is not on disk. */
  isVirtual(): boolean;
  /** Called with files whose findings may have changed; absolute paths. */
  changed(paths: readonly string[]): void;
  /** Called when builds are requested but not possible. */
  unavailable(why: string): void;
}

/** The results of all kustomizations of the workspace. */
export interface FinishedBuilds {
  /** Why the kustomization in a file was not built. */
  notBuilt(path: string): string | undefined;
}

const nothingBuilt: FinishedBuilds = { notBuilt: () => undefined };

/** Larger outputs are not built from hand-written kustomizations, and take long to judge. */
const maxBytes = 16 * 1024 * 1024;

/** How long files must be quiet before a build, and the number of concurrent builds. */
const pace = { quietMs: 300, concurrency: 2 };

/**
 * Builds the kustomizations of the workspace, if enabled in the settings, each again when one of its inputs is saved.
 * Nothing runs before the user trusts the workspace, and nothing outside of it is used as a base.
 */
export class KustomizationBuilds {
  readonly #queue = new BuildQueue((path, signal) => this.#build(path, signal), pace);
  readonly #results = new BuildResults();
  readonly #builds = new Map<string, BuildToRun>();
  /** The builds to repeat on demand. */
  readonly #stale = new Set<string>();
  #options: KustomizeOptions = noSettings.kustomize;
  #isTrusted: boolean;
  #ground: BuildDependencies | undefined;
  #program: Promise<KustomizeProgram | undefined> | undefined;
  #soon: NodeJS.Timeout | undefined;
  #searches = 0;
  #toldWhy: string | undefined;

  constructor(isTrusted: boolean) {
    this.#isTrusted = isTrusted;
  }

  /** Sets the dependencies of builds. */
  attach(ground: BuildDependencies): void {
    this.#ground = ground;
  }

  /** The user trusts the workspace. */
  trust(): void {
    this.#isTrusted = true;
    this.restart();
  }

  /** Takes the editor's settings. */
  use(options: KustomizeOptions): void {
    const before = this.#options;
    if (options.build === before.build && options.path === before.path && options.timeout === before.timeout) return;
    this.#options = options;
    this.#program = undefined;
    this.#toldWhy = undefined;
    this.restart();
  }

  /** The build results of a file. */
  of(path: string): BuiltOfFile | undefined {
    return this.#results.of(path);
  }

  /** Call when anything that decides verdicts changes: drops all results. */
  restart(): void {
    this.stop();
    this.#stale.clear();
    this.#builds.clear();
    const cleared = this.#results.clear();
    if (cleared.length > 0) this.#ground?.changed(cleared);
    this.search();
  }

  /** Call when files were created or deleted. */
  search(): void {
    if (!this.#options.build || this.#ground === undefined) return;
    clearTimeout(this.#soon);
    const failed = (error: unknown) => this.#ground?.unavailable(`${error}`);
    this.#soon = setTimeout(() => void this.#start().catch(failed), pace.quietMs);
  }

  /** Call when files on disk have changed. */
  changed(paths: readonly string[]): void {
    if (!this.#options.build) return;
    const changed = new Set(paths);
    for (const { path, reads } of this.#builds.values()) {
      if (!reads.some((read) => changed.has(read))) continue;
      this.#stale.add(path);
      // The running build has outdated inputs.
      this.#queue.forget(path);
    }
    if (paths.some(isKustomization)) this.search();
    else this.buildShown();
  }

  /** Call when the editor shows other files. */
  buildShown(quietMs = pace.quietMs): void {
    for (const path of this.#stale) {
      const build = this.#builds.get(path);
      if (build !== undefined && this.#ground?.shows(build) === true && !this.#queue.isAsked(path)) {
        this.#queue.ask(path, quietMs);
      }
    }
  }

  /** Builds everything that is not built and waits for it. The result does not change afterwards. */
  async finish(signal: AbortSignal): Promise<FinishedBuilds> {
    if (!this.#options.build || this.#ground === undefined) return nothingBuilt;
    const why = await this.#whyNot();
    // The inputs may change meanwhile, which restarts everything.
    const isOpen = () => why === undefined && this.#stale.size > 0;
    for (let latest = -1; (latest !== this.#searches || isOpen()) && !signal.aborted; ) {
      clearTimeout(this.#soon);
      latest = this.#searches + 1;
      await this.#findBuilds(this.#ground);
      if (why !== undefined || latest !== this.#searches) continue;
      for (const path of this.#stale) this.#queue.ask(path, 0);
      await this.#queue.settled(signal);
    }
    const results = this.#results.copy();
    const builds = new Map(this.#builds);
    return {
      notBuilt: (path) =>
        why === undefined
          ? results.failure(path)?.message
          : builds.has(path)
            ? (builds.get(path)?.obstacle ?? why)
            : undefined,
    };
  }

  /** Ends all work. */
  stop(): void {
    clearTimeout(this.#soon);
    this.#searches++;
    this.#queue.forget();
  }

  async #start(): Promise<void> {
    const ground = this.#ground;
    const why = await this.#whyNot();
    if (ground === undefined) return;
    if (why === undefined) {
      await this.#findBuilds(ground);
      this.buildShown(0);
    } else if (why !== this.#toldWhy) {
      this.#toldWhy = why;
      ground.unavailable(why);
    }
  }

  async #whyNot(): Promise<string | undefined> {
    if (whyNoPrograms !== undefined) return whyNoPrograms;
    if (this.#ground?.isVirtual() === true) return 'its files are not on disk';
    if (!this.#isTrusted) return untrusted;
    const { path } = this.#options;
    this.#program ??= findKustomize(path).catch(() => undefined);
    if ((await this.#program) !== undefined) return undefined;
    return path === '' ? noKustomize : `kubecompat.kustomize.path is not a program: ${path}`;
  }

  /** Searches for kustomizations. Those with changed inputs are built again. */
  async #findBuilds(ground: BuildDependencies): Promise<void> {
    const id = ++this.#searches;
    const builds = await ground.buildsToRun();
    // A later one may have overtaken this one.
    if (builds === undefined || id !== this.#searches) return;
    const known = new Map(this.#builds);
    this.#builds.clear();
    this.#results.use(builds.map(({ path }) => path));
    for (const build of builds) {
      if (JSON.stringify(known.get(build.path)) !== JSON.stringify(build)) this.#stale.add(build.path);
      this.#builds.set(build.path, build);
      known.delete(build.path);
    }
    for (const path of known.keys()) {
      this.#stale.delete(path);
      this.#queue.forget(path);
      ground.changed(this.#results.take(path, undefined));
    }
  }

  async #build(path: string, signal: AbortSignal): Promise<void> {
    const build = this.#builds.get(path);
    if (build === undefined || this.#ground === undefined) return;
    this.#stale.delete(path);
    const mistake = (error: unknown) => failed(`a bug in kubecompat: ${error}`, true);
    const outcome = await this.#outcome(build, this.#ground, signal).catch(mistake);
    if (!signal.aborted) this.#ground.changed(this.#results.take(path, outcome));
  }

  async #outcome(buildToRun: BuildToRun, ground: BuildDependencies, signal: AbortSignal): Promise<BuildOutcome> {
    const { path, file, tree, sources, obstacle } = buildToRun;
    if (obstacle !== undefined) return failed(obstacle, false);
    const program = await this.#program;
    if (program === undefined) return failed(noKustomize, false);
    const bounds = { signal, max: { ms: this.#options.timeout * 1000, bytes: maxBytes } };
    const build = await buildKustomization(dirname(path), program, bounds);
    if (!build.ok) return failed(build.message, true);
    const { text, folder } = build;
    const added = signal.aborted ? [] : await ground.judge({ path, file, tree, sources, text, folder });
    return added === undefined ? failed('its output could not be checked', true) : { ok: true, added };
  }
}

function failed(message: string, wasTried: boolean): BuildOutcome {
  return { ok: false, failure: { message, wasTried } };
}

/** Why nothing is built before the user trusts the workspace; the editor shows that itself. */
export const untrusted = 'the workspace is not trusted';
