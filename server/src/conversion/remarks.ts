import { formatSteps, type PathStep } from './draftPath.ts';

/** A remark about a field of a resource; the path is '' for the resource. */
export interface Remark {
  readonly path: string;
  readonly message: string;
}

/** The remarks of a conversion. */
export interface Remarks {
  /** Changes and decisions that remain to the author. */
  readonly left: Remark[];
  /** Values that the new version refuses, with their replacements. */
  readonly forced: Remark[];
  /** Values that the new version cannot express, and that were removed. */
  readonly lost: Remark[];
  /** Defaults that change. */
  readonly changed: Remark[];
}

/** No remarks yet. */
export function noRemarks(): Remarks {
  return { left: [], forced: [], lost: [], changed: [] };
}

/** A remark about the field at a path. */
export function remark(path: readonly PathStep[], message: string): Remark {
  return { path: formatSteps(path), message };
}

/** A remark as a line: `spec.rules: …`. */
export function formatRemark({ path, message }: Remark): string {
  return path === '' ? message : `${path}: ${message}`;
}
