import { dirname, relative, resolve as resolvePath, sep } from 'node:path';
import type { Catalog } from '../../catalog/catalog.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { hasNoTargetsFor, type LiveTarget, severityFor, targetNamesFor } from '../../config/config.ts';
import { noPolicy, type SeverityLevels, type SeverityPolicy } from '../../config/severity.ts';
import { withConversions } from '../../conversion/declared.ts';
import { withDeprecations } from '../../crd/deprecations.ts';
import type { LiveSnapshot } from '../../live/snapshot.ts';
import type { ReportedSurface } from '../../report/buildReport.ts';
import { compareText } from '../../report/order.ts';
import type { Target } from '../../targets/target.ts';
import type { ClusterOfFile, ClustersOfFiles } from '../delivery/clustersOfFiles.ts';
import { textOrEmpty } from '../disk/textOrEmpty.ts';
import { tracks } from '../ground/graph.ts';
import { Configs, type LoadedConfig, type SettingProblem } from './configs.ts';
import { type FleetTargets, loadFleet } from './fleetTargets.ts';
import { allHelmValues, helmValuesOf } from './helmValues.ts';
import { type LoadedRules, loadRules } from './ruleFiles.ts';
import { filesWithDefinitions } from './targetCrds.ts';
import { type ClusterCopy, TargetResolver } from './targetResolver.ts';

/** The targets on the command line; they replace configured ones. */
export type TargetRequest =
  | { readonly kind: 'configured' }
  | { readonly kind: 'expressions'; readonly expressions: readonly string[] }
  /** The file of a fleet, relative to the working folder. */
  | { readonly kind: 'fleet'; readonly file: string }
  | { readonly kind: 'flags'; readonly name: string; readonly target: Target };

/** How strict a selection is. */
export interface SelectionOptions {
  /** Whether the user typed the request, so that it may name files outside of the working folder. */
  readonly trusted?: boolean;
  /**
   * Whether an error only invalidates its own setting: for editors, where a configuration is being written. Otherwise a
   * configuration with an error is refused as a whole.
   */
  readonly tolerant?: boolean;
  /** The locations of cluster copies read for this run, by context, for targets `context=NAME`. */
  readonly clusters?: ReadonlyMap<string, ClusterCopy> | undefined;
}

/** The targets and severities that a file is judged with. */
export interface FileSettings {
  readonly surfaces: readonly ApiSurface[];
  readonly severity: SeverityPolicy;
}

/**
 * Chooses the targets of each file, in this order: the command line, the nearest configuration upwards,
 * the clusters that the file is applied to, the newest minor of the catalogue. Targets are resolved lazily; failures
 * are collected in `problems`.
 */
export class TargetSelection {
  readonly problems: SettingProblem[] = [];
  readonly #cwd: string;
  readonly #tolerant: boolean;
  readonly #codes: ReadonlySet<string>;
  readonly #configs: Configs;
  readonly #resolver: TargetResolver;
  /** Other files besides those of targets that settings depend on. */
  readonly #files = new Set<string>();
  readonly #rules = new Map<LoadedConfig, LoadedRules>();
  readonly #settings = new Map<string, FileSettings | undefined>();
  /** The targets of the command line; undefined if it names none. */
  #requested: readonly ApiSurface[] | undefined;
  #fleet: FleetTargets | undefined;
  #clusters: Pick<ClustersOfFiles, 'of'> | undefined;
  readonly #ofClusters = new Map<ClusterOfFile, ApiSurface>();

  /**
   * @param codes the check codes that a configuration may name.
   */
  constructor(
    catalog: Catalog,
    cwd: string,
    codes: ReadonlySet<string>,
    { trusted = false, tolerant = false, clusters = new Map() }: SelectionOptions = {},
  ) {
    const report = (problem: SettingProblem) => this.problems.push(problem);
    this.#cwd = cwd;
    this.#tolerant = tolerant;
    this.#codes = codes;
    this.#configs = new Configs(cwd, codes, report, tolerant);
    this.#resolver = new TargetResolver(catalog, cwd, { trusted, tolerant, clusters }, report);
  }

  /** The targets resolved so far, in the order of their first use. */
  get targets(): readonly ReportedSurface[] {
    const all = this.#resolver.targets;
    const fleet = this.#fleet && new Set(this.#fleet.surfaces.map(({ name }) => name));
    return fleet === undefined ? all : all.filter(({ surface }) => fleet.has(surface.name));
  }

  /** The clusters of the fleet that the command line names; undefined if it names none. */
  get fleet(): FleetTargets | undefined {
    return this.#fleet;
  }

  /** Whether a file, absolute, is judged: in a fleet, only those of its workloads. */
  concerns(path: string): boolean {
    return this.#fleet === undefined || this.#fleet.surfacesOf(path) !== undefined;
  }

  /** The absolute paths of the files that targets, conversion rules and chart values come from. */
  get targetFiles(): ReadonlySet<string> {
    return new Set([...this.#resolver.files, ...this.#files]);
  }

  /** The problems of definitions added to the workspace; everything else is judged. */
  get addedProblems(): readonly SettingProblem[] {
    return this.#resolver.addedProblems;
  }

  /** The flags without effect in a target's file; empty for targets without a file. */
  ignoredFlags(name: string): readonly string[] {
    return this.#resolver.ignoredFlags(name);
  }

  /** The data read from a target's cluster; undefined for targets that are not live clusters. */
  snapshot(name: string): LiveSnapshot | undefined {
    return this.#resolver.snapshot(name);
  }

  /** The live clusters that the configuration of the working folder names, and its folder; undefined without one. */
  configuredLive(): { readonly folder: string; readonly targets: readonly LiveTarget[] } | undefined {
    const loaded = this.#configs.of(this.#cwd);
    if (loaded?.config === undefined) return undefined;
    const targets = [...loaded.config.targets.values()].filter((target) => target.kind === 'live');
    return { folder: loaded.configFile.folder, targets };
  }

  /**
   * Sets the targets of the command line. Names are resolved in the configurations of the working folder and `paths`.
   */
  request(request: TargetRequest, paths: readonly string[]): void {
    this.#settings.clear();
    if (request.kind === 'configured') return;
    if (request.kind === 'fleet') {
      const { path, targets } = loadFleet(
        request.file,
        { cwd: this.#cwd, codes: this.#codes, resolver: this.#resolver },
        (problem) => this.problems.push(problem),
      );
      this.#files.add(path);
      this.#fleet = targets;
      this.#requested = targets.surfaces;
      return;
    }
    if (request.kind === 'flags') {
      const surface = this.#resolver.flags(request.name, request.target);
      this.#requested = surface === undefined ? [] : [surface];
      return;
    }
    const surfaces = new Set<ApiSurface>();
    for (const expression of request.expressions) {
      const surface = this.#expression(expression, paths);
      if (surface !== undefined) surfaces.add(surface);
    }
    // An empty request is ignored.
    if (surfaces.size > 0 || !this.#tolerant) this.#requested = [...surfaces];
  }

  /** Lets files without other targets use the clusters that they are applied to. */
  useClusters(clusters: Pick<ClustersOfFiles, 'of'>): void {
    this.#settings.clear();
    this.#clusters = clusters;
  }

  /** Whether the command line sets the targets. */
  get isRequested(): boolean {
    return this.#requested !== undefined;
  }

  /** Whether a file's targets are the clusters that it is applied to. */
  usesClusters(path: string): boolean {
    return this.#appliedTo(this.#configs.of(dirname(path)), path) !== undefined;
  }

  /** Skips folders that are known to have no configuration. */
  without(folders: ReadonlySet<string>): void {
    this.#configs.without(folders);
  }

  /**
   * The settings for a file, absolute; undefined if its configuration is refused, which `problems` then explains.
   * Files with the same settings get the same object.
   */
  forFile(path: string): FileSettings | undefined {
    return this.#settingsFor(this.#configs.of(dirname(path)), path);
  }

  /** The configured values files of a chart, by its Chart.yaml; undefined if there are none. */
  helmValues(chart: string): readonly string[] | undefined {
    const loaded = this.#configs.of(dirname(chart));
    return loaded && helmValuesOf(loaded, pathFrom(loaded, chart));
  }

  /** The settings for files of the working folder that no rule names. */
  forFolder(): FileSettings | undefined {
    return this.#settingsFor(this.#configs.of(this.#cwd), undefined);
  }

  #settingsFor(loaded: LoadedConfig | undefined, path: string | undefined): FileSettings | undefined {
    const names = this.#requested === undefined ? namesFor(loaded, path) : [];
    const levels = levelsFor(loaded, path);
    const applied = path === undefined ? undefined : this.#appliedTo(loaded, path);
    const given = applied?.map(({ name }) => name);
    const ofFleet = path === undefined ? undefined : this.#fleet?.surfacesOf(path);
    const fleetNames = ofFleet?.map(({ name }) => name);
    const key =
      loaded === undefined
        ? (given ?? fleetNames ?? []).join('\n')
        : JSON.stringify([loaded.configFile.path, names, [...(levels ?? [])], given ?? fleetNames]);
    if (!this.#settings.has(key)) {
      this.#settings.set(key, this.#settingsOf(loaded, applied ?? ofFleet ?? this.#surfacesOf(loaded, names), levels));
    }
    return this.#settings.get(key);
  }

  /**
   * The targets of the clusters that a file is applied to, if nothing else sets its targets; undefined if unknown. A
   * cluster's target is the configured one of its name, or its description; for an unknown cluster the newest minor is
   * added.
   */
  #appliedTo(loaded: LoadedConfig | undefined, path: string): readonly ApiSurface[] | undefined {
    if (this.#clusters === undefined || this.#requested !== undefined) return undefined;
    const config = loaded?.config;
    if (loaded !== undefined && (config === undefined || !hasNoTargetsFor(config, pathFrom(loaded, path))))
      return undefined;
    const clusters = this.#clusters.of(path)?.clusters ?? [];
    const surfaces = clusters.map((cluster) => cluster && this.#clusterTarget(loaded, cluster));
    const known = surfaces.filter((surface) => surface !== undefined);
    if (known.length === 0) return undefined;
    const isWhole = known.length === surfaces.length;
    if (!isWhole && config !== undefined && config.targets.size > 0) return undefined;
    const others = isWhole ? [] : [this.#resolver.newest()].filter((surface) => surface !== undefined);
    return [...new Set([...known, ...others])].sort((a, b) => compareText(a.name, b.name));
  }

  #clusterTarget(loaded: LoadedConfig | undefined, cluster: ClusterOfFile): ApiSurface | undefined {
    const { name, root, described } = cluster;
    const surface =
      loaded?.config?.targets.has(name) === true
        ? this.#resolver.configured(loaded, name)
        : described && this.#resolver.described(name, root, described);
    if (surface) this.#ofClusters.set(cluster, surface);
    return surface || undefined;
  }

  /** The target of a cluster, if files applied to it use that. */
  clusterTarget(cluster: ClusterOfFile): ApiSurface | undefined {
    return this.#ofClusters.get(cluster);
  }

  #settingsOf(
    loaded: LoadedConfig | undefined,
    plain: readonly ApiSurface[] | undefined,
    levels: SeverityLevels | undefined,
  ): FileSettings | undefined {
    for (const file of allHelmValues(loaded)) this.#files.add(file);
    // Targets read these later, and remember them.
    const crds = tracks() ? (plain ?? []).flatMap(({ target }) => target.crds ?? []) : [];
    for (const file of crds.flatMap(filesWithDefinitions)) textOrEmpty(file);
    const surfaces = plain === undefined ? undefined : this.#withRules(plain, loaded);
    if (surfaces === undefined) return undefined;
    const targets = new Map<string, SeverityLevels>();
    for (const { name } of surfaces) {
      const ofTarget = this.#resolver.levels(name);
      if (ofTarget !== undefined) targets.set(name, ofTarget);
    }
    const general = loaded?.config?.severity ?? noPolicy.general;
    return { surfaces, severity: { path: levels ?? noPolicy.path, targets, general } };
  }

  /** Surfaces that convert by the rules of the configuration; undefined if these cannot be read. */
  #withRules(surfaces: readonly ApiSurface[], loaded: LoadedConfig | undefined): readonly ApiSurface[] | undefined {
    if (loaded === undefined) return surfaces;
    let rules = this.#rules.get(loaded);
    if (rules === undefined) {
      rules = loadRules(loaded);
      this.#rules.set(loaded, rules);
      this.problems.push(...rules.problems);
      for (const file of rules.files) this.#files.add(file);
    }
    const { families, problems } = rules;
    const deprecations = loaded.config?.deprecations ?? [];
    return problems.length > 0 && !this.#tolerant
      ? undefined
      : surfaces.map((surface) => withDeprecations(withConversions(surface, families), deprecations));
  }

  /** Undefined if one of them fails. */
  #surfacesOf(loaded: LoadedConfig | undefined, names: readonly string[]): readonly ApiSurface[] | undefined {
    if (this.#requested !== undefined) return this.#requested;
    if (loaded !== undefined && loaded.config === undefined) return undefined;
    const surfaces =
      loaded === undefined || names.length === 0
        ? [this.#resolver.newest()]
        : names.map((name) => this.#resolver.configured(loaded, name));
    const known = surfaces.filter((surface) => surface !== undefined);
    if (known.length === surfaces.length) return known;
    if (!this.#tolerant) return undefined;
    return known.length > 0 ? known : [this.#resolver.newest()].filter((surface) => surface !== undefined);
  }

  /** Every target of the working folder: those of the command line, all configured ones, or the default. */
  all(): readonly ApiSurface[] {
    const loaded = this.#configs.of(this.#cwd);
    if (this.#requested !== undefined) return this.#requested;
    if (loaded !== undefined && loaded.config === undefined) return [];
    const names = [...(loaded?.config?.targets.keys() ?? [])];
    const surfaces =
      loaded === undefined || names.length === 0
        ? [this.#resolver.newest()]
        : names.map((name) => this.#resolver.configured(loaded, name));
    return surfaces.filter((surface) => surface !== undefined);
  }

  /** The configuration file that governs a folder, relative to the working folder; undefined without one. */
  configFile(folder: string): string | undefined {
    return this.#configs.of(folder)?.file;
  }

  #expression(expression: string, paths: readonly string[]): ApiSurface | undefined {
    const folders = [this.#cwd, ...paths.map((path) => resolvePath(this.#cwd, path))];
    const configs = [...new Set(folders.map((folder) => this.#configs.of(folder)))].filter(
      (loadedConfig) => loadedConfig !== undefined,
    );
    const owner = configs.find(({ config }) => config?.targets.has(expression) === true);
    if (owner !== undefined) return this.#resolver.configured(owner, expression);
    const names = configs.flatMap(({ config }) => [...(config?.targets.keys() ?? [])]);
    return this.#resolver.expression(expression, names);
  }
}

/** The names of a file's targets by its configuration; none if that names none. */
function namesFor(loaded: LoadedConfig | undefined, path: string | undefined): readonly string[] {
  if (loaded?.config === undefined) return [];
  if (path === undefined) return loaded.config.defaultTargets;
  return targetNamesFor(loaded.config, pathFrom(loaded, path));
}

/** The severities that the configuration has for the path of a file. */
function levelsFor(loaded: LoadedConfig | undefined, path: string | undefined): SeverityLevels | undefined {
  return loaded?.config === undefined || path === undefined
    ? undefined
    : severityFor(loaded.config, pathFrom(loaded, path));
}

function pathFrom({ configFile }: LoadedConfig, path: string): string {
  return relative(configFile.folder, path).replaceAll(sep, '/');
}
