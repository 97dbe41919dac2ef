import type { MapNode, Node } from '../manifest/node.ts';
import type { Effect } from './patchEffect.ts';

/** A value in the original resource, and the finding there. */
export interface ChangedValue {
  readonly root: MapNode;
  readonly apiVersion: string;
  readonly kind: string;
  /** The field path in steps; an item of a list is its number. */
  readonly steps: readonly string[];
  /** The value; undefined if missing. */
  readonly node: Node | undefined;
  /** The message, which may name a key or a value. */
  readonly message: string;
}

/** A change to a resource: returns its effect on a value. */
export type Change = (changed: ChangedValue) => Effect;
