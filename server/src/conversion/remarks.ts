import { formatPlace, type PlaceStep } from './draftPath.ts';

/** Something to say of one place of a resource. */
export interface Remark {
  readonly path: string;
  readonly says: string;
}

/** What a conversion says besides the converted object. */
export interface Remarks {
  /** What a person must decide or do. */
  readonly left: Remark[];
  /** What the target refuses as it was, and what was written instead. */
  readonly forced: Remark[];
  /** What the target cannot express and is gone. */
  readonly lost: Remark[];
  /** Defaults that were left to the target, although it has others. */
  readonly changed: Remark[];
}

/** No remarks yet. */
export function noRemarks(): Remarks {
  return { left: [], forced: [], lost: [], changed: [] };
}

/** A remark on a place. */
export function remark(place: readonly PlaceStep[], says: string): Remark {
  return { path: formatPlace(place), says };
}

/** A remark in one line. */
export function formatRemark({ path, says }: Remark): string {
  return path === '' ? says : `${path}: ${says}`;
}
