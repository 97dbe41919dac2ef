import data from '../../data/authored/conversions.json';
import customData from '../../data/authored/crd-conversions.json';
import type { Catalog } from '../catalog/catalog.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import { formatGroupVersionKind, type GroupVersionKind } from '../targets/groupVersion.ts';
import { capital } from '../text/capital.ts';
import { declaredFamilies, FamilyIndex, type FamilyMember } from './declared.ts';
import { definedFamily } from './defined.ts';
import type { Family, FamilyVersion, WithoutSuccessor } from './family.ts';
import { readConversions } from './readFamilies.ts';
import { sameFieldsMember } from './sameFields.ts';

/** The data, read lazily: many runs convert nothing. */
let builtIn: { readonly families: FamilyIndex; readonly endings: ReadonlyMap<string, WithoutSuccessor> } | undefined;
let custom: FamilyIndex | undefined;

function builtInData() {
  if (builtIn === undefined) {
    const { families, endings } = readConversions(data);
    const byKind = endings.map((ending) => [formatGroupVersionKind(ending), ending] as const);
    builtIn = { families: new FamilyIndex(families), endings: new Map(byKind) };
  }
  return builtIn;
}

/** The authored families of built-in kinds, in the order of the data. */
export function builtInFamilies(): FamilyIndex {
  return builtInData().families;
}

/** The families of built-in kinds: the authored ones, then those of kinds whose versions have the same fields. */
export function familiesOfKubernetes(catalog: Catalog): readonly Family[] {
  const { families } = builtInFamilies();
  const authored = new Set(families.flatMap(({ kind, versions }) => versions.map(({ group }) => `${group} ${kind}`)));
  const others = [...catalog.kinds]
    .filter(({ group, kind }) => !authored.has(`${group} ${kind}`))
    .flatMap((facts) => sameFieldsMember(facts, catalog)?.family ?? []);
  return [...families, ...new Set(others)];
}

/** Every kind that cannot be converted further. */
export function kindsWithoutSuccessor(): readonly WithoutSuccessor[] {
  return [...builtInData().endings.values()];
}

/** The built-in families of custom resources: Gateway API and Cluster API. */
export function customFamilies(): FamilyIndex {
  custom ??= new FamilyIndex(readConversions({ ...customData, endings: [] }).families);
  return custom;
}

/**
 * The family of a kind's version; undefined if there is no conversion. For a built-in kind it is authored, or consists
 * of versions with the same fields. For a custom resource it is declared by the workspace, or authored, or derived from
 * the definition.
 */
export function memberFor(gvk: GroupVersionKind, surface?: ApiSurface): FamilyMember | undefined {
  const known = builtInFamilies().member(gvk);
  if (known !== undefined || surface === undefined) return known;
  if (surface.catalog.isBuiltInGroup(gvk.group)) return sameFieldsMember(gvk, surface.catalog);
  return declaredFamilies(surface)?.member(gvk) ?? customFamilies().member(gvk) ?? definedFamily(gvk, surface);
}

/** The remedy for a version that cannot be converted further; undefined for other versions. */
export function withoutSuccessor(gvk: GroupVersionKind): WithoutSuccessor | undefined {
  return builtInData().endings.get(formatGroupVersionKind(gvk));
}

/** The remedy of {@link withoutSuccessor} as a sentence. */
export function noSuccessorSentence(gvk: GroupVersionKind): string | undefined {
  const ending = withoutSuccessor(gvk);
  return ending && `${capital(ending.says)}.`;
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
