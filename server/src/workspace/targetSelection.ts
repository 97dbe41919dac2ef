import { dirname, relative, resolve as resolvePath, sep } from 'node:path';
import type { Catalog } from '../catalog/catalog.ts';
import { resolve } from '../catalog/resolve.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import {
  type ConfiguredTarget,
  type LiveTarget,
  type ReferredTarget,
  severityFor,
  targetNamesFor,
  type WrittenTarget,
} from '../config/config.ts';
import { noPolicy, type SeverityLevels, type SeverityPolicy } from '../config/severity.ts';
import { withConversions } from '../conversion/declared.ts';
import type { LiveSnapshot } from '../live/snapshot.ts';
import type { ReportedSurface } from '../report/buildReport.ts';
import type { TargetCrds } from '../target/crds.ts';
import { parseTargetExpression } from '../target/expression.ts';
import { binaryProblem } from '../target/flags.ts';
import type { Target, TargetProblem } from '../target/target.ts';
import { formatMinor, parseMinor } from '../target/version.ts';
import { nearest } from '../text/nearest.ts';
import type { Span } from '../text/span.ts';
import { Configs, type LoadedConfig, placeIn, type SettingProblem } from './configs.ts';
import { allHelmValues, helmValuesOf } from './helmValues.ts';
import { readLiveTarget } from './liveTargets.ts';
import { type LoadedRules, loadRules } from './ruleFiles.ts';
import { locatePaths, withTargetCrds } from './targetCrds.ts';
import { readTargetFile, type TargetFileRequest } from './targetFiles.ts';

/** What the command line says about targets; it replaces what configuration says. */
export type TargetRequest =
  | { readonly kind: 'configured' }
  | { readonly kind: 'expressions'; readonly expressions: readonly string[] }
  | { readonly kind: 'flags'; readonly name: string; readonly target: Target };

/** The targets and severities that a file is judged with. */
export interface FileSettings {
  readonly surfaces: readonly ApiSurface[];
  readonly severity: SeverityPolicy;
}

/**
 * Decides by the contract's precedence which targets each file is judged with: the command line, then the nearest
 * configuration upwards from the file, then the newest minor of the catalogue. A target is resolved when it is first
 * needed; what cannot be is collected in `problems`.
 */
export class TargetSelection {
  readonly problems: SettingProblem[] = [];
  readonly #catalog: Catalog;
  readonly #cwd: string;
  readonly #trusted: boolean;
  readonly #configs: Configs;
  readonly #targetFiles = new Set<string>();
  readonly #rules = new Map<LoadedConfig, LoadedRules>();
  readonly #ignored = new Map<string, readonly string[]>();
  readonly #snapshots = new Map<string, LiveSnapshot>();
  readonly #reported = new Map<string, ReportedSurface>();
  /** What configured targets say of severities, by their names in reports. */
  readonly #levels = new Map<string, SeverityLevels>();
  readonly #resolved = new Map<string, ApiSurface | undefined>();
  readonly #settings = new Map<string, FileSettings | undefined>();
  /** The targets of the command line; undefined where it names none. */
  #requested: readonly ApiSurface[] | undefined;

  /**
   * @param codes the check codes that a configuration may name.
   * @param trusted whether the user typed the request, so that it may name files outside of `cwd`.
   */
  constructor(catalog: Catalog, cwd: string, codes: ReadonlySet<string>, trusted = false) {
    this.#catalog = catalog;
    this.#cwd = cwd;
    this.#trusted = trusted;
    this.#configs = new Configs(cwd, codes, (problem) => this.problems.push(problem));
  }

  /** The targets resolved so far, in the order of their first use. */
  get targets(): readonly ReportedSurface[] {
    return [...this.#reported.values()];
  }

  /** The files that targets and rules of conversion were read from, and those that charts are rendered with, absolute. */
  get targetFiles(): ReadonlySet<string> {
    return this.#targetFiles;
  }

  /** The flags in the file of a target that decide nothing that we judge; empty for targets that are no file's. */
  ignoredFlags(name: string): readonly string[] {
    return this.#ignored.get(name) ?? [];
  }

  /** What was read of the cluster that a target is; undefined for targets that are no live cluster. */
  snapshot(name: string): LiveSnapshot | undefined {
    return this.#snapshots.get(name);
  }

  /** The live clusters that the configuration of the working folder names, and its folder; undefined without one. */
  configuredLive(): { readonly folder: string; readonly targets: readonly LiveTarget[] } | undefined {
    const loaded = this.#configs.of(this.#cwd);
    if (loaded?.config === undefined) return undefined;
    const targets = [...loaded.config.targets.values()].filter((one) => one.kind === 'live');
    return { folder: loaded.place.folder, targets };
  }

  /** Takes the targets of the command line. Names are looked up in the configurations of the working folder and `paths`. */
  request(request: TargetRequest, paths: readonly string[]): void {
    this.#settings.clear();
    if (request.kind === 'configured') return;
    if (request.kind === 'flags') {
      const surface = this.#fromCommandLine(request.name, request.target, 'command line', undefined);
      this.#requested = surface === undefined ? [] : [surface];
      return;
    }
    const surfaces = new Set<ApiSurface>();
    for (const expression of request.expressions) {
      const surface = this.#expression(expression, paths);
      if (surface !== undefined) surfaces.add(surface);
    }
    this.#requested = [...surfaces];
  }

  /**
   * The settings for a file, absolute; undefined where its configuration is refused, which `problems` then explains.
   * Files with the same settings get the same object.
   */
  forFile(path: string): FileSettings | undefined {
    return this.#settingsFor(this.#configs.of(dirname(path)), path);
  }

  /** The files of values that configuration has for a chart, by its Chart.yaml; undefined where it says nothing of them. */
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
    const key = JSON.stringify([loaded?.place.path, names, [...(levels ?? [])]]);
    if (!this.#settings.has(key)) this.#settings.set(key, this.#settingsOf(loaded, names, levels));
    return this.#settings.get(key);
  }

  #settingsOf(
    loaded: LoadedConfig | undefined,
    names: readonly string[],
    levels: SeverityLevels | undefined,
  ): FileSettings | undefined {
    for (const file of allHelmValues(loaded)) this.#targetFiles.add(file);
    const plain = this.#surfacesOf(loaded, names);
    const surfaces = plain === undefined ? undefined : this.#withRules(plain, loaded);
    if (surfaces === undefined) return undefined;
    const targets = new Map<string, SeverityLevels>();
    for (const { name } of surfaces) {
      const ofTarget = this.#levels.get(name);
      if (ofTarget !== undefined) targets.set(name, ofTarget);
    }
    const general = loaded?.config?.severity ?? noPolicy.general;
    return { surfaces, severity: { path: levels ?? noPolicy.path, targets, general } };
  }

  /** Surfaces that convert by the rules of the configuration; undefined where these cannot be read. */
  #withRules(surfaces: readonly ApiSurface[], loaded: LoadedConfig | undefined): readonly ApiSurface[] | undefined {
    if (loaded === undefined) return surfaces;
    let rules = this.#rules.get(loaded);
    if (rules === undefined) {
      rules = loadRules(loaded);
      this.#rules.set(loaded, rules);
      this.problems.push(...rules.problems);
      for (const file of rules.files) this.#targetFiles.add(file);
    }
    const { families, problems } = rules;
    return problems.length > 0 ? undefined : surfaces.map((surface) => withConversions(surface, families));
  }

  /** Undefined where one of them cannot be. */
  #surfacesOf(loaded: LoadedConfig | undefined, names: readonly string[]): readonly ApiSurface[] | undefined {
    if (this.#requested !== undefined) return this.#requested;
    if (loaded !== undefined && loaded.config === undefined) return undefined;
    const surfaces =
      loaded === undefined || names.length === 0
        ? [this.#catalogDefault()]
        : names.map((name) => this.#configured(loaded, name));
    const known = surfaces.filter((surface) => surface !== undefined);
    return known.length === surfaces.length ? known : undefined;
  }

  /** Every target in force in the working folder: those of the command line, all configured ones, or the default. */
  all(): readonly ApiSurface[] {
    const loaded = this.#configs.of(this.#cwd);
    if (this.#requested !== undefined) return this.#requested;
    if (loaded !== undefined && loaded.config === undefined) return [];
    const names = [...(loaded?.config?.targets.keys() ?? [])];
    const surfaces =
      loaded === undefined || names.length === 0
        ? [this.#catalogDefault()]
        : names.map((name) => this.#configured(loaded, name));
    return surfaces.filter((surface) => surface !== undefined);
  }

  /** The configuration file that governs a folder, relative to the working folder; undefined without one. */
  configFile(folder: string): string | undefined {
    return this.#configs.of(folder)?.file;
  }

  #expression(expression: string, paths: readonly string[]): ApiSurface | undefined {
    const folders = [this.#cwd, ...paths.map((path) => resolvePath(this.#cwd, path))];
    const configs = [...new Set(folders.map((folder) => this.#configs.of(folder)))].filter((one) => one !== undefined);
    const owner = configs.find(({ config }) => config?.targets.has(expression) === true);
    if (owner !== undefined) return this.#configured(owner, expression);
    const file = /^(?:([^,=]+),)?from=(.+)$/s.exec(expression);
    if (file !== null) return this.#fileExpression(expression, file[1], file[2] ?? '');
    const parsed = parseTargetExpression(expression);
    if (parsed.ok) return this.#fromCommandLine(expression, parsed.target, '--target', expression);
    const names = configs.flatMap(({ config }) => [...(config?.targets.keys() ?? [])]);
    if (/^[A-Za-z][\w.-]*$/.test(expression) && !/^v\d/.test(expression)) {
      const close = nearest(expression, names, 1)[0];
      const known =
        names.length === 0 ? 'no target is configured here' : `the configured targets are ${names.join(', ')}`;
      this.problems.push({
        place: `--target=${expression}`,
        message: `there is no target of this name (${known})`,
        remedy:
          close === undefined
            ? 'name a minor such as 1.36, or define it in .kubecompat.yaml'
            : `did you mean ${close}?`,
      });
    } else this.#refuse(parsed.problems, () => `--target=${expression}`);
    return undefined;
  }

  #fromCommandLine(name: string, target: Target, source: string, whole: string | undefined): ApiSurface | undefined {
    return this.#resolve(`\n${name}`, name, target, source, ({ flag, value }) =>
      whole === undefined ? `--${flag}=${value}` : `--target=${whole}`,
    );
  }

  #catalogDefault(): ApiSurface | undefined {
    const { newest } = this.#catalog;
    const target: Target = { binary: newest, runtimeConfig: [], featureGates: [] };
    const source = 'no target was given: the newest minor of the catalogue';
    return this.#resolve('', formatMinor(newest), target, source, () => 'the default target');
  }

  #configured(loaded: LoadedConfig, name: string): ApiSurface | undefined {
    const configured = loaded.config?.targets.get(name);
    if (configured === undefined) return undefined;
    const key = `${loaded.place.path}\n${name}`;
    if (this.#resolved.has(key)) return this.#resolved.get(key);
    const surface = this.#surfaceOf(key, loaded, configured);
    if (surface !== undefined && configured.severity.size > 0) this.#levels.set(surface.name, configured.severity);
    return surface;
  }

  #surfaceOf(key: string, loaded: LoadedConfig, configured: ConfiguredTarget): ApiSurface | undefined {
    switch (configured.kind) {
      case 'written':
        return this.#written(key, loaded, configured);
      case 'referred':
        return this.#referred(key, loaded, configured);
      case 'live':
        return this.#live(key, loaded, configured);
    }
  }

  #written(key: string, loaded: LoadedConfig, configured: WrittenTarget): ApiSurface | undefined {
    const { name, nameSpan, target: written } = configured;
    const target = this.#withCrds(written, written.crds, loaded, nameSpan);
    return this.#resolve(key, name, target, loaded.file, (problem) => placeIn(loaded, spanOf(configured, problem)));
  }

  /** A target with the CustomResourceDefinitions that its configuration names, at absolute paths. */
  #withCrds(target: Target, crds: TargetCrds | undefined, loaded: LoadedConfig, span: Span): Target {
    if (crds === undefined) return target;
    const { paths, problems } = locatePaths(crds.paths, loaded.place.folder);
    for (const message of problems) {
      const remedy = 'name files and folders inside the folder of the configuration';
      this.problems.push({ place: placeIn(loaded, span), message: `crds, paths: ${message}`, remedy });
    }
    return { ...target, crds: { ...crds, paths } };
  }

  #referred(key: string, loaded: LoadedConfig, { name, nameSpan, from, fromSpan, binary, crds }: ReferredTarget) {
    const { folder } = loaded.place;
    const askedAt = placeIn(loaded, fromSpan);
    const request = { reference: from, folder, within: [this.#cwd, folder], binary, askedAt };
    return this.#fromFile(key, name, request, (target) => this.#withCrds(target, crds, loaded, nameSpan));
  }

  /** The cluster as it was when it was read last; it is not asked now. */
  #live(key: string, loaded: LoadedConfig, live: LiveTarget): ApiSurface | undefined {
    const place = placeIn(loaded, live.contextSpan);
    const read = readLiveTarget(loaded.place.folder, live, this.#catalog);
    if (!read.ok) {
      this.problems.push({ place, message: read.message, remedy: read.remedy });
      this.#resolved.set(key, undefined);
      return undefined;
    }
    this.#targetFiles.add(read.path);
    const target = this.#withCrds(read.target, read.target.crds, loaded, live.nameSpan);
    const surface = this.#resolve(key, live.name, target, read.source, () => place, read.notes);
    if (surface !== undefined) this.#snapshots.set(surface.name, read.snapshot);
    return surface;
  }

  /** `from=FILE`, or `1.36,from=FILE` for a file that names no version. */
  #fileExpression(expression: string, version: string | undefined, reference: string): ApiSurface | undefined {
    const binary = version === undefined ? undefined : parseMinor(version);
    if (version !== undefined && binary === undefined) {
      this.#refuse([binaryProblem(version)], () => `--target=${expression}`);
      return undefined;
    }
    const within = this.#trusted ? undefined : [this.#cwd];
    const askedAt = `--target=${expression}`;
    return this.#fromFile(`\n${expression}`, reference, { reference, folder: this.#cwd, within, binary, askedAt });
  }

  #fromFile(
    key: string,
    name: string,
    request: Omit<TargetFileRequest, 'cwd'>,
    complete: (target: Target) => Target = (target) => target,
  ): ApiSurface | undefined {
    if (this.#resolved.has(key)) return this.#resolved.get(key);
    const read = readTargetFile({ ...request, cwd: this.#cwd });
    if (!read.ok) {
      this.problems.push(...read.problems);
      this.#resolved.set(key, undefined);
      return undefined;
    }
    this.#targetFiles.add(read.path);
    const surface = this.#resolve(key, name, complete(read.target), read.place, read.placeOf);
    if (surface !== undefined) this.#ignored.set(surface.name, read.ignored);
    return surface;
  }

  #resolve(
    key: string,
    name: string,
    target: Target,
    source: string,
    placeOf: (problem: TargetProblem) => string,
    notes: readonly string[] = [],
  ): ApiSurface | undefined {
    if (this.#resolved.has(key)) return this.#resolved.get(key);
    const unique = this.#uniqueName(name, target, source);
    const known = this.#reported.get(unique)?.surface;
    const result = known === undefined ? resolve(unique, target, this.#catalog) : { ok: true as const, surface: known };
    const surface = result.ok ? withTargetCrds(result.surface) : undefined;
    if (!result.ok) this.#refuse(result.problems, placeOf);
    this.#resolved.set(key, surface);
    if (surface !== undefined && known === undefined) this.#reported.set(unique, { surface, source, notes });
    return surface;
  }

  /** Two configurations may mean different servers by one name: the second is told apart by its file. */
  #uniqueName(name: string, target: Target, source: string): string {
    const taken = this.#reported.get(name);
    const same = taken === undefined || JSON.stringify(taken.surface.target) === JSON.stringify(target);
    return same ? name : `${name} (${source})`;
  }

  #refuse(problems: readonly TargetProblem[], placeOf: (problem: TargetProblem) => string): void {
    for (const problem of problems) {
      this.problems.push({ place: placeOf(problem), message: problem.message, remedy: `allowed: ${problem.allowed}` });
    }
  }
}

/** The names of a file's targets by its configuration; none where that names none. */
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

function pathFrom({ place }: LoadedConfig, path: string): string {
  return relative(place.folder, path).replaceAll(sep, '/');
}

/** Where a refused setting stands: at its own key if it is a gate or a runtime-config entry, else at its flag. */
export function spanOf({ flags, settings, nameSpan }: WrittenTarget, { flag, value }: TargetProblem): Span {
  const key = value.split('=', 1)[0] ?? '';
  return settings.get(key) ?? flags.get(flag) ?? nameSpan;
}
