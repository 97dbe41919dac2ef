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
import type { BuiltOfFile } from './builtOfFile.ts';
import type { PlannedBuild } from './plannedBuild.ts';

/** What builds need of those around them. */
export interface BuildDependencies {
  /** The kustomizations to build; undefined where they could not be looked for. */
  plan(): Promise<readonly PlannedBuild[] | undefined>;
  /** What was built, judged; undefined where that could not be done. */
  judge(built: BuildToJudge): Promise<readonly AddedToFile[] | undefined>;
  /** Whether the editor shows files that a kustomization is built from. */
  shows(plan: PlannedBuild): boolean;
  /** Whether the workspace is somewhere else than on disk. */
  isVirtual(): boolean;
  /** There may be something else to say of these files; absolute paths. */
  changed(paths: readonly string[]): void;
  /** Builds are asked for, and there will be none. */
  unavailable(why: string): void;
}

/** What became of all kustomizations of the workspace. */
export interface FinishedBuilds {
  /** Why the kustomization in a file was not built. */
  notBuilt(path: string): string | undefined;
}

const nothingBuilt: FinishedBuilds = { notBuilt: () => undefined };

/** More is built by no kustomization that people write, and takes long to judge. */
const mostBytes = 16 * 1024 * 1024;

/** How long nothing must have changed before something is built, and how many are built at a time. */
const pace = { quietMs: 300, atOnce: 2 };

/**
 * The kustomizations of the workspace as they are built, if the settings ask for that: each again when something that
 * it is built from is saved. Nothing is run before the user trusts the workspace, and nothing from outside of it is
 * built on.
 */
export class KustomizationBuilds {
  readonly #queue = new BuildQueue((path, signal) => this.#build(path, signal), pace);
  readonly #results = new BuildResults();
  readonly #planned = new Map<string, PlannedBuild>();
  /** What is to be built again when somebody wants to see it. */
  readonly #stale = new Set<string>();
  #options: KustomizeOptions = noSettings.kustomize;
  #isTrusted: boolean;
  #ground: BuildDependencies | undefined;
  #program: Promise<KustomizeProgram | undefined> | undefined;
  #soon: NodeJS.Timeout | undefined;
  #plans = 0;
  #toldWhy: string | undefined;

  constructor(isTrusted: boolean) {
    this.#isTrusted = isTrusted;
  }

  /** What builds go by from now on. */
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

  /** What builds say of a file. */
  of(path: string): BuiltOfFile | undefined {
    return this.#results.of(path);
  }

  /** What decides on verdicts has changed: nothing that is known counts any longer. */
  restart(): void {
    this.stop();
    this.#stale.clear();
    this.#planned.clear();
    const cleared = this.#results.clear();
    if (cleared.length > 0) this.#ground?.changed(cleared);
    this.search();
  }

  /** Files have come or gone. */
  search(): void {
    if (!this.#options.build || this.#ground === undefined) return;
    clearTimeout(this.#soon);
    const failed = (error: unknown) => this.#ground?.unavailable(`${error}`);
    this.#soon = setTimeout(() => void this.#start().catch(failed), pace.quietMs);
  }

  /** Files have other texts on disk. */
  changed(paths: readonly string[]): void {
    if (!this.#options.build) return;
    const changed = new Set(paths);
    for (const { path, reads } of this.#planned.values()) {
      if (!reads.some((read) => changed.has(read))) continue;
      this.#stale.add(path);
      // What is under way is of texts that there are no more.
      this.#queue.forget(path);
    }
    if (paths.some(isKustomization)) this.search();
    else this.look();
  }

  /** The editor shows other files. */
  look(quietMs = pace.quietMs): void {
    for (const path of this.#stale) {
      const plan = this.#planned.get(path);
      if (plan !== undefined && this.#ground?.shows(plan) === true && !this.#queue.isAsked(path)) {
        this.#queue.ask(path, quietMs);
      }
    }
  }

  /**
   * Builds everything that is not built, shown or not, and waits for it. What it gives stays as it is, whatever changes
   * later.
   */
  async finish(signal: AbortSignal): Promise<FinishedBuilds> {
    if (!this.#options.build || this.#ground === undefined) return nothingBuilt;
    const why = await this.#whyNot();
    // What decides may change meanwhile, and everything begins again then.
    const isOpen = () => why === undefined && this.#stale.size > 0;
    for (let latest = -1; (latest !== this.#plans || isOpen()) && !signal.aborted; ) {
      clearTimeout(this.#soon);
      latest = this.#plans + 1;
      await this.#plan(this.#ground);
      if (why !== undefined || latest !== this.#plans) continue;
      for (const path of this.#stale) this.#queue.ask(path, 0);
      await this.#queue.settled(signal);
    }
    const results = this.#results.copy();
    const planned = new Map(this.#planned);
    return {
      notBuilt: (path) =>
        why === undefined
          ? results.failure(path)?.message
          : planned.has(path)
            ? (planned.get(path)?.obstacle ?? why)
            : undefined,
    };
  }

  /** Ends all work. */
  stop(): void {
    clearTimeout(this.#soon);
    this.#plans++;
    this.#queue.forget();
  }

  async #start(): Promise<void> {
    const ground = this.#ground;
    const why = await this.#whyNot();
    if (ground === undefined) return;
    if (why === undefined) {
      await this.#plan(ground);
      this.look(0);
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

  /** Looks for kustomizations. What is built from other files than before is to be built again. */
  async #plan(ground: BuildDependencies): Promise<void> {
    const id = ++this.#plans;
    const plans = await ground.plan();
    // A later one may have overtaken this one.
    if (plans === undefined || id !== this.#plans) return;
    const known = new Map(this.#planned);
    this.#planned.clear();
    this.#results.use(plans.map(({ path }) => path));
    for (const plan of plans) {
      if (JSON.stringify(known.get(plan.path)) !== JSON.stringify(plan)) this.#stale.add(plan.path);
      this.#planned.set(plan.path, plan);
      known.delete(plan.path);
    }
    for (const path of known.keys()) {
      this.#stale.delete(path);
      this.#queue.forget(path);
      ground.changed(this.#results.take(path, undefined));
    }
  }

  async #build(path: string, signal: AbortSignal): Promise<void> {
    const plan = this.#planned.get(path);
    if (plan === undefined || this.#ground === undefined) return;
    this.#stale.delete(path);
    const mistake = (error: unknown) => failed(`a bug in kubecompat: ${error}`, true);
    const outcome = await this.#outcome(plan, this.#ground, signal).catch(mistake);
    if (!signal.aborted) this.#ground.changed(this.#results.take(path, outcome));
  }

  async #outcome(plan: PlannedBuild, ground: BuildDependencies, signal: AbortSignal): Promise<BuildOutcome> {
    const { path, file, tree, sources, obstacle } = plan;
    if (obstacle !== undefined) return failed(obstacle, false);
    const program = await this.#program;
    if (program === undefined) return failed(noKustomize, false);
    const bounds = { signal, most: { ms: this.#options.timeout * 1000, bytes: mostBytes } };
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

/** Why nothing is built before the user trusts the workspace; the editor itself says that it is not trusted. */
export const untrusted = 'the workspace is not trusted';
