import { PerTarget } from '../catalog/perTarget.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import type { ApiType } from '../catalog/types.ts';
import { objectMeta } from '../crd/resourceType.ts';
import { formatGroupVersionKind, type GroupVersionKind } from '../targets/groupVersion.ts';
import { customType } from './customType.ts';
import { schemaOf } from './defined.ts';
import { memberFor } from './families.ts';
import type { FamilyVersion } from './family.ts';
import { covers } from './typeCover.ts';

/** Two versions of a kind that convert into each other, at a target. */
export interface VersionPair {
  readonly from: FamilyVersion;
  readonly to: FamilyVersion;
  readonly types: Types;
  /** Whether the new type may have fields that the old one lacks. */
  readonly addsFields: boolean;
}

/** The types of the versions before and after; undefined if unknown. */
export interface Types {
  readonly from: ApiType | undefined;
  readonly to: ApiType | undefined;
}

/** The pair of two versions; undefined if they are the same or do not convert into each other. */
export function versionPair(
  from: GroupVersionKind,
  to: GroupVersionKind,
  surface: ApiSurface,
): VersionPair | undefined {
  const { catalog } = surface;
  // The definitions of custom kinds may change.
  if (!catalog.isBuiltInGroup(from.group) || !catalog.isBuiltInGroup(to.group)) return findPair(from, to, surface);
  const question = `${formatGroupVersionKind(from)} ${formatGroupVersionKind(to)}`;
  return pairs.of(surface, question, () => findPair(from, to, surface));
}

const pairs = new PerTarget<VersionPair | undefined>();

function findPair(from: GroupVersionKind, to: GroupVersionKind, surface: ApiSurface): VersionPair | undefined {
  const origin = memberFor(from, surface);
  const target = memberFor(to, surface);
  if (origin === undefined || origin.family !== target?.family || origin.version === target.version) return undefined;
  const types = { from: typeOf(from, surface), to: typeOf(to, surface) };
  const addsFields = types.from !== undefined && types.to !== undefined && !covers(types.from, types.to);
  return { from: origin.version, to: target.version, types, addsFields };
}

/**
 * The type of a version: that of the target's binary, or else of the last binary that has it; for a custom resource, by
 * its definition. Undefined if unknown.
 */
export function typeOf(gvk: GroupVersionKind, surface: ApiSurface): ApiType | undefined {
  const last = surface.catalog.kind(gvk)?.served.at(-1)?.last;
  if (last !== undefined) return surface.rootType(gvk) ?? surface.catalog.rootType(last, gvk);
  if (surface.catalog.isBuiltInGroup(gvk.group)) return surface.rootType(gvk);
  const schema = schemaOf(gvk, surface);
  const metadata = surface.catalog.type(surface.versions.binary, objectMeta);
  return schema === undefined || metadata === undefined ? undefined : customType(schema, gvk.kind, metadata);
}
