import data from '../../data/authored/conversions.json';
import customData from '../../data/authored/crd-conversions.json';
import type { ApiSurface } from '../catalog/surface.ts';
import { formatGroupVersionKind, type GroupVersionKind } from '../target/groupVersion.ts';
import { declaredFamilies, FamilyIndex, type Member } from './declared.ts';
import { definedFamily } from './defined.ts';
import type { Ending, Family, FamilyVersion } from './family.ts';
import { readConversions } from './readFamilies.ts';

const conversions = readConversions(data);

/** Every family of Kubernetes' own kinds, in the order of the data. */
export const families: readonly Family[] = conversions.families;

/** Every kind that no conversion leads on from. */
export const endings: readonly Ending[] = conversions.endings;

const builtIn = new FamilyIndex(families);

let custom: FamilyIndex | undefined;

/** The families of custom resources that are built in: those of Gateway API and Cluster API. */
export function customFamilies(): FamilyIndex {
  custom ??= new FamilyIndex(readConversions({ ...customData, endings: [] }).families);
  return custom;
}

const endingsByKind = new Map(endings.map((ending) => [formatGroupVersionKind(ending), ending]));

/**
 * The family of a kind's version; undefined where there is nothing to convert to. A custom resource's is declared by the
 * workspace of the target, built in, or else what its definition makes of versions without rules.
 */
export function memberFor(gvk: GroupVersionKind, surface?: ApiSurface): Member | undefined {
  const known = builtIn.member(gvk);
  if (known !== undefined || surface === undefined) return known;
  if (surface.catalog.isBuiltInGroup(gvk.group)) return undefined;
  return declaredFamilies(surface)?.member(gvk) ?? customFamilies().member(gvk) ?? definedFamily(gvk, surface);
}

/** What a person does with a version that no conversion leads on from. */
export function endingOf(gvk: GroupVersionKind): Ending | undefined {
  return endingsByKind.get(formatGroupVersionKind(gvk));
}

/** Whether two versions of a kind convert into each other. */
export function areRelatives(one: GroupVersionKind, other: GroupVersionKind, surface?: ApiSurface): boolean {
  const family = memberFor(one, surface)?.family;
  return family !== undefined && family === memberFor(other, surface)?.family;
}

/** The other versions that a kind's version converts to, the newest last. */
export function relatives(gvk: GroupVersionKind, surface?: ApiSurface): readonly GroupVersionKind[] {
  const member = memberFor(gvk, surface);
  return versionsOf(member, (version) => version !== member?.version);
}

/** The versions after a kind's version in its family, the newest last. */
export function newerRelatives(gvk: GroupVersionKind, surface?: ApiSurface): readonly GroupVersionKind[] {
  const member = memberFor(gvk, surface);
  const own = member?.family.versions.indexOf(member.version) ?? -1;
  return versionsOf(member, (_, i) => i > own);
}

function versionsOf(
  member: Member | undefined,
  wants: (version: FamilyVersion, index: number) => boolean,
): readonly GroupVersionKind[] {
  const { kind = '', versions = [] } = member?.family ?? {};
  return versions.filter(wants).map(({ group, version }) => ({ group, version, kind }));
}
