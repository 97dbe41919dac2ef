import type { Catalog } from '../../catalog/catalog.ts';
import { previewNote } from '../../catalog/previewNote.ts';
import { resolve } from '../../catalog/resolve.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import type { ConfiguredTarget, LiveTarget, ReferredTarget, WrittenTarget } from '../../config/config.ts';
import type { SeverityLevels } from '../../config/severity.ts';
import type { LiveSnapshot } from '../../live/snapshot.ts';
import type { ReportedSurface } from '../../report/buildReport.ts';
import type { TargetCrds } from '../../targets/crds.ts';
import { parseTargetExpression } from '../../targets/expression.ts';
import { type FileExpression, parseFileExpression } from '../../targets/fileExpression.ts';
import { providerOf, supportWindow } from '../../targets/supportWindow.ts';
import type { Target, TargetProblem } from '../../targets/target.ts';
import { formatMinor } from '../../targets/version.ts';
import { withoutSetting } from '../../targets/withoutSetting.ts';
import { nearest } from '../../text/nearest.ts';
import type { Span } from '../../text/span.ts';
import { type AddedToWorkspace, addedAround } from './addedDefinitions.ts';
import { withAdmissionFile } from './admissionFile.ts';
import { type LoadedConfig, locationIn, type SettingProblem } from './configs.ts';
import { readLiveTarget } from './liveTargets.ts';
import { spanOf } from './spanOfProblem.ts';
import { locatePaths, missingDefinitions, withTargetCrds } from './targetCrds.ts';
import { readTargetFile, type TargetFileRequest } from './targetFiles.ts';

/** The location of a cluster's copy. */
export interface ClusterCopy {
  /** The folder that contains `.kubecompat`. */
  readonly folder: string;
  /** The name of the target. */
  readonly name: string;
}

interface ResolverOptions {
  /** Whether the user typed the request, so that it may name files outside of the working folder. */
  readonly trusted: boolean;
  /** A target loses the settings that its server would refuse, instead of being none. */
  readonly tolerant: boolean;
  /** By context. */
  readonly clusters: ReadonlyMap<string, ClusterCopy>;
}

/**
 * Resolves surfaces from target names: command line arguments, configurations, files and live clusters. Each is
 * resolved once; failures are reported.
 */
export class TargetResolver {
  readonly #catalog: Catalog;
  readonly #cwd: string;
  readonly #trusted: boolean;
  readonly #tolerant: boolean;
  readonly #clusters: ReadonlyMap<string, ClusterCopy>;
  readonly #tell: (problem: SettingProblem) => void;
  readonly #files = new Set<string>();
  readonly #ignored = new Map<string, readonly string[]>();
  /** Who supports the versions of targets that are clusters, by target name. */
  readonly #supporters = new Map<string, string>();
  readonly #snapshots = new Map<string, LiveSnapshot>();
  readonly #reported = new Map<string, ReportedSurface>();
  /** The severities of configured targets, by report name. */
  readonly #levels = new Map<string, SeverityLevels>();
  readonly #resolved = new Map<string, ApiSurface | undefined>();
  /** Added definitions, by queried folder. */
  readonly #added = new Map<string, AddedToWorkspace | undefined>();
  readonly #addedProblems: SettingProblem[] = [];

  /** @param report receives each problem of a target once. */
  constructor(
    catalog: Catalog,
    cwd: string,
    { trusted, tolerant, clusters }: ResolverOptions,
    report: (problem: SettingProblem) => void,
  ) {
    this.#catalog = catalog;
    this.#cwd = cwd;
    this.#trusted = trusted;
    this.#tolerant = tolerant;
    this.#clusters = clusters;
    this.#tell = report;
  }

  /** The targets resolved so far, in the order of their first use. */
  get targets(): readonly ReportedSurface[] {
    return Array.from(this.#reported.values(), (reported) => {
      const { name, versions } = reported.surface;
      const supporter = this.#supporters.get(name);
      const support = supporter === undefined ? undefined : supportWindow(versions.binary, supporter);
      return support === undefined ? reported : { ...reported, support };
    });
  }

  /** The files that targets were read from, absolute. */
  get files(): ReadonlySet<string> {
    return this.#files;
  }

  /** The problems of definitions added to the workspace; everything else is judged. */
  get addedProblems(): readonly SettingProblem[] {
    return this.#addedProblems;
  }

  /** The flags without effect in a target's file; empty for targets without a file. */
  ignoredFlags(name: string): readonly string[] {
    return this.#ignored.get(name) ?? [];
  }

  /** The data read from a target's cluster; undefined for targets that are not live clusters. */
  snapshot(name: string): LiveSnapshot | undefined {
    return this.#snapshots.get(name);
  }

  /** The severities in the configuration of a target. */
  levels(name: string): SeverityLevels | undefined {
    return this.#levels.get(name);
  }

  /** The target of an expression that is not a configured name. `names` are the configured ones. */
  expression(expression: string, names: readonly string[]): ApiSurface | undefined {
    const context = /^context=(.*)$/s.exec(expression)?.[1];
    if (context !== undefined) return this.#readCluster(context);
    const read = parseFileExpression(expression);
    if (read?.ok === true) return this.#fileExpression(expression, read.file);
    if (read !== undefined) {
      this.#refuse(read.problems, () => `--target=${expression}`);
      return undefined;
    }
    const parsed = parseTargetExpression(expression);
    if (parsed.ok) return this.#fromCommandLine(expression, parsed.target, '--target', expression);
    if (/^[A-Za-z][\w.-]*$/.test(expression) && !/^v\d/.test(expression)) {
      const close = nearest(expression, names, 1)[0];
      const known =
        names.length === 0 ? 'no target is configured here' : `the configured targets are ${names.join(', ')}`;
      this.#tell({
        location: `--target=${expression}`,
        message: `there is no target with this name (${known})`,
        remedy:
          close === undefined
            ? 'name a minor such as 1.36, or define it in .kubecompat.yaml'
            : `did you mean ${close}?`,
      });
    } else this.#refuse(parsed.problems, () => `--target=${expression}`);
    return undefined;
  }

  /** The target of the flags of the command line. */
  flags(name: string, target: Target): ApiSurface | undefined {
    return this.#fromCommandLine(name, target, 'command line', undefined);
  }

  #fromCommandLine(name: string, target: Target, source: string, whole: string | undefined): ApiSurface | undefined {
    const locationOf = ({ flag, value }: Pick<TargetProblem, 'flag' | 'value'>) =>
      whole === undefined ? `--${flag}=${value}` : `--target=${whole}`;
    const configured = this.#withAdmission(target, this.#cwd, this.#trusted ? undefined : [this.#cwd], (value) =>
      locationOf({ flag: 'admission-control-config-file', value }),
    );
    for (const { path, ...problem } of missingDefinitions(target.crds, this.#cwd)) {
      this.#tell({ location: locationOf({ flag: 'crds', value: path }), ...problem });
    }
    return this.#resolve(`\n${name}`, name, this.#withAdded(configured, this.#cwd), source, locationOf);
  }

  /** The newest minor of the catalogue. */
  newest(): ApiSurface | undefined {
    const { newest } = this.#catalog;
    const target = this.#withAdded({ binary: newest, runtimeConfig: [], featureGates: [] }, this.#cwd);
    const source = 'no target was given: the newest minor of the catalogue';
    return this.#resolve('', formatMinor(newest), target, source, () => 'the default target');
  }

  /** A target that a configuration defines. */
  configured(loaded: LoadedConfig, name: string): ApiSurface | undefined {
    const configured = loaded.config?.targets.get(name);
    if (configured === undefined) return undefined;
    const key = `${loaded.configFile.path}\n${name}`;
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
    const { folder } = loaded.configFile;
    const complete = this.#withAdmission(written, folder, [this.#cwd, folder], (value) =>
      locationIn(loaded, spanOf(configured, { flag: 'admission-control-config-file', value })),
    );
    const target = this.#withAdded(this.#withCrds(complete, written.crds, loaded, nameSpan), folder);
    return this.#resolve(key, name, target, loaded.file, (problem) => locationIn(loaded, spanOf(configured, problem)));
  }

  #withAdmission(
    target: Target,
    folder: string,
    within: TargetFileRequest['within'],
    locationOf: (at: string) => string,
  ) {
    const { target: complete, path, problem } = withAdmissionFile(target, folder, within, this.#cwd);
    if (path !== undefined) this.#files.add(path);
    if (problem !== undefined) this.#tell({ location: locationOf(problem.path), ...problem });
    return complete;
  }

  /** A target with the CustomResourceDefinitions that its configuration names, at absolute paths. */
  #withCrds(target: Target, crds: TargetCrds | undefined, loaded: LoadedConfig, span: Span): Target {
    if (crds === undefined) return target;
    const { paths, problems } = locatePaths(crds.paths, loaded.configFile.folder);
    for (const message of problems) {
      const remedy = 'name files and folders inside the folder of the configuration';
      this.#tell({ location: locationIn(loaded, span), message: `crds, paths: ${message}`, remedy });
    }
    return { ...target, crds: { ...crds, paths } };
  }

  #referred(key: string, loaded: LoadedConfig, { name, nameSpan, from, fromSpan, binary, crds }: ReferredTarget) {
    const { folder } = loaded.configFile;
    const askedAt = locationIn(loaded, fromSpan);
    const request = { reference: from, folder, within: [this.#cwd, folder], binary, askedAt };
    return this.#fromFile(key, name, request, (target) => this.#withCrds(target, crds, loaded, nameSpan));
  }

  /** The cluster as last read; it is not asked now. */
  #live(key: string, loaded: LoadedConfig, live: LiveTarget): ApiSurface | undefined {
    const { folder } = loaded.configFile;
    return this.#fromCopy(
      key,
      live,
      { folder, cwd: folder, location: locationIn(loaded, live.contextSpan) },
      (target) => this.#withCrds(target, target.crds, loaded, live.nameSpan),
    );
  }

  /** A cluster that was read for this run. */
  #readCluster(context: string): ApiSurface | undefined {
    const location = `--context=${context}`;
    const copy = this.#clusters.get(context);
    if (copy === undefined) {
      this.#tell({ location, message: 'clusters are not read here', remedy: 'name it on the command line' });
      return undefined;
    }
    const { folder, name } = copy;
    const at = { folder, cwd: this.#cwd, location };
    return this.#fromCopy(`\n${location}`, { name, context, crds: undefined }, at, (target) => target);
  }

  #fromCopy(
    key: string,
    live: Pick<LiveTarget, 'name' | 'context' | 'crds'>,
    { folder, cwd, location }: { readonly folder: string; readonly cwd: string; readonly location: string },
    complete: (target: Target) => Target,
  ): ApiSurface | undefined {
    if (this.#resolved.has(key)) return this.#resolved.get(key);
    const read = readLiveTarget(folder, live, this.#catalog);
    if (!read.ok) {
      this.#tell({ location, message: read.message, remedy: read.remedy });
      this.#resolved.set(key, undefined);
      return undefined;
    }
    this.#files.add(read.path);
    const target = this.#withAdded(complete(read.target), cwd);
    const surface = this.#resolve(key, live.name, target, read.source, () => location, read.notes);
    if (surface === undefined) return undefined;
    this.#snapshots.set(surface.name, read.snapshot);
    const provider = providerOf(read.snapshot.version.gitVersion);
    if (provider !== undefined) this.#supporters.set(surface.name, provider);
    return surface;
  }

  #fileExpression(expression: string, { reference, binary, crds }: FileExpression): ApiSurface | undefined {
    const within = this.#trusted ? undefined : [this.#cwd];
    const request = { reference, folder: this.#cwd, within, binary, askedAt: `--target=${expression}` };
    for (const { message, remedy } of missingDefinitions(crds, this.#cwd))
      this.#tell({ location: request.askedAt, message, remedy });
    const surface = this.#fromFile(`\n${expression}`, reference, request, (target) =>
      crds === undefined ? target : { ...target, crds },
    );
    const reported = surface && this.#reported.get(surface.name);
    if (reported !== undefined) this.#reported.set(reported.surface.name, { ...reported, expression });
    return surface;
  }

  /**
   * The target of a described cluster; undefined if its server would not start, which is reported when it is requested
   * by name.
   *
   * @param root the absolute folder that the file must be in.
   * @param reference `FILE` or `FILE#CLUSTER`, relative to it.
   */
  described(name: string, root: string, reference: string): ApiSurface | undefined {
    const key = `\n${root}\n${reference}`;
    if (this.#resolved.has(key)) return this.#resolved.get(key);
    const request = { reference, folder: root, within: [root], binary: undefined, askedAt: reference };
    const read = readTargetFile({ ...request, cwd: this.#cwd });
    if (read.ok && resolve(name, read.target, this.#catalog).ok) return this.#fromFile(key, name, request);
    this.#resolved.set(key, undefined);
    return undefined;
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
      for (const problem of read.problems) this.#tell(problem);
      this.#resolved.set(key, undefined);
      return undefined;
    }
    this.#files.add(read.path);
    const target = this.#withAdded(complete(read.target), request.folder);
    const surface = this.#resolve(key, name, target, read.location, read.locationOf);
    if (surface === undefined) return undefined;
    this.#ignored.set(surface.name, read.ignored);
    if (read.supporter !== undefined) this.#supporters.set(surface.name, read.supporter);
    return surface;
  }

  /** A target with the definitions added to the workspace around a folder. */
  #withAdded(target: Target, folder: string): Target {
    if (!this.#added.has(folder)) this.#added.set(folder, this.#addedTo(folder));
    const added = this.#added.get(folder);
    return added === undefined || added.added.files.length === 0 ? target : { ...target, added: added.added };
  }

  #addedTo(folder: string): AddedToWorkspace | undefined {
    const found = addedAround(folder, this.#cwd);
    if (found === undefined) return undefined;
    const isKnown = this.#files.has(found.path);
    this.#files.add(found.path);
    if (!isKnown) this.#addedProblems.push(...found.problems);
    return found;
  }

  #resolve(
    key: string,
    name: string,
    target: Target,
    source: string,
    locationOf: (problem: TargetProblem) => string,
    notes: readonly string[] = [],
  ): ApiSurface | undefined {
    if (this.#resolved.has(key)) return this.#resolved.get(key);
    const unique = this.#uniqueName(name, target, source);
    const known = this.#reported.get(unique)?.surface;
    const resolved = known ?? this.#resolveTolerantly(unique, target, locationOf);
    const surface = resolved && withTargetCrds(resolved);
    this.#resolved.set(key, surface);
    if (surface !== undefined && known === undefined) {
      const preview = previewNote(surface);
      const all = preview === undefined ? notes : [...notes, preview];
      this.#reported.set(unique, { surface, source, notes: all });
    }
    return surface;
  }

  /** Reports refused settings; in tolerant mode, resolves the target without them. */
  #resolveTolerantly(
    name: string,
    target: Target,
    locationOf: (problem: TargetProblem) => string,
  ): ApiSurface | undefined {
    const result = resolve(name, target, this.#catalog);
    if (result.ok) return result.surface;
    this.#refuse(result.problems, locationOf);
    if (!this.#tolerant) return undefined;
    let reduced: Target | undefined = target;
    for (const problem of result.problems) reduced = reduced && (withoutSetting(reduced, problem) ?? reduced);
    // Terminates, since each round removes something.
    return reduced === undefined || JSON.stringify(reduced) === JSON.stringify(target)
      ? undefined
      : this.#resolveTolerantly(name, reduced, locationOf);
  }

  /** Two configurations may give one name to different servers: the second gets its file as a suffix. */
  #uniqueName(name: string, target: Target, source: string): string {
    const taken = this.#reported.get(name);
    const same = taken === undefined || JSON.stringify(taken.surface.target) === JSON.stringify(target);
    return same ? name : `${name} (${source})`;
  }

  #refuse(problems: readonly TargetProblem[], locationOf: (problem: TargetProblem) => string): void {
    for (const problem of problems) {
      this.#tell({ location: locationOf(problem), message: problem.message, remedy: `allowed: ${problem.allowed}` });
    }
  }
}
