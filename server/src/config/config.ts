import type { AnnouncedDeprecation } from '../catalog/surface.ts';
import type { TargetCrds } from '../targets/crds.ts';
import type { Target, TargetFlag } from '../targets/target.ts';
import type { Minor } from '../targets/version.ts';
import type { Span } from '../text/span.ts';
import type { SeverityLevels } from './severity.ts';

/** The content of a `.kubecompat.yaml`. All names in it exist: `decodeConfig` reports the others. */
export interface Config {
  /** By name, in the order written. */
  readonly targets: ReadonlyMap<string, ConfiguredTarget>;
  /** The targets of files without a matching rule: `default`, or else every target. */
  readonly defaultTargets: readonly string[];
  /** Whether `default` is present and so decides for files without a rule. */
  readonly hasDefault: boolean;
  /** The first rule that matches a file and has targets decides on these; likewise for severities and values of charts. */
  readonly files: readonly FileRule[];
  /** By check code. */
  readonly severity: SeverityLevels;
  /** Files and folders with conversion rules for custom resources. */
  readonly conversions: readonly NamedPath[];
  /** Announcements about APIs. */
  readonly deprecations: readonly AnnouncedDeprecation[];
  /** Values files of charts; undefined if not configured. */
  readonly helmValues: readonly NamedPath[] | undefined;
}

/** A path that a configuration names, relative to its folder, and where it does. */
export interface NamedPath {
  readonly path: string;
  readonly span: Span;
}

/** A target under `targets:`: written out, read from a file that describes its cluster, or a cluster itself. */
export type ConfiguredTarget = WrittenTarget | ReferredTarget | LiveTarget;

/** A target whose settings the configuration itself has, with the places that problems with it belong to. */
export interface WrittenTarget {
  readonly kind: 'written';
  readonly name: string;
  readonly nameSpan: Span;
  readonly target: Target;
  /** The span of each setting; `settings` by the key of a gate or runtime-config entry. */
  readonly flags: ReadonlyMap<TargetFlag, Span>;
  readonly settings: ReadonlyMap<string, Span>;
  /** By check code, for findings at this target. */
  readonly severity: SeverityLevels;
}

/** A target that another file describes: `edge: { from: clusters/edge/kube-apiserver.yaml }`. */
export interface ReferredTarget {
  readonly kind: 'referred';
  readonly name: string;
  readonly nameSpan: Span;
  /** The file, relative to the folder of the configuration, and `#NAME` where it describes several clusters. */
  readonly from: string;
  readonly fromSpan: Span;
  /** The version of the binary, for files that do not name it. */
  readonly binary: Minor | undefined;
  readonly crds: TargetCrds | undefined;
  /** By check code, for findings at this target. */
  readonly severity: SeverityLevels;
}

/** A live cluster target: `staging: { context: staging }`. Its served APIs are in a copy. */
export interface LiveTarget {
  readonly kind: 'live';
  readonly name: string;
  readonly nameSpan: Span;
  /** The context of the user's kubeconfig. */
  readonly context: string;
  readonly contextSpan: Span;
  readonly crds: TargetCrds | undefined;
  /** By check code, for findings at this target. */
  readonly severity: SeverityLevels;
}

/** An entry of `files:`. */
export interface FileRule {
  /** A glob relative to the folder of the configuration, with `/`. */
  readonly match: string;
  readonly matches: (path: string) => boolean;
  readonly targets: readonly string[] | undefined;
  /** By check code. */
  readonly severity: SeverityLevels | undefined;
  /** Values files of these charts, which are identified by their Chart.yaml. */
  readonly helmValues: readonly NamedPath[] | undefined;
}

/** An error in a configuration: message, span and remedy. */
export interface ConfigProblem {
  readonly message: string;
  readonly remedy: string;
  readonly span: Span;
}

/** The names of the targets for a file, `path` being relative to the folder of the configuration, with `/`. */
export function targetNamesFor(config: Config, path: string): readonly string[] {
  const rule = config.files.find(({ matches, targets }) => targets !== undefined && matches(path));
  return rule?.targets ?? config.defaultTargets;
}

/** Whether a configuration sets no targets for a file: no rule has any, and there is no default. */
export function hasNoTargetsFor({ files, hasDefault }: Config, path: string): boolean {
  return !hasDefault && !files.some(({ matches, targets }) => targets !== undefined && matches(path));
}

/** The severities that `files:` has for a file. */
export function severityFor(config: Config, path: string): SeverityLevels | undefined {
  return config.files.find(({ matches, severity }) => severity !== undefined && matches(path))?.severity;
}

/** The values files of a chart by the path of its Chart.yaml; undefined if not configured. */
export function helmValuesFor(config: Config, path: string): readonly NamedPath[] | undefined {
  const rule = config.files.find(({ matches, helmValues }) => helmValues !== undefined && matches(path));
  return rule?.helmValues ?? config.helmValues;
}
