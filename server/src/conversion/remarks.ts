import { formatPlace, type PlaceStep } from './draftPath.ts';

/** A remark about one field of a resource. */
export interface Remark {
  readonly path: string;
  readonly says: string;
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
export function remark(place: readonly PlaceStep[], says: string): Remark {
  return { path: formatPlace(place), says };
}

/** A remark in one line. */
export function formatRemark({ path, says }: Remark): string {
  return path === '' ? says : `${path}: ${says}`;
}
