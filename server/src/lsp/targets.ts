import { basename, dirname, join } from 'node:path';
import type { Catalog } from '../catalog/catalog.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import { checkCodes } from '../checks/checkCodes.ts';
import { generalPolicy, noPolicy, type SeverityPolicy } from '../config/severity.ts';
import type { ReportedSurface } from '../report/buildReport.ts';
import { isEqual } from '../text/isEqual.ts';
import { isPartOfChart } from '../workspace/charts/charts.ts';
import type { ChartRelease } from '../workspace/charts/renderCharts.ts';
import { chartReleases } from '../workspace/delivery/chartReleases.ts';
import type { ClusterOfFile, ClustersOfFiles } from '../workspace/delivery/clustersOfFiles.ts';
import { judgedClusters } from '../workspace/delivery/reportedClusters.ts';
import { derived, named } from '../workspace/ground/derived.ts';
import { Input } from '../workspace/ground/input.ts';
import { Scoped } from '../workspace/ground/scoped.ts';
import type { SettingProblem } from '../workspace/settings/configs.ts';
import { surfacesAsText } from '../workspace/settings/surfacesAsText.ts';
import { TargetSelection } from '../workspace/settings/targetSelection.ts';
import { type ActiveTargets, configFileNames } from './protocol.ts';
import { noSettings, type Settings } from './settings.ts';
import { filePathOf, installerPathOf } from './uris.ts';

/** The targets and severities of one document. The same object while they are unchanged. */
export interface DocumentTargets {
  readonly surfaces: readonly ApiSurface[];
  readonly severity: SeverityPolicy;
  readonly decidedBy: ActiveTargets['decidedBy'];
  /** The configuration that applies, relative to the workspace. */
  readonly configFile: string | undefined;
  /** The ignored settings, with the reason; empty if there are none. */
  readonly problems: readonly string[];
}

/** Where a file is applied. The same object while that is unchanged. */
export interface AppliedFile {
  /** The names of the clusters that it is judged for by one of some targets; all of them without targets. */
  readonly clustersFor: (targets: readonly string[]) => readonly string[];
  /** Whether the repository certainly applies it to no cluster, although it applies other files. */
  readonly isNotApplied: boolean;
}

type Clusters = Pick<ClustersOfFiles, 'of' | 'releasesOf' | 'remoteCharts'>;

const noClusters: Clusters = { of: () => undefined, releasesOf: () => [], remoteCharts: () => [] };

/** A target, or why an expression is refused. */
export type UnderstoodTarget =
  | { readonly ok: true; readonly target: ReportedSurface }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The ends of a plan, or why there is none. */
export type PlanTargets =
  | { readonly ok: true; readonly from: ReportedSurface; readonly to: ReportedSurface }
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * The targets of every document, in this order: the session's override in place of command line flags,
 * the nearest configuration upwards, the editor's settings, the clusters that it is applied to, the newest minor.
 */
export class TargetsOfFiles {
  readonly catalog: Catalog;
  /** The codes that a configuration may name. */
  readonly codes: ReadonlySet<string> = new Set(checkCodes.keys());
  readonly #folder: Input<string>;
  readonly #override: Input<readonly string[]>;
  readonly #settings = new Input(noSettings, isEqual);
  readonly #clusters = new Input<Clusters>(noClusters);
  /** A change of the catalogue in use, as the browser loads it in parts, changes all targets. */
  readonly #catalogue = new Input(0);
  readonly #configured = new Scoped(() => this.#selection([]));
  readonly #fromOverride = new Scoped(() => this.#selectionOf(this.#override.value));
  readonly #fromSettings = new Scoped(() => this.#selectionOf(this.#settings.value.targets));

  /**
   * @param override target expressions; empty for none.
   * @param folder the workspace folder.
   */
  constructor(catalog: Catalog, override: readonly string[], folder: string) {
    this.catalog = catalog;
    this.#override = new Input(override, isEqual);
    this.#folder = new Input(folder);
  }

  /** The folder that configuration files and reports are named from, and that documents without a file are in. */
  get folder(): string {
    return this.#folder.value;
  }

  /** The targets besides configurations: the session's override, and the editor's settings. */
  get given(): { readonly override: readonly string[]; readonly settings: Settings } {
    return { override: this.#override.value, settings: this.#settings.value };
  }

  /** The clusters that the files of the workspace are applied to. */
  get clusters(): Clusters {
    return this.#clusters.value;
  }

  /** Sets these clusters. */
  useClusters(clusters: Clusters): void {
    this.#clusters.set(clusters);
  }

  /** The workspace has another folder now. */
  moveTo(folder: string): void {
    this.#folder.set(folder);
  }

  /** Takes the editor's settings. */
  settings(settings: Settings): void {
    this.#settings.set(settings);
  }

  /** Built-in definitions became available after they were needed. */
  catalogueChanged(): void {
    this.#catalogue.set(this.#catalogue.value + 1);
  }

  /**
   * Judges everything against these target expressions; an empty list ends the override. A refused one changes nothing.
   */
  override(expressions: readonly string[]): readonly string[] {
    const problems = this.refused(expressions);
    if (problems.length > 0) return problems;
    this.#override.set(expressions);
    return [];
  }

  /** Why these target expressions could not be chosen; empty if they can. */
  refused(expressions: readonly string[]): readonly string[] {
    return this.#selection(expressions).problems.map(problemText);
  }

  /** The target of an expression; or why it is refused. */
  understood(expression: string): UnderstoodTarget {
    const selection = this.#selection([expression]);
    const [target] = selection.targets;
    if (selection.problems.length > 0 || target === undefined) {
      return { ok: false, problems: selection.problems.map(problemText) };
    }
    return { ok: true, target };
  }

  /** The two ends of a plan, parsed like `--from` and `--to` of the command line; or why one is refused. */
  ends(from: string, to: string): PlanTargets {
    const selection = this.#selection([from, to], false);
    const [first, last = first] = selection.targets;
    if (selection.problems.length > 0 || first === undefined || last === undefined) {
      return { ok: false, problems: selection.problems.map(problemText) };
    }
    return { ok: true, from: first, to: last };
  }

  /**
   * The targets of a document. A document that is not a file on disk counts as being in the workspace folder, and a
   * rendered chart as the file that installs it.
   */
  of(uri: string): DocumentTargets {
    return this.ofPath(filePathOf(uri) ?? installerPathOf(uri) ?? join(this.folder, 'untitled.yaml'));
  }

  /** The targets of a file by its absolute path. */
  readonly ofPath = named('targets', (path): DocumentTargets => this.#decide(path), {
    same: areSameTargets,
    plain: ({ surfaces, ...others }) => [surfacesAsText(surfaces), others],
  });

  /**
   * Where a file is applied; undefined if its repository applies nothing, or targets were chosen for everything.
   *
   * @param path absolute.
   */
  readonly appliedOf = derived((path: string): AppliedFile | undefined => this.#findApplied(path));

  #findApplied(path: string): AppliedFile | undefined {
    const settings = this.ofPath(path);
    const isChosen = settings.decidedBy === 'override' || settings.decidedBy === 'settings';
    const applied = isChosen ? undefined : this.clusters.of(path);
    if (applied === undefined) return undefined;
    const all = judgedClusters(applied, settings, (cluster) => this.clusterTarget(cluster));
    const clustersFor = (names: readonly string[]) => {
      const meant = all.filter(({ targets }) => names.length === 0 || targets.some((name) => names.includes(name)));
      return [...new Set(meant.map(({ cluster }) => cluster.name))].sort();
    };
    return { clustersFor, isNotApplied: applied.isNotApplied && !isPartOfChart(path) };
  }

  /** The target of a cluster, if files applied to it use that. */
  clusterTarget(cluster: ClusterOfFile): ApiSurface | undefined {
    return this.#configured.ask((selection) => selection.clusterTarget(cluster));
  }

  #decide(path: string): DocumentTargets {
    const configFile = this.configFile(dirname(path));
    const given = this.#fromOverride.ask((selection) => selection && judgedBy('override', selection, path, configFile));
    if (given !== undefined) return given;
    if (configFile !== undefined)
      return this.#configured.ask((selection) => judgedBy('file', selection, path, configFile));
    const severity = generalPolicy(this.#settings.value.severity);
    const set = this.#fromSettings.ask((selection) => selection && judgedBy('settings', selection, path, undefined));
    if (set !== undefined) return { ...set, severity };
    return this.#configured.ask((selection) => {
      const by = selection.usesClusters(path) ? 'clusters' : 'default';
      return { ...judgedBy(by, selection, path, undefined), severity };
    });
  }

  /** The configuration that governs a folder, relative to the workspace; undefined without one. */
  configFile(folder: string): string | undefined {
    return this.#configured.ask((selection) => selection.configFile(folder));
  }

  /** The configured values files of a chart, by its Chart.yaml; undefined if there are none. */
  helmValues(chart: string): readonly string[] | undefined {
    return this.#configured.ask((selection) => selection.helmValues(chart));
  }

  /** The installers of a chart without configured values. @param folder the absolute chart folder. */
  chartReleases(folder: string): readonly ChartRelease[] {
    const targetOf = (cluster: ClusterOfFile) => this.clusterTarget(cluster)?.name;
    return chartReleases(this.clusters.releasesOf(folder), targetOf);
  }

  /** The targets used so far, with their origins. */
  reported(): readonly ReportedSurface[] {
    const selections = [this.#fromOverride, this.#configured, this.#fromSettings];
    return selections.flatMap((scoped) => scoped.ask((selection) => selection?.targets ?? []));
  }

  /** The names that the configuration of the file at `path` defines. */
  configuredNames(path: string): readonly string[] {
    const selection = new TargetSelection(this.catalog, dirname(path), this.codes, { tolerant: true });
    return selection.configFile(dirname(path)) === undefined ? [] : selection.all().map(({ name }) => name);
  }

  #selectionOf(expressions: readonly string[]): TargetSelection | undefined {
    return expressions.length === 0 ? undefined : this.#selection(expressions);
  }

  #selection(expressions: readonly string[], tolerant = true): TargetSelection {
    void this.#catalogue.value;
    const selection = new TargetSelection(this.catalog, this.folder, this.codes, { tolerant });
    selection.useClusters(this.clusters);
    if (expressions.length > 0) selection.request({ kind: 'expressions', expressions }, []);
    return selection;
  }
}

function areSameTargets(before: DocumentTargets, now: DocumentTargets): boolean {
  const { surfaces, ...others } = before;
  const { surfaces: present, ...presentOthers } = now;
  const areSame = surfaces.length === present.length && surfaces.every((surface, index) => surface === present[index]);
  return areSame && isEqual(others, presentOthers);
}

function judgedBy(
  decidedBy: DocumentTargets['decidedBy'],
  selection: TargetSelection,
  path: string,
  configFile: string | undefined,
): DocumentTargets {
  const { surfaces, severity } = selection.forFile(path) ?? { surfaces: [], severity: noPolicy };
  const problems = selection.problems
    .filter(({ location }) => !isOfAnotherConfig(location, configFile))
    .map(problemText);
  return { surfaces, severity, decidedBy, configFile, problems };
}

/** Whether a place is in a configuration that does not govern the file. */
function isOfAnotherConfig(location: string, configFile: string | undefined): boolean {
  const file = location.replace(/:\d+:\d+$/, '');
  return configFileNames.includes(basename(file)) && file !== configFile;
}

/** An editor has no flags: the place of a problem is the expression itself. */
function problemText({ location, message, remedy }: SettingProblem): string {
  return `${location.replace(/^--target=/, '')}: ${message}; ${remedy}`;
}
