import type { MapNode, Node } from '../manifest/node.ts';
import type { Change } from './change.ts';
import type { Variables } from './declaredVariables.ts';
import type { Fill } from './fill.ts';
import type { ResourceSelector } from './resourceSelector.ts';

/**
 * What a kustomization puts together, as far as its files tell: the resources as they come to its own patches and
 * replacements.
 */
export interface Assembled {
  /** There are no other resources: nothing is fetched, made by plugins, or not to be read. */
  readonly isComplete: boolean;
  readonly resources: readonly AssembledResource[];
  /** What the kustomization's own patches and replacements write, and in which entry that is said. */
  readonly own: readonly OwnWrite[];
  /** The resources as its own patches, transformers and replacements leave them, in the same order. Worked out when it is asked for. */
  readonly changed: () => readonly AssembledResource[];
  /** The variables that are filled in when all is built. */
  readonly variables: Variables;
}

/** A resource with all that may have been changed of it on its way. */
export interface AssembledResource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The names that it may go by, the one that it began with first. */
  readonly names: readonly string[];
  /** The same of its namespaces; '' for none. */
  readonly namespaces: readonly string[];
  /** What it may have become: it may have another name or be gone, or be anything. */
  readonly may: BuildTurn | undefined;
  /** As it was read; undefined for what is generated. */
  readonly root: MapNode | undefined;
  /** What may have been written into it. */
  readonly writes: readonly Write[];
  /** The file that it was read from, absolute; undefined for what is generated. */
  readonly from: string | undefined;
  /** What was changed of it on its way. */
  readonly changes: readonly Change[];
  /** The values that were surely written into it on its way, in that order. */
  readonly fills: readonly Fill[];
  /** What replacements, variables and patches read of it on its way: keys, and items of lists by their numbers. */
  readonly reads: readonly (readonly string[])[];
  /** The lists whose items may have got other numbers on its way. */
  readonly moved: readonly (readonly string[])[];
  /** The data of a ConfigMap or a Secret that is generated, where they are certain. */
  readonly generated: ReadonlyMap<string, string> | undefined;
}

/** What a patch or replacement may turn a resource into: one of another name or none, or one of another kind. */
export type BuildTurn = 'renamed' | 'turned';

/** A part of a resource that may have been written: what stands there, or that it is there, is not known any longer. */
export type Write =
  /** At a path, of which steps into lists mean any item; undefined for any value. */
  | { readonly at: readonly string[]; readonly value: Node | undefined }
  /** At every path with one of these names. */
  | { readonly names: readonly string[] };

/** A write of the kustomization itself. */
export interface OwnWrite {
  readonly write: Write | BuildTurn;
  /** What it is written into; undefined for everything. */
  readonly into: ResourceSelector | undefined;
  /** The path of the entry that says so: `patches[0]`. */
  readonly entry: string;
}
