import data from '../../data/authored/conversions.json';
import customData from '../../data/authored/crd-conversions.json';
import type { Catalog } from '../catalog/catalog.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import { formatGroupVersionKind, type GroupVersionKind } from '../targets/groupVersion.ts';
import { declaredFamilies, FamilyIndex, type FamilyMember } from './declared.ts';
import { definedFamily } from './defined.ts';
import type { Family, FamilyVersion, WithoutSuccessor } from './family.ts';
import { readConversions } from './readFamilies.ts';
import { sameFieldsMember } from './sameFields.ts';

/** The contents of the data; each is read lazily, since many runs convert nothing. */
let builtIn: { readonly families: FamilyIndex; readonly endings: ReadonlyMap<string, WithoutSuccessor> } | undefined;
let custom: FamilyIndex | undefined;

function ofKubernetes() {
  if (builtIn === undefined) {
    const { families, endings } = readConversions(data);
    const byKind = endings.map((ending) => [formatGroupVersionKind(ending), ending] as const);
    builtIn = { families: new FamilyIndex(families), endings: new Map(byKind) };
  }
  return builtIn;
}

/** The families of Kubernetes' own kinds, in the order of the data. */
export function builtInFamilies(): FamilyIndex {
  return ofKubernetes().families;
}

/** The families of Kubernetes' own kinds, the authored ones and those of kinds whose versions have the same fields. */
export function familiesOfKubernetes(catalog: Catalog): readonly Family[] {
  const { families } = builtInFamilies();
  const authored = new Set(families.flatMap(({ kind, versions }) => versions.map(({ group }) => `${group} ${kind}`)));
  const others = [...catalog.kinds]
    .filter(({ group, kind }) => !authored.has(`${group} ${kind}`))
    .flatMap((facts) => sameFieldsMember(facts, catalog)?.family ?? []);
  return [...families, ...new Set(others)];
}

/** Every kind that no conversion leads on from. */
export function kindsWithoutSuccessor(): readonly WithoutSuccessor[] {
  return [...ofKubernetes().endings.values()];
}

/** The built-in families of custom resources: Gateway API and Cluster API. */
export function customFamilies(): FamilyIndex {
  custom ??= new FamilyIndex(readConversions({ ...customData, endings: [] }).families);
  return custom;
}

/**
 * The family of a kind's version; undefined without a conversion. For a kind of Kubernetes it is authored, or derived from
 * versions with the same fields. For a custom resource it is declared by the target's workspace, built in, or derived from
 * its definition for versions without rules.
 */
export function memberFor(gvk: GroupVersionKind, surface?: ApiSurface): FamilyMember | undefined {
  const known = builtInFamilies().member(gvk);
  if (known !== undefined || surface === undefined) return known;
  if (surface.catalog.isBuiltInGroup(gvk.group)) return sameFieldsMember(gvk, surface.catalog);
  return declaredFamilies(surface)?.member(gvk) ?? customFamilies().member(gvk) ?? definedFamily(gvk, surface);
}

/** What to do with a version that no conversion leads on from. */
export function withoutSuccessor(gvk: GroupVersionKind): WithoutSuccessor | undefined {
  return ofKubernetes().endings.get(formatGroupVersionKind(gvk));
}

/** The same as a sentence. */
export function noSuccessorSentence(gvk: GroupVersionKind): string | undefined {
  const ending = withoutSuccessor(gvk);
  return ending && `${ending.says.charAt(0).toUpperCase()}${ending.says.slice(1)}.`;
}

/** Whether two versions of a kind convert into each other. */
export function areRelatives(left: GroupVersionKind, right: GroupVersionKind, surface?: ApiSurface): boolean {
  const family = memberFor(left, surface)?.family;
  return family !== undefined && family === memberFor(right, surface)?.family;
}

/** The other versions that a kind's version converts to, the newest last. */
export function relatives(gvk: GroupVersionKind, surface?: ApiSurface): readonly GroupVersionKind[] {
  const member = memberFor(gvk, surface);
  return versionsOf(member, (version) => version !== member?.version);
}

/** The versions after a kind's version in its family, the newest last. */
export function newerRelatives(gvk: GroupVersionKind, surface?: ApiSurface): readonly GroupVersionKind[] {
  const member = memberFor(gvk, surface);
  const versionIndex = member?.family.versions.indexOf(member.version) ?? -1;
  return versionsOf(member, (_, i) => i > versionIndex);
}

function versionsOf(
  member: FamilyMember | undefined,
  isWanted: (version: FamilyVersion, index: number) => boolean,
): readonly GroupVersionKind[] {
  const { kind = '', versions = [] } = member?.family ?? {};
  return versions.filter(isWanted).map(({ group, version }) => ({ group, version, kind }));
}
