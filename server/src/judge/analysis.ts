import type { ApiSurface, Availability } from '../catalog/surface.ts';
import type { Finding } from '../finding.ts';
import type { UntakenBranch } from '../helm/branches.ts';
import type { Manifest, NotJudged, Resource } from '../manifest/manifest.ts';

/** The analysis of one file: the single result that the editor, the command line and all reports share. */
export interface Analysis {
  readonly manifest: Manifest;
  readonly resources: readonly JudgedResource[];
  /** Findings that are not on a resource: broken text, files of other tools, clusters, add-ons, suppressions. */
  readonly documentFindings: readonly DocumentFinding[];
  readonly notJudged: readonly NotJudged[];
  /**
   * The number of findings that comments of the file ignore, counted for each target. Absent if the file has no such
   * comments.
   */
  readonly suppressed?: number;
  /** The findings in archives that the file references. */
  readonly packed?: PackedAnalysis;
  /** Set for a template, also if it was rendered. */
  readonly template?: TemplateFacts;
}

/**
 * The findings in files inside archives. Their documents are numbered after those of the referencing file, and findings
 * are reported there. Of the spans of their resources, only those of apiVersion and kind refer to its text.
 */
export interface PackedAnalysis {
  readonly documents: number;
  readonly resources: readonly JudgedResource[];
  readonly documentFindings: readonly DocumentFinding[];
  readonly notJudged: readonly NotJudged[];
}

/** Facts about an unrendered template besides its resources. */
export interface TemplateFacts {
  /** The branches that some targets do not take, as indices into the list of targets. */
  readonly untaken: readonly UntakenBranch[];
}

/** A resource with the verdict of each target, in the order of the targets. */
export interface JudgedResource {
  readonly resource: Resource;
  readonly verdicts: readonly Verdict[];
  /** Whether nothing stored was found for it, so that it was judged as a create; absent if it was not compared. */
  readonly isCreate?: boolean;
}

/** The findings of one target on one resource. */
export interface Verdict {
  readonly surface: ApiSurface;
  readonly availability: Availability;
  /** In the order of the text, followed by those of builds and other files. */
  readonly findings: readonly Finding[];
}

/** A finding that is not on a resource. */
export interface DocumentFinding {
  readonly document: number;
  readonly finding: Finding;
  /** The name of the target; undefined if the finding holds for any target. */
  readonly target?: string;
}
