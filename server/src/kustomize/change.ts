import type { MapNode, Node } from '../manifest/node.ts';
import type { Effect } from './patchEffect.ts';

/** A place in a resource as it was before anything changed it, and what is wrong there. */
export interface ChangedPlace {
  readonly root: MapNode;
  readonly apiVersion: string;
  readonly kind: string;
  /** The field path in steps; an item of a list is its number. */
  readonly steps: readonly string[];
  /** What stands there; undefined for what is missing. */
  readonly node: Node | undefined;
  /** What is said of it, which may name a key or a value. */
  readonly message: string;
}

/** A change that comes to a resource. */
export type Change = (place: ChangedPlace) => Effect;
