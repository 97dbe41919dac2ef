import type { ApiSurface, Availability } from '../catalog/surface.ts';
import type { Finding } from '../finding.ts';
import type { UntakenBranch } from '../helm/branches.ts';
import type { Manifest, NotJudged, Resource } from '../manifest/manifest.ts';

/** The analysis of one file: the single result that the editor, the command line and all reports share. */
export interface Analysis {
  readonly manifest: Manifest;
  readonly resources: readonly JudgedResource[];
  /** Findings about documents without resources: broken text, and files of other tools that name APIs. */
  readonly documentFindings: readonly DocumentFinding[];
  readonly notJudged: readonly NotJudged[];
  /**
   * The number of findings that comments of the file ignore, counted once per target. Absent if the file has no such
   * comments.
   */
  readonly suppressed?: number;
  /** The findings in archives that the file references. */
  readonly packed?: PackedAnalysis;
  /** Set for a template that was judged unrendered. */
  readonly template?: TemplateFacts;
}

/**
 * The findings in files inside archives. Their documents are numbered after those of the referencing file, and findings
 * are reported there. The spans of their resources do not refer to its text.
 */
export interface PackedAnalysis {
  readonly documents: number;
  readonly resources: readonly JudgedResource[];
  readonly documentFindings: readonly DocumentFinding[];
  readonly notJudged: readonly NotJudged[];
}

/** Facts about a template besides its resources. */
export interface TemplateFacts {
  /** The branches that some targets do not take, as indices into the list of targets. */
  readonly untaken: readonly UntakenBranch[];
}

/** A resource with the verdict of each target, in the order of the targets. */
export interface JudgedResource {
  readonly resource: Resource;
  readonly verdicts: readonly Verdict[];
}

/** The findings of one target on one resource. */
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
  /** The name of the target; undefined if the finding holds for any target. */
  readonly target?: string;
}
