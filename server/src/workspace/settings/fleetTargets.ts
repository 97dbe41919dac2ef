import { dirname, relative, resolve, sep } from 'node:path';
import type { ApiSurface } from '../../catalog/surface.ts';
import type { ConfiguredTarget } from '../../config/config.ts';
import { decodeFleet } from '../../config/decodeFleet.ts';
import { type Fleet, workloadMatcher } from '../../config/fleet.ts';
import type { ReportedSurface } from '../../report/buildReport.ts';
import type { Target } from '../../targets/target.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { reportName } from '../disk/discover.ts';
import { readText } from '../disk/readFile.ts';
import { type LoadedConfig, locationIn, type SettingProblem } from './configs.ts';
import type { TargetResolver } from './targetResolver.ts';

/** More than thousands of clusters need. */
const maxBytes = 16 * 1024 * 1024;

/** A cluster of a fleet. */
export interface FleetCluster {
  readonly name: string;
  /** The target that it is judged as: that of the first cluster with the same server. */
  readonly target: string;
  readonly reported: ReportedSurface;
}

/** A workload of a fleet. */
export interface FleetWorkload {
  /** Its folder or file, relative to the folder of the fleet. */
  readonly name: string;
  /** The names of its clusters. */
  readonly clusters: readonly string[];
}

/** The clusters of a fleet as targets. Clusters with equal servers share a target, so that nothing is judged twice. */
export class FleetTargets {
  readonly clusters: readonly FleetCluster[];
  /** Each once, in the order of the clusters. */
  readonly surfaces: readonly ApiSurface[];
  readonly #folder: string;
  readonly #rules: readonly {
    readonly workloadOf: (file: string) => string | undefined;
    readonly clusters: readonly string[];
    readonly surfaces: readonly ApiSurface[];
  }[];
  readonly #byFolder = new Map<string, { readonly rule: number; readonly name: string } | undefined>();

  constructor(folder: string, { config, workloads }: Fleet, loaded: LoadedConfig, resolver: TargetResolver) {
    this.#folder = folder;
    const written = new Map<string, ApiSurface | undefined>();
    const same = new Map<string, ApiSurface>();
    const bySurface = new Map<string, ApiSurface>();
    const clusters: FleetCluster[] = [];
    for (const [name, target] of config.targets) {
      const key = sameness(target);
      if (!written.has(key)) written.set(key, resolver.configured(loaded, name));
      const surface = written.get(key);
      if (surface === undefined) continue;
      const server = JSON.stringify([serverOf(surface.target), [...target.severity]]);
      const shared = same.get(server) ?? surface;
      same.set(server, shared);
      bySurface.set(name, shared);
      const reported = resolver.targets.find((each) => each.surface.name === surface.name);
      if (reported !== undefined) clusters.push({ name, target: shared.name, reported });
    }
    this.clusters = clusters;
    this.surfaces = [...new Set(bySurface.values())];
    const surfacesOf = (names: readonly string[]) => {
      const taken = new Set(names.map((name) => bySurface.get(name)));
      return this.surfaces.filter((surface) => taken.has(surface));
    };
    this.#rules = workloads.map(({ match, targets }) => ({
      workloadOf: workloadMatcher(match),
      clusters: targets,
      surfaces: surfacesOf(targets),
    }));
  }

  /** The targets of a file, absolute; undefined for one that is no workload's. The same array for the same workloads. */
  surfacesOf(path: string): readonly ApiSurface[] | undefined {
    const found = this.#find(path);
    return found === undefined ? undefined : this.#rules[found.rule]?.surfaces;
  }

  /** The workload of a file, absolute; undefined for one that no entry matches. */
  workloadOf(path: string): FleetWorkload | undefined {
    const found = this.#find(path);
    return found && { name: found.name, clusters: this.#rules[found.rule]?.clusters ?? [] };
  }

  #find(path: string) {
    const folder = dirname(path);
    const known = this.#byFolder.get(folder);
    if (known !== undefined) return known;
    const file = relative(this.#folder, path).replaceAll(sep, '/');
    for (const [rule, { workloadOf }] of this.#rules.entries()) {
      const name = workloadOf(file);
      if (name === undefined) continue;
      // A folder match applies to all of its files; a file match only to the file.
      if (name !== file) this.#byFolder.set(folder, { rule, name });
      return { rule, name };
    }
    return undefined;
  }
}

/** A target without the name and the location of its live copy: equal for clusters whose verdicts are. */
function serverOf({ crds, ...target }: Target) {
  const live = crds?.live && { ...crds.live, label: '', file: '', texts: '' };
  return { ...target, crds: crds && { ...crds, live } };
}

/** Clusters with the same key need not both be read. */
function sameness(target: ConfiguredTarget): string {
  const severity = [...target.severity];
  switch (target.kind) {
    case 'written':
      return JSON.stringify(['written', target.target, severity]);
    case 'referred':
      return JSON.stringify(['referred', target.from, target.binary, target.crds, severity]);
    case 'live':
      return JSON.stringify(['live', target.name]);
  }
}

/**
 * Reads a fleet file.
 *
 * @param report receives its problems, and those of its clusters.
 */
export function loadFleet(
  file: string,
  {
    cwd,
    codes,
    resolver,
  }: { readonly cwd: string; readonly codes: ReadonlySet<string>; readonly resolver: TargetResolver },
  report: (problem: SettingProblem) => void,
): { readonly path: string; readonly targets: FleetTargets } {
  const path = resolve(cwd, file);
  const folder = dirname(path);
  const content = readText(path, maxBytes);
  const text = content.ok ? content.text : '';
  if (!content.ok) report({ location: file, message: content.message, remedy: content.remedy });
  const { fleet, problems } = decodeFleet(text, codes);
  const lines = new LineIndex(text);
  const name = reportName(path, cwd);
  if (content.ok) {
    for (const { message, remedy, span } of problems)
      report({ location: locationIn({ file: name, lines }, span), message, remedy });
  }
  const loaded = { configFile: { path, folder, ignored: undefined }, file: name, lines, config: fleet.config };
  return { path, targets: new FleetTargets(folder, fleet, loaded, resolver) };
}
