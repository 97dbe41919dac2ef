import type { AnnouncedDeprecation } from '../catalog/surface.ts';
import type { TargetCrds } from '../targets/crds.ts';
import type { Target, TargetFlag } from '../targets/target.ts';
import type { Minor } from '../targets/version.ts';
import type { Span } from '../text/span.ts';
import type { SeverityLevels } from './severity.ts';

/** What a `.kubecompat.yaml` says. Everything it names exists: `decodeConfig` reports what does not. */
export interface Config {
  /** By name, in the order written. */
  readonly targets: ReadonlyMap<string, ConfiguredTarget>;
  /** Names of the targets for files that no rule matches: `default`, or else every target. */
  readonly defaultTargets: readonly string[];
  /** `default` is written, so that nothing else decides on what no rule matches. */
  readonly hasDefault: boolean;
  /** The first rule that matches a file and has targets decides on these; likewise for severities and values of charts. */
  readonly files: readonly FileRule[];
  /** By check code. */
  readonly severity: SeverityLevels;
  /** Files and folders with rules by which custom resources are converted. */
  readonly conversions: readonly NamedPath[];
  /** What is announced of APIs. */
  readonly deprecations: readonly AnnouncedDeprecation[];
  /** Files of values that charts are rendered with; undefined where nothing is said of them. */
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
  /** Where each setting that is written stands; `settings` by the key of a gate or runtime-config entry. */
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

/** A target that is a live cluster: `staging: { context: staging }`. What it serves is known from a copy. */
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
  /** Files of values that these charts are rendered with, told by their Chart.yaml. */
  readonly helmValues: readonly NamedPath[] | undefined;
}

/** Something in a configuration that cannot be: what is wrong, where, and what to write instead. */
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

/** Whether a configuration says nothing of the targets of a file: no rule has any for it, and no default is written. */
export function hasNoTargetsFor({ files, hasDefault }: Config, path: string): boolean {
  return !hasDefault && !files.some(({ matches, targets }) => targets !== undefined && matches(path));
}

/** The severities that `files:` has for a file. */
export function severityFor(config: Config, path: string): SeverityLevels | undefined {
  return config.files.find(({ matches, severity }) => severity !== undefined && matches(path))?.severity;
}

/** The files of values for a chart by the path of its Chart.yaml; undefined where nothing is said of them. */
export function helmValuesFor(config: Config, path: string): readonly NamedPath[] | undefined {
  const rule = config.files.find(({ matches, helmValues }) => helmValues !== undefined && matches(path));
  return rule?.helmValues ?? config.helmValues;
}
