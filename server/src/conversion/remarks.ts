import { formatSteps, type PathStep } from './draftPath.ts';

/** A remark about one field of a resource. */
export interface Remark {
  readonly path: string;
  readonly message: string;
}

/** The remarks of a conversion. */
export interface Remarks {
  /** For the author to decide or do. */
  readonly left: Remark[];
  /** Refused by the target, with the written replacement. */
  readonly forced: Remark[];
  /** Not expressible at the target, and removed. */
  readonly lost: Remark[];
  /** Defaults that were left to the target, although it has others. */
  readonly changed: Remark[];
}

/** No remarks yet. */
export function noRemarks(): Remarks {
  return { left: [], forced: [], lost: [], changed: [] };
}

/** A remark on a place. */
export function remark(path: readonly PathStep[], message: string): Remark {
  return { path: formatSteps(path), message };
}

/** A remark in one line. */
export function formatRemark({ path, message }: Remark): string {
  return path === '' ? message : `${path}: ${message}`;
}
