import { entryFor, type ListNode, type MapNode, mapFor, type Node, type ScalarNode } from '../manifest/node.ts';
import { mapsAt, nodesAt } from '../manifest/nodesAt.ts';
import { type FieldPath, fieldOf, itemOf } from '../text/fieldPath.ts';
import type { KustomizeFile } from './kustomizeFile.ts';
import { type ResourceSelector, readSelector } from './resourceSelector.ts';

/** A replacement in a kustomization or in a separate file. */
export interface Replacement {
  readonly node: MapNode;
  readonly path: FieldPath;
  readonly source: MapNode | undefined;
  readonly targets: readonly ReplacementTarget[];
}

/** A target of a replacement. */
export interface ReplacementTarget {
  readonly node: MapNode;
  readonly path: FieldPath;
  readonly select: MapNode | undefined;
  /** The final selection. */
  readonly selector: ResourceSelector | undefined;
  readonly reject: readonly MapNode[];
  readonly fieldPaths: readonly PathText[];
  /** Whether missing fields on the path are created. */
  readonly creates: boolean;
}

/** A field path with its place. */
export interface PathText {
  readonly node: ScalarNode;
  readonly text: string;
  readonly path: FieldPath;
}

/** Where each type of Kustomize file has replacements. */
const holders: Readonly<Partial<Record<KustomizeFile, readonly string[]>>> = {
  Kustomization: ['replacements[]'],
  builtin: ['replacements[]'],
  replacement: ['', '[]'],
};

/** The replacements of a file; those that reference another file are skipped. */
export function replacementsIn(root: Node, file: KustomizeFile): readonly Replacement[] {
  return (holders[file] ?? [])
    .flatMap((path) => mapsAt(root, path))
    .filter(({ node }) => entryFor(node, 'path') === undefined)
    .map(({ node, path }) => ({ node, path, source: mapFor(node, 'source'), targets: targetsOf(node, path) }));
}

function targetsOf(replacement: MapNode, path: FieldPath): readonly ReplacementTarget[] {
  const below = fieldOf(path, 'targets');
  return listAt(replacement, 'targets').flatMap((node, index): ReplacementTarget[] => {
    if (node.kind !== 'map') return [];
    const at = itemOf(below, index);
    const creates = mapFor(node, 'options') ?? node;
    const create = entryFor(creates, 'create')?.value;
    const select = mapFor(node, 'select');
    const reject = mapsAt(node, 'reject[]').map((map) => map.node);
    const selected = select && readSelector(select, true);
    return [
      {
        node,
        path: at,
        select,
        selector: selected && { ...selected, byMore: selected.byMore || reject.length > 0 },
        reject,
        fieldPaths: nodesAt(node, 'fieldPaths[]').flatMap((placed) => pathText(placed.node, at, placed.path)),
        creates: creates !== node && create?.kind === 'scalar' && create.value === true,
      },
    ];
  });
}

/** The field path of a source or a variable. */
export function fieldPathOf(holder: MapNode, field: string, path: FieldPath): PathText | undefined {
  const node = entryFor(holder, field)?.value;
  if (node?.kind !== 'scalar' || typeof node.value !== 'string' || node.value === '') return undefined;
  return { node, text: node.value, path: fieldOf(path, field) };
}

function pathText(node: Node, at: FieldPath, path: FieldPath): readonly PathText[] {
  if (node.kind !== 'scalar' || typeof node.value !== 'string') return [];
  const index = path !== undefined && typeof path.name === 'number' ? path.name : 0;
  return [{ node, text: node.value, path: itemOf(fieldOf(at, 'fieldPaths'), index) }];
}

function listAt(map: MapNode, field: string): ListNode['items'] {
  const value = entryFor(map, field)?.value;
  return value?.kind === 'list' ? value.items : [];
}

/** A variable of a kustomization. */
export interface Variable {
  readonly path: FieldPath;
  /** The reference to the object with its value. */
  readonly object: MapNode;
  readonly field: PathText | undefined;
}

/** The variables of a kustomization that have a source. */
export function variablesIn(root: Node): readonly Variable[] {
  return mapsAt(root, 'vars[]').flatMap(({ node, path }) => {
    const object = mapFor(node, 'objref');
    const field = mapFor(node, 'fieldref');
    if (object === undefined) return [];
    // Decoding makes no difference between upper and lower case, and most people write it in lower case.
    const name = field?.entries.find(({ key }) => key.toLowerCase() === 'fieldpath')?.key ?? '';
    return [{ path, object, field: field && fieldPathOf(field, name, fieldOf(path, 'fieldref')) }];
  });
}
