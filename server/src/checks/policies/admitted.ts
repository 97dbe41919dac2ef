import table from '../../../data/authored/admission.json' with { type: 'json' };
import { isPluginOn } from '../../admission/plugins.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import type { ApiType } from '../../catalog/types.ts';
import type { CelMap } from '../../cel/values.ts';
import { type MapNode, mapFor } from '../../manifest/node.ts';
import type { GroupVersionKind } from '../../targets/groupVersion.ts';
import type { CompletedObject } from '../completed/completed.ts';
import type { DroppedFields } from '../fieldGates.ts';
import { objectValue } from './admittedValue.ts';

const { kinds, decided, byAnnotations, byOthers } = table.completed;
const openByKind: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(kinds));

interface Decided {
  readonly path: string;
  /** A plugin that writes the field as well. */
  readonly unless?: string;
}

const decidedByKind: ReadonlyMap<string, readonly Decided[]> = new Map(Object.entries(decided));

/**
 * The possible writers of an object besides its manifest: the server, on a create or a change; others in a cluster; or
 * none, if it is merged into an object that is known.
 */
export type PossibleWriters = 'create' | 'change' | 'nobody' | 'others';

/** Whether it is known what the server writes into objects of a kind before policies see them. */
export function isCompletionKnown({ group, kind }: GroupVersionKind): boolean {
  return openByKind.has(`${group}/${kind}`);
}

interface Circumstances {
  readonly isDropped: DroppedFields;
  /** Whether other managers may have written metadata. */
  readonly isShared: boolean;
  readonly writers: PossibleWriters;
  /** Paths that are certain although the server writes them. */
  readonly decided: readonly string[];
}

/** A completed built-in object as policies see it; uncertain fields are unknown. */
export function admittedObject(
  { root, written, generated, open }: CompletedObject,
  type: ApiType,
  gvk: GroupVersionKind,
  surface: ApiSurface,
  { isDropped, isShared, writers, decided }: Circumstances,
): CelMap {
  const paths = [
    ...openOfKind(gvk, surface, writers).filter((path) => !decided.includes(path)),
    ...byAnnotationsOf(root, gvk),
    ...(isShared ? (writers === 'nobody' ? byOthers.client : byOthers.paths) : []),
    ...open.map((path) => path.replaceAll(/\[\d+\]/g, '[]')),
  ];
  const all = new Set(paths);
  const above = new Set(paths.flatMap(pathsAbove));
  return objectValue(root, type, '', {
    isOpen: (path) => all.has(path),
    mayAdd: (path) => all.has(path) || above.has(path),
    isOpenMap: (path) => all.has(path),
    isWritten: (node) => written.has(node) && writers !== 'others',
    isUnknown: (node) => generated.has(node) || (writers === 'others' && written.has(node)),
    isDropped,
  });
}

function openOfKind(
  { group, kind }: GroupVersionKind,
  surface: ApiSurface,
  writers: PossibleWriters,
): readonly string[] {
  const name = `${group}/${kind}`;
  const ofEvery = openByKind.get('*') ?? [];
  if (writers === 'nobody') return ofEvery;
  const all = [...ofEvery, ...(openByKind.get(name) ?? [])];
  if (writers !== 'create') return all;
  const certain = (decidedByKind.get(name) ?? []).filter(
    ({ unless }) => unless === undefined || !isPluginOn(surface, unless),
  );
  return all.filter((path) => !certain.some((decided) => decided.path === path));
}

/** The server copies some annotations of a pod into fields. */
function byAnnotationsOf(root: MapNode, { group, kind }: GroupVersionKind): readonly string[] {
  if (`${group}/${kind}` !== byAnnotations.kind) return [];
  const metadata = mapFor(root, 'metadata');
  const keys = (metadata && mapFor(metadata, 'annotations'))?.entries.map(({ key }) => key) ?? [];
  return keys.some((key) => byAnnotations.prefixes.some((prefix) => key.startsWith(prefix))) ? byAnnotations.paths : [];
}

/** A value below an absent field may create it; one in a list item does not. */
function pathsAbove(path: string): readonly string[] {
  const names = path.replace(/\[[^\]]*\]$/, '.last').split('.');
  const inList = names.findLastIndex((name) => name.endsWith('[]'));
  return names.flatMap((_, index) =>
    index > inList && index < names.length - 1 ? [names.slice(0, index + 1).join('.')] : [],
  );
}
