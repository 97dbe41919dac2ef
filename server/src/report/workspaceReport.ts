import type { Consequence, Fix, Severity } from '../finding.ts';
import type { NotJudgedReason } from '../manifest/manifest.ts';
import type { Range } from '../text/lineIndex.ts';

/**
 * The report of a run, as in `--format json` (`schemas/report.schema.json`, schema version 1). Every other format is
 * derived from this, so that they agree. All lists are in a stable order: file, document, offset, code, target.
 */
export interface WorkspaceReport {
  readonly schemaVersion: 1;
  readonly tool: ToolInfo;
  readonly targets: readonly ReportTarget[];
  readonly resources: readonly ReportResource[];
  readonly findings: readonly ReportFinding[];
  readonly notJudged: readonly ReportNotJudged[];
  /** By kind and file; absent without charts and kustomizations. */
  readonly coverage?: readonly ReportCoverage[];
  /** By name; absent in workspaces without deliveries. */
  readonly clusters?: readonly ReportCluster[];
  /** The files with resources that no cluster applies, by name; absent in workspaces without deliveries. */
  readonly notApplied?: readonly string[];
  /** The files that are applied to clusters outside of the repository, by name; absent if there are none. */
  readonly unknownClusters?: readonly string[];
  /** Absent in runs without a fleet. */
  readonly fleet?: ReportFleet;
  /** By target and cluster; absent in runs that collect no evidence. */
  readonly evidence?: readonly ReportEvidence[];
  /** Absent in runs over all files. */
  readonly shard?: ReportShard;
  /** Absent in runs without a baseline. */
  readonly baseline?: ReportBaseline;
  readonly summary: ReportSummary;
}

/** A cluster that a GitOps tool applies files of the workspace to. */
export interface ReportCluster {
  readonly name: string;
  readonly tool: 'Flux' | 'Argo CD';
  /** Its entry folder; null if it is known only by name. */
  readonly begins: string | null;
  /** The names of the targets that its files are judged against. */
  readonly targets: readonly string[];
  /** The files with resources that are applied to it. */
  readonly files: readonly string[];
}

/** The use of the APIs that are deprecated or removed at a target: in manifests, in a cluster, and by clients. */
export interface ReportEvidence {
  /** The name of the target. */
  readonly target: string;
  /** The context of the cluster; null if only audit logs and files were read. */
  readonly cluster: string | null;
  /** The most used first. */
  readonly apis: readonly ReportOutdatedApi[];
  /** The sources that could not be read. */
  readonly unread: readonly { readonly message: string; readonly remedy: string }[];
}

/** The use of an outdated API; null for facts that were not read. */
export interface ReportOutdatedApi {
  readonly groupVersion: string;
  readonly kind: string;
  /** Its state at the target: `last served by 1.21`. */
  readonly verdict: string;
  /** The number of resources in manifests that use it. */
  readonly manifests: number;
  /** The number of the cluster's objects that were written in this API, or last applied. */
  readonly objects: number | null;
  /** The field managers of these objects. */
  readonly managers: readonly string[];
  readonly releases: readonly { readonly namespace: string | null; readonly name: string }[];
  /** Whether the server's metric counts requests for it. */
  readonly isRequested: boolean | null;
  /** From audit logs; the most frequent first. */
  readonly clients: readonly ReportApiClient[] | null;
}

/** A client of an API. */
export interface ReportApiClient {
  readonly user: string;
  readonly userAgent: string;
  readonly verbs: readonly string[];
  readonly count: number;
  readonly lastSeen: string;
}

/** The results of a run over many clusters. Clusters with equal servers share a target, and so their results. */
export interface ReportFleet {
  /** In the order of the fleet. */
  readonly clusters: readonly ReportFleetCluster[];
  /** By name. */
  readonly workloads: readonly ReportFleetWorkload[];
  /** The number of files that belong to no workload; they were not judged. */
  readonly others: number;
}

/** A cluster of a fleet. */
export interface ReportFleetCluster {
  readonly name: string;
  /** The name of its target. */
  readonly target: string;
  /** Where its target comes from. */
  readonly source: string;
  readonly support?: ReportSupport;
}

/** A workload of a fleet: a folder, or a file. */
export interface ReportFleetWorkload {
  readonly name: string;
  /** The names of its clusters. */
  readonly clusters: readonly string[];
  readonly files: number;
  readonly resources: number;
  /** Documents that should be resources and could not be judged. */
  readonly notChecked: number;
  /** By the name of the target. */
  readonly targets: Readonly<Record<string, FleetCounts>>;
}

/** The resources of a workload at a target, counted by their worst finding. */
export interface FleetCounts {
  readonly error: number;
  readonly warning: number;
  readonly fine: number;
  /** Custom resources without a known definition. */
  readonly notChecked: number;
}

/** The part of a larger run that a report covers. */
export interface ReportShard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
  /** Equal for all shards of one run: a digest of their common inputs. */
  readonly run: string;
}

/** The effect of a baseline on a report. */
export interface ReportBaseline {
  /** The number of findings that it hides. */
  readonly findings: number;
  /** Its entries that are no longer found. */
  readonly stale: readonly BaselineEntry[];
}

/** A finding in a baseline. Only the fingerprint identifies it; the other members are for people. */
export interface BaselineEntry {
  readonly file: string;
  readonly code: string;
  readonly target: string;
  /** `Ingress web` */
  readonly resource?: string | undefined;
  readonly path: string;
  readonly fingerprint: string;
}

/** The program that made the report, and its catalogue. */
export interface ToolInfo {
  readonly name: 'kubecompat';
  readonly version: string;
  /** The release of the catalogue. */
  readonly catalogue: string;
}

/** A resolved target. Versions are written `1.36`. */
export interface ReportTarget {
  readonly name: string;
  readonly binary: string;
  /** The pre-release that the facts about the binary come from: `1.38.0-alpha.0`; absent for releases. */
  readonly preview?: string;
  readonly emulation: string;
  readonly minCompatibility: string;
  /** As written, in order; later settings win as in Kubernetes. */
  readonly runtimeConfig: readonly ReportSetting[];
  readonly featureGates: readonly ReportSetting[];
  /** Where the target comes from: `--target`, a configuration file, `catalogue default`. */
  readonly source: string;
  /** Its unknown properties, as sentences; absent if there are none. */
  readonly notes?: readonly string[];
  /** Absent if unknown. */
  readonly support?: ReportSupport;
}

/** The end of a provider's support for a version. Days are written `2026-11-26`. */
export interface ReportSupport {
  readonly provider: string;
  readonly standard: string;
  /** Null if the provider has no extended support. */
  readonly extended: string | null;
  /** A phrase for people. */
  readonly says: string;
  readonly source: string;
}

/** One `key=value` of a flag. */
export interface ReportSetting {
  readonly key: string;
  readonly value: string;
}

/** One API object that was judged. */
export interface ReportResource {
  /** `file#document`, with `/items[2]` for an item of a List; unique in the report. */
  readonly id: string;
  readonly file: string;
  readonly document: number;
  readonly item?: string | undefined;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  /** By the name of the target. */
  readonly targets: Readonly<Record<string, ResourceVerdict>>;
  /** Whether its definition has unknown rules for its values, so that it was judged only in part. */
  readonly unknownRules?: true;
  /** Whether it was judged as a create because nothing stored was found for it. */
  readonly checkedAsCreate?: true;
}

/** The result of one target for one resource. */
export interface ResourceVerdict {
  /** Null for a custom resource without a known definition. */
  readonly served: boolean | null;
  /** The storage version of the kind; null if the target does not store its objects. */
  readonly storageVersion: string | null;
  /** The highest severity among the findings; null if there are none. */
  readonly worst: Severity | null;
}

/** A finding at one target. */
export interface ReportFinding {
  /** The id of the resource; absent if the document could not be read as a resource. */
  readonly resource?: string | undefined;
  readonly file: string;
  readonly document: number;
  readonly item?: string | undefined;
  readonly target: string;
  readonly code: string;
  readonly consequence: Consequence;
  readonly severity: Severity;
  readonly path: string;
  /** 0-based lines and UTF-16 characters. */
  readonly range: Range;
  /** Start and end in UTF-16 units from the start of the file. */
  readonly offset: readonly [number, number];
  readonly message: string;
  readonly why: string;
  readonly remedy: string;
  readonly source: string;
  readonly fixes: readonly ReportFix[];
  /** Does not change if the resource moves within its file. */
  readonly fingerprint: string;
}

/** A change that fixes a finding. */
export interface ReportFix {
  readonly title: string;
  readonly kind: Fix['kind'];
  readonly edits: readonly ReportEdit[];
  /** The changes that remain to the author. */
  readonly left: readonly string[];
}

/** A replacement of a span of the file. */
export interface ReportEdit {
  readonly range: Range;
  readonly offset: readonly [number, number];
  readonly newText: string;
}

/**
 * The reasons of the analysis, and:
 * - `bad-configuration`: the configuration that names the file's targets is invalid;
 * - `internal-error`: a bug of this program, which does not stop the other files;
 * - `not-built`: a kustomization could not be built;
 * - `remote-chart`: a resource installs a chart that is not in the repository.
 */
export type ReportNotJudgedReason =
  | NotJudgedReason
  | 'bad-configuration'
  | 'internal-error'
  | 'not-built'
  | 'remote-chart';

/** A skipped or unreadable item. */
export interface ReportNotJudged {
  readonly file: string;
  /** Absent for the file as a whole. */
  readonly document?: number;
  readonly reason: ReportNotJudgedReason;
  readonly detail: string;
}

/**
 * Why a document of a chart or kustomization was judged in part, or not at all. The reasons of single documents, and:
 * - `values`: it depends on values, or on a later substitution;
 * - `unknown-rules`: its definition has unknown rules for its values;
 * - `renders-nothing`: it was rendered to nothing;
 * - `packed`: a template in an archive, which is judged only if its chart is rendered;
 * - `remote`, `absent`, `not-in-run`: a kustomization names a file that must be fetched, does not exist, or is not part
 *   of the run.
 */
export type CoverageReason =
  | Exclude<ReportNotJudgedReason, 'not-a-resource' | 'not-built' | 'remote-chart'>
  | 'values'
  | 'unknown-rules'
  | 'renders-nothing'
  | 'packed'
  | 'remote'
  | 'absent'
  | 'not-in-run';

/** The number of documents by reason. */
export type ReasonCounts = Partial<Readonly<Record<CoverageReason, number>>>;

/** The number of documents that were judged fully, in part, and not at all. */
export interface CoverageCounts {
  /** Fully. */
  readonly judged: number;
  readonly inPart: ReasonCounts;
  readonly notJudged: ReasonCounts;
  /** Objects judged as creates in a run that compares with stored ones; absent in others. */
  readonly asCreates?: number;
}

/** The coverage of a chart or kustomization. */
export interface ReportCoverage extends CoverageCounts {
  readonly kind: 'chart' | 'kustomization';
  /** The Chart.yaml of the outermost chart, or the kustomization file. */
  readonly file: string;
  /** How it was judged, by the name of the target: rendered, built, or from its source files. */
  readonly targets: Readonly<Record<string, 'rendered' | 'built' | 'source'>>;
  /** Why it was judged from its source files; absent if it was rendered or built. */
  readonly why?: string;
}

/**
 * How many of the resources were judged. A document that should be a resource, or an unreadable file, counts as one.
 */
export interface ReportShare {
  readonly resources: number;
  /** Judged fully or in part. */
  readonly judged: number;
  /** Judged in part, by reason. */
  readonly inPart: readonly ReasonShare[];
  readonly notJudged: readonly ReasonShare[];
  /** Judged as creates in a run that compares with stored objects; absent in others. */
  readonly checkedAsCreates?: number;
}

/** The number of resources for a reason, with the remedy. */
export interface ReasonShare {
  readonly reason: CoverageReason;
  readonly resources: number;
  /** The reason as a phrase. */
  readonly what: string;
  /** The remedy, a sentence; null if there is none. */
  readonly remedy: string | null;
}

/** Counts over the whole report. */
export interface ReportSummary {
  readonly files: number;
  readonly documents: number;
  readonly resources: number;
  readonly notJudged: number;
  /** Findings that comments in the files ignore. */
  readonly suppressed: number;
  readonly coverage: ReportShare;
  readonly bySeverity: Readonly<Record<Severity, number>>;
  readonly byConsequence: Readonly<Record<Consequence, number>>;
  /** By the name of the target. */
  readonly byTarget: Readonly<Record<string, Readonly<Record<Severity, number>>>>;
}
