import type { MapNode, Node } from '../manifest/node.ts';
import type { Change } from './change.ts';
import type { Variables } from './declaredVariables.ts';
import type { CertainWrite } from './fill.ts';
import type { ResourceSelector } from './resourceSelector.ts';

/**
 * The assembled resources of a kustomization, as far as its files show: as its own patches and replacements see them.
 */
export interface Assembled {
  /** Whether there are no other resources: none fetched, made by plugins, or unreadable. */
  readonly isComplete: boolean;
  readonly resources: readonly AssembledResource[];
  /** The resources that its sources have twice, with which Kustomize builds nothing. */
  readonly clashes: readonly Clash[];
  /** The writes of the kustomization's own patches and replacements, with their entries. */
  readonly ownWrites: readonly OwnWrite[];
  /** The resources after its own patches, transformers and replacements, in the same order. Lazy. */
  readonly changed: () => readonly AssembledResource[];
  /** The variables that are filled in when all is built. */
  readonly variables: Variables;
}

/** A resource that is there already, and the entry of the kustomization that brings another: `resources[1]`. */
export interface Clash {
  readonly resource: AssembledResource;
  readonly entry: string;
}

/** A resource with all its possible changes. */
export interface AssembledResource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Its possible names, the original one first. */
  readonly names: readonly string[];
  /** The same of its namespaces; '' for none. */
  readonly namespaces: readonly string[];
  /** What it may have become: renamed or removed, or anything. */
  readonly may: BuildTurn | undefined;
  /** The original; undefined for generated ones. */
  readonly root: MapNode | undefined;
  /** The possible writes into it. */
  readonly writes: readonly PossibleWrite[];
  /** Its file, absolute; undefined for generated ones. */
  readonly from: string | undefined;
  /** Its changes. */
  readonly changes: readonly Change[];
  /** The values certainly written into it, in order. */
  readonly fills: readonly CertainWrite[];
  /** Whether changes beyond the values in `fills`, other than those of names, labels and the like, may concern it. */
  readonly isOpen: boolean;
  /** The paths that replacements, variables and patches read from it: keys, and item indices. */
  readonly reads: readonly (readonly string[])[];
  /** The selectors of patches and replacements that name its group or version. */
  readonly selectors: readonly WrittenSelector[];
  /** The lists whose item indices may have changed. */
  readonly moved: readonly (readonly string[])[];
  /** The data of a ConfigMap or a Secret that is generated, where they are certain. */
  readonly generated: ReadonlyMap<string, string> | undefined;
}

/** A selector of a kustomization. */
export interface WrittenSelector {
  readonly selector: ResourceSelector;
  /** The file that states it, absolute: a kustomization, a patch or replacements; undefined if unknown. */
  readonly file: string | undefined;
}

/** What a patch or replacement may turn a resource into: one with another name or none, or one of another kind. */
export type BuildTurn = 'renamed' | 'turned';

/** A part of a resource that may have been written, so that its value or presence is unknown. */
export type PossibleWrite =
  /** At a path, whose steps into lists mean any item; undefined for any value. */
  | { readonly at: readonly string[]; readonly value: Node | undefined }
  /** At every path with one of these names. */
  | { readonly names: readonly string[] };

/** A write of the kustomization itself. */
export interface OwnWrite {
  readonly write: PossibleWrite | BuildTurn;
  /** The written resources; undefined for all. */
  readonly into: ResourceSelector | undefined;
  /** The path of the entry: `patches[0]`. */
  readonly entry: string;
}
