import type { ApiSurface, Availability } from '../catalog/surface.ts';
import type { Finding } from '../finding.ts';
import type { UntakenBranch } from '../helm/branches.ts';
import type { Manifest, NotJudged, Resource } from '../manifest/manifest.ts';

/** Everything there is to say about one file: the single result that the editor, the command line and reports share. */
export interface Analysis {
  readonly manifest: Manifest;
  readonly resources: readonly JudgedResource[];
  /** Findings about documents that show no resource: broken text that should be one, files of other tools that name APIs. */
  readonly documentFindings: readonly DocumentFinding[];
  readonly notJudged: readonly NotJudged[];
  /** How many findings comments of the file ignore, each once a target. Absent where it has no such comments. */
  readonly suppressed?: number;
  /** What is in archives that the file stands for. */
  readonly packed?: PackedAnalysis;
  /** Of a template that was judged as its source stands. */
  readonly template?: TemplateFacts;
}

/**
 * What is found in files inside archives: their documents count on from those of the file that stands for them, and what is
 * found is said there. The places of their resources are not of its text.
 */
export interface PackedAnalysis {
  readonly documents: number;
  readonly resources: readonly JudgedResource[];
  readonly documentFindings: readonly DocumentFinding[];
  readonly notJudged: readonly NotJudged[];
}

/** What is to be said of a template besides its resources. */
export interface TemplateFacts {
  /** The branches that some targets do not take, by their places in the list of targets. */
  readonly untaken: readonly UntakenBranch[];
}

/** A resource with the verdict of each target, in the order of the targets. */
export interface JudgedResource {
  readonly resource: Resource;
  readonly verdicts: readonly Verdict[];
}

/** What one target does with one resource. */
export interface Verdict {
  readonly surface: ApiSurface;
  readonly availability: Availability;
  /** In the order of the text. */
  readonly findings: readonly Finding[];
}

/** A finding about a document as a whole. */
export interface DocumentFinding {
  readonly document: number;
  readonly finding: Finding;
  /** The name of the target that it is of; undefined where it holds whatever the target is. */
  readonly target?: string;
}
