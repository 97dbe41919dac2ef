import skeletons from '../../../data/authored/skeletons.json' with { type: 'json' };
import type { ApiType } from '../../catalog/types.ts';
import type { GroupVersionKind } from '../../targets/groupVersion.ts';
import { grouped } from '../../text/grouped.ts';
import { requiredLines } from './requiredFields.ts';
import { cutAtStops, type TabStops } from './stops.ts';

/**
 * The initial content of an object below its `kind`, in block style. Begins with a line break.
 *
 * Source: `data/authored/skeletons.json`; for other kinds, the fields that their type requires.
 */
export function skeletonOf(gvk: GroupVersionKind, type: ApiType, column: number): TabStops {
  const known = byKind.get(`${gvk.kind}.${gvk.group}`)?.find(({ versions }) => versions.includes(gvk.version));
  const lines = known?.lines ?? requiredLines(gvk.kind, type);
  const indent = ' '.repeat(column);
  return cutAtStops(lines.map((line) => `\n${indent}${line}`).join(''));
}

const byKind = grouped(
  skeletons.skeletons.map((skeleton) => [`${skeleton.kind}.${skeleton.group}`, skeleton] as const),
);
