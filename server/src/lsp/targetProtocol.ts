import type { ReportShare } from '../report/workspaceReport.ts';

/* The messages about targets, live clusters and added definitions: a part of `protocol.ts`. */

/** Asks about a document; without one, about a file directly in the workspace folder. */
export interface TargetsParams {
  readonly uri?: string;
}

/** The targets of a document. */
export interface ActiveTargets {
  readonly targets: readonly TargetSummary[];
  /**
   * What decides the targets: `override`, a configuration file, the settings, the clusters that it is applied to, or
   * only the catalogue.
   */
  readonly decidedBy: 'override' | 'file' | 'settings' | 'clusters' | 'default';
  /** The configuration file that applies, even if an override takes precedence. */
  readonly configFile?: string;
  /** The ignored settings, with the reason; empty if there are none. */
  readonly problems: readonly string[];
  /** Whether files are still being checked, perhaps against these targets for the first time. */
  readonly judging: boolean;
  /** Names that the configuration file defines. */
  readonly configured: readonly string[];
  /** How many resources of the document were judged; absent if it is not open, or no manifest. */
  readonly coverage?: ReportShare;
  /** Every minor of the catalogue, newest first: `1.37`. */
  readonly minors: readonly string[];
  /** The emulation versions of binaries besides their own version, newest first. */
  readonly emulations: readonly Emulations[];
}

/** The versions that a kube-apiserver can emulate, but its own. */
export interface Emulations {
  /** `1.37` */
  readonly binary: string;
  /** Newest first. */
  readonly emulated: readonly string[];
}

/** A target in a few words. */
export interface TargetSummary {
  readonly name: string;
  /** Its form in a list of targets: a name, or an expression. */
  readonly expression: string;
  /** A short form: `1.37 as 1.35 +1`, `1.36 · talconfig` for a file. */
  readonly label: string;
  /** `binary 1.37, emulates 1.35, compatible with 1.34`. */
  readonly description: string;
  readonly source: string;
}

/** A cluster that a file of the workspace describes. */
export interface DescribedTarget {
  /** Its form in a list of targets: `from=clusters/edge/kube-apiserver.yaml`. */
  readonly expression: string;
  /** A short form: `1.37 · kube-apiserver`; the path where it is not a target. */
  readonly label: string;
  /** `kube-apiserver 1.37, emulating 1.35, compatible with 1.34`, or why it is not a target. */
  readonly description: string;
  /** Whether it can be judged against. */
  readonly usable: boolean;
  /** `static pod kube-apiserver`. */
  readonly format: string;
  /** Relative to the workspace folder. */
  readonly file: string;
  readonly uri: string;
  /** 0-based, in the file. */
  readonly line: number;
}

/** Target expressions; an empty list ends the override. */
export interface OverrideParams {
  readonly targets: readonly string[];
}

/** Why an override was refused; empty if it was accepted. */
export interface OverrideResult {
  readonly problems: readonly string[];
}

/** How typed targets are understood, or why they are refused. */
export interface CheckedTargets extends OverrideResult {
  /** The targets that the texts name: `1.34, 1.37` names two. Empty if one of them is refused. */
  readonly targets: readonly TargetSummary[];
}

/** The contexts of the user's kubeconfig, the current one first. */
export interface LiveContexts {
  readonly contexts: readonly LiveContext[];
  /** Why there are none; empty if there are. */
  readonly problems: readonly string[];
}

/** A context of a kubeconfig. */
export interface LiveContext {
  readonly name: string;
  /** The address of its API server; '' where the kubeconfig has none. */
  readonly server: string;
  readonly isCurrent: boolean;
}

/** For long requests: the client may give a progress token (`$/progress`), and cancel. */
export interface ProgressOptions {
  readonly workDoneToken?: string | number;
}

/** Whose live clusters are read again. */
export interface RefreshLiveParams extends TargetsParams, ProgressOptions {}

/** A cluster to be read and added. */
export interface AddLiveParams extends ProgressOptions {
  readonly context: string;
  /** The name of the target; derived from the context by default. */
  readonly name?: string;
  /** The document whose configuration it is added to; without one, that of the workspace folder. */
  readonly uri?: string;
}

/** A cluster that was read, and the edit that adds it to the configuration; or why not. */
export interface AddLiveResult {
  readonly problems: readonly string[];
  readonly added?: LiveSummary;
  /** The configuration. */
  readonly uri?: string;
  /** A `WorkspaceEdit`; absent if the configuration has the target already. */
  readonly edit?: unknown;
}

/** Asks for the publishers of a group's definitions, for a document. */
export interface DefinitionSourcesParams {
  /** Undefined for every project that is known. */
  readonly group?: string;
  readonly uri?: string;
}

/** A project whose definitions can be added by its name. */
export interface KnownProject {
  readonly name: string;
  readonly label: string;
  /** Where it publishes them, for people. */
  readonly from: string;
}

/** What to fetch, like the arguments of `kubecompat crds add`, for the workspace of a document. */
export interface AddDefinitionsParams {
  readonly source: string;
  readonly uri?: string;
}

/** What was added, or why nothing was. */
export interface AddDefinitionsResult {
  readonly problems: readonly string[];
  /** For people: `cert-manager v1.16.1: 6 definitions`. */
  readonly added?: string;
}

/** The clusters that were read again, and the problems of others. */
export interface RefreshLiveResult {
  readonly refreshed: readonly LiveSummary[];
  readonly problems: readonly string[];
}

/** A live cluster in a few words. */
export interface LiveSummary {
  readonly name: string;
  /** `kube-apiserver 1.37, emulating 1.35, compatible with 1.34`. */
  readonly description: string;
  /** Its unknown properties: sentences. */
  readonly notes: readonly string[];
}
