import type { AnnouncedDeprecation } from '../catalog/surface.ts';
import type { TargetCrds } from '../targets/crds.ts';
import type { Target, TargetFlag } from '../targets/target.ts';
import type { Minor } from '../targets/version.ts';
import type { Span } from '../text/span.ts';
import type { SeverityLevels } from './severity.ts';

/** The content of a `.kubecompat.yaml`. All targets that it refers to exist: `decodeConfig` reports unknown names. */
export interface Config {
  /** By name, in the order written. */
  readonly targets: ReadonlyMap<string, ConfiguredTarget>;
  /** The targets of files without a matching rule: `default`, or else every target. */
  readonly defaultTargets: readonly string[];
  /** Whether `default` is present. */
  readonly hasDefault: boolean;
  /**
   * The first rule that matches a file and has targets decides its targets; likewise its severities and chart values.
   */
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

/** A path in a configuration, relative to its folder, with its span. */
export interface NamedPath {
  readonly path: string;
  readonly span: Span;
}

/** A target under `targets:`: written out, described by another file, or a live cluster. */
export type ConfiguredTarget = WrittenTarget | ReferredTarget | LiveTarget;

/** A target that is written out, with the spans for its problems. */
export interface WrittenTarget {
  readonly kind: 'written';
  readonly name: string;
  readonly nameSpan: Span;
  readonly target: Target;
  readonly flags: ReadonlyMap<TargetFlag, Span>;
  /** By the key of a feature gate or runtime-config entry. */
  readonly settings: ReadonlyMap<string, Span>;
  /** By check code, for findings at this target. */
  readonly severity: SeverityLevels;
}

/** A target that another file describes: `edge: { from: clusters/edge/kube-apiserver.yaml }`. */
export interface ReferredTarget {
  readonly kind: 'referred';
  readonly name: string;
  readonly nameSpan: Span;
  /** The file, relative to the folder of the configuration, with `#NAME` if it describes several clusters. */
  readonly from: string;
  readonly fromSpan: Span;
  /** The version of the binary, for files that do not name it. */
  readonly binary: Minor | undefined;
  readonly crds: TargetCrds | undefined;
  /** By check code, for findings at this target. */
  readonly severity: SeverityLevels;
}

/** A live cluster target: `staging: { context: staging }`. A copy on disk has its served APIs. */
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
  /** The values files of the charts whose Chart.yaml matches. */
  readonly helmValues: readonly NamedPath[] | undefined;
}

/** An error in a configuration. */
export interface ConfigProblem {
  readonly message: string;
  readonly remedy: string;
  readonly span: Span;
}

/**
 * The names of the targets for a file.
 *
 * @param path relative to the folder of the configuration, with `/`.
 */
export function targetNamesFor(config: Config, path: string): readonly string[] {
  const rule = config.files.find(({ matches, targets }) => targets !== undefined && matches(path));
  return rule?.targets ?? config.defaultTargets;
}

/** Whether a configuration names no targets for a file: neither a rule nor `default` does. */
export function hasNoTargetsFor({ files, hasDefault }: Config, path: string): boolean {
  return !hasDefault && !files.some(({ matches, targets }) => targets !== undefined && matches(path));
}

/** The severities for a file in `files:`; undefined if there are none. */
export function severityFor(config: Config, path: string): SeverityLevels | undefined {
  return config.files.find(({ matches, severity }) => severity !== undefined && matches(path))?.severity;
}

/** The values files of a chart by the path of its Chart.yaml; undefined if not configured. */
export function helmValuesFor(config: Config, path: string): readonly NamedPath[] | undefined {
  const rule = config.files.find(({ matches, helmValues }) => helmValues !== undefined && matches(path));
  return rule?.helmValues ?? config.helmValues;
}
