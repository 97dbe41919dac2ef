import type { Consequence, Fix, Severity } from '../finding.ts';
import type { NotJudgedReason } from '../manifest/manifest.ts';
import type { Range } from '../text/lineIndex.ts';

/**
 * The report about a whole run, as in `--format json` (`schemas/report.schema.json`, schema version 1). Every other
 * format is derived from this, so that formats agree. All lists are in a stable order: file, document, offset, code,
 * target.
 */
export interface WorkspaceReport {
  readonly schemaVersion: 1;
  readonly tool: ToolInfo;
  readonly targets: readonly ReportTarget[];
  readonly resources: readonly ReportResource[];
  readonly findings: readonly ReportFinding[];
  readonly notJudged: readonly ReportNotJudged[];
  /** By kind and file; absent if there are no charts and kustomizations. */
  readonly coverage?: readonly ReportCoverage[];
  /** By name; absent in workspaces without deliveries. */
  readonly clusters?: readonly ReportCluster[];
  /** The files with resources that nothing in their repository applies, by name; absent likewise. */
  readonly notApplied?: readonly string[];
  /** The files that are applied to clusters which the repository does not show, by name; absent if there are none. */
  readonly unknownClusters?: readonly string[];
  /** Of a run over a fleet. */
  readonly fleet?: ReportFleet;
  /** Of a run that read it, by target and cluster. */
  readonly evidence?: readonly ReportEvidence[];
  /** Of a run about a part of the files. */
  readonly shard?: ReportShard;
  /** Of a run with a baseline. */
  readonly baseline?: ReportBaseline;
  readonly summary: ReportSummary;
}

/** A cluster that a GitOps tool applies files of the workspace to. */
export interface ReportCluster {
  readonly name: string;
  readonly tool: 'Flux' | 'Argo CD';
  /** Its entry folder; null if it is known only by name. */
  readonly begins: string | null;
  /** The names of the targets that its files are judged by for it. */
  readonly targets: readonly string[];
  /** The files with resources that are applied to it. */
  readonly files: readonly string[];
}

/** What the manifests hold, what a cluster holds and what clients ask for, of each API that is deprecated or removed at a target. */
export interface ReportEvidence {
  /** The name of the target. */
  readonly target: string;
  /** The context of the cluster; null if only audit logs and files were read. */
  readonly cluster: string | null;
  /** The most used first. */
  readonly apis: readonly ReportOutdatedApi[];
  /** What could not be read. */
  readonly unread: readonly { readonly message: string; readonly remedy: string }[];
}

/** The use of an outdated API. Null is what was not read. */
export interface ReportOutdatedApi {
  readonly groupVersion: string;
  readonly kind: string;
  /** Its state at the target: `last served by 1.21`. */
  readonly verdict: string;
  /** The number of resources in manifests that use it. */
  readonly manifests: number;
  /** How many objects of the cluster were written in it, or last applied. */
  readonly objects: number | null;
  /** Who wrote these objects. */
  readonly managers: readonly string[];
  readonly releases: readonly { readonly namespace: string | null; readonly name: string }[];
  /** Whether the metric of the server counts requests of it. */
  readonly isRequested: boolean | null;
  /** By audit logs; the most frequent first. */
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

/** The results of a run over many clusters. Cells are by target: clusters with equal servers share one. */
export interface ReportFleet {
  /** In the order of the fleet. */
  readonly clusters: readonly ReportFleetCluster[];
  /** By name. */
  readonly workloads: readonly ReportFleetWorkload[];
  /** How many of the files that were found no workload has; they were not judged. */
  readonly others: number;
}

/** A cluster of a fleet. */
export interface ReportFleetCluster {
  readonly name: string;
  /** The name of the target that it was judged as. */
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
  /** Documents that are or should be resources and could not be judged at all. */
  readonly notChecked: number;
  /** By the name of the target. */
  readonly targets: Readonly<Record<string, FleetCounts>>;
}

/** How many resources of a workload are how at a target, each by its worst finding. */
export interface FleetCounts {
  readonly error: number;
  readonly warning: number;
  readonly fine: number;
  /** Custom resources without a known definition. */
  readonly notChecked: number;
}

/** Which part of a larger run a report is. */
export interface ReportShard {
  /** From 1 on. */
  readonly index: number;
  readonly count: number;
  /** Equal for all parts of one run: a digest of their common inputs. */
  readonly run: string;
}

/** The findings that a baseline removed from a report. */
export interface ReportBaseline {
  /** The number of findings that it hides. */
  readonly findings: number;
  /** Its entries that are no longer found. */
  readonly stale: readonly BaselineEntry[];
}

/** A finding in a baseline. Everything except the fingerprint is for people. */
export interface BaselineEntry {
  readonly file: string;
  readonly code: string;
  readonly target: string;
  /** `Ingress web` */
  readonly resource?: string | undefined;
  readonly path: string;
  readonly fingerprint: string;
}

/** The tool of the report, and its facts. */
export interface ToolInfo {
  readonly name: 'kubecompat';
  readonly version: string;
  /** The release of the catalogue. */
  readonly catalogue: string;
}

/** A target in force. Versions are written `1.36`. */
export interface ReportTarget {
  readonly name: string;
  readonly binary: string;
  /** The build that the binary is known from before its release: `1.38.0-alpha.0`; absent for others. */
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
  /** Until when its provider supports its version; absent if that is not known. */
  readonly support?: ReportSupport;
}

/** Until when a provider supports a version. Days are written `2026-11-26`. */
export interface ReportSupport {
  readonly provider: string;
  readonly standard: string;
  /** Null where no support can be had for longer. */
  readonly extended: string | null;
  /** A summarising phrase. */
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
  /** Whether its definition has unknown rules for its values, so that it was judged only partly. */
  readonly unknownRules?: true;
}

/** The result of one target for one resource. */
export interface ResourceVerdict {
  /** null for a custom resource without a known CRD. */
  readonly served: boolean | null;
  /** The version that objects of this kind are stored in; null if the target does not store them. */
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
  /** The same as long as the same thing is found in the same object, wherever that moves in its file. */
  readonly fingerprint: string;
}

/** A change that fixes a finding. */
export interface ReportFix {
  readonly title: string;
  readonly kind: Fix['kind'];
  readonly edits: readonly ReportEdit[];
  readonly left: readonly string[];
}

/** A replacement of a stretch of the file. */
export interface ReportEdit {
  readonly range: Range;
  readonly offset: readonly [number, number];
  readonly newText: string;
}

/**
 * Besides the reasons of the analysis: `bad-configuration`, the configuration that names the file's targets is refused;
 * `internal-error`, a bug of this program, which must not stop the other files; `not-built`, a kustomization that was
 * to be built and could not be; `remote-chart`, a resource has a chart installed that is not in its repository.
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
  /** Absent when it is the file as a whole. */
  readonly document?: number;
  readonly reason: ReportNotJudgedReason;
  readonly detail: string;
}

/**
 * Why a document of a chart or kustomization was judged in part, or not at all. Besides the reasons of single
 * documents: `values`, it depends on values, or on a later substitution; `unknown-rules`, its definition has unknown
 * rules for its values; `renders-nothing`, it was rendered to nothing; `packed`, a template in an archive, which is
 * judged only where its chart is rendered; `remote`, `absent` and `not-in-run`, a kustomization names something that
 * would have to be fetched, that is not there, or that the run is not about.
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

/** How many documents there are of each reason. */
export type ReasonCounts = Partial<Readonly<Record<CoverageReason, number>>>;

/** How many documents were judged, and how far. */
export interface CoverageCounts {
  /** In full. */
  readonly judged: number;
  /** Judged as far as possible. */
  readonly inPart: ReasonCounts;
  readonly notJudged: ReasonCounts;
}

/** The coverage of a chart or kustomization. */
export interface ReportCoverage extends CoverageCounts {
  readonly kind: 'chart' | 'kustomization';
  /** Its Chart.yaml, of a chart with sub-charts the outermost, or its kustomization. */
  readonly file: string;
  /** By target name: as rendered or built, or from its sources. */
  readonly targets: Readonly<Record<string, 'rendered' | 'built' | 'source'>>;
  /** Why it was judged from its sources; absent if it was rendered. */
  readonly why?: string;
}

/**
 * How many of the resources were judged. A document that is or should be a resource, and an unreadable file, count as
 * one.
 */
export interface ReportShare {
  readonly resources: number;
  /** Fully or partly judged ones. */
  readonly judged: number;
  /** The partly judged ones. */
  readonly inPart: readonly ReasonShare[];
  readonly notJudged: readonly ReasonShare[];
}

/** The number of resources for a reason, with the remedy. */
export interface ReasonShare {
  readonly reason: CoverageReason;
  readonly resources: number;
  /** Why, as a phrase. */
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
  /** How many of the resources were judged, and why others were not. */
  readonly coverage: ReportShare;
  readonly bySeverity: Readonly<Record<Severity, number>>;
  readonly byConsequence: Readonly<Record<Consequence, number>>;
  /** Findings of each target by severity. */
  readonly byTarget: Readonly<Record<string, Readonly<Record<Severity, number>>>>;
}
