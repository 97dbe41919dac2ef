import data from '../../data/authored/conversions.json';
import { formatGroupVersionKind, type GroupVersionKind } from '../target/groupVersion.ts';
import type { Ending, Family, FamilyVersion } from './family.ts';
import { readConversions } from './readFamilies.ts';

const conversions = readConversions(data);

/** Every family, in the order of the data. */
export const families: readonly Family[] = conversions.families;

/** Every kind that no conversion leads on from. */
export const endings: readonly Ending[] = conversions.endings;

/** A version in its family. */
export interface Member {
  readonly family: Family;
  readonly version: FamilyVersion;
}

const members = new Map<string, Member>();
for (const family of families) {
  for (const version of family.versions) {
    members.set(formatGroupVersionKind({ ...version, kind: family.kind }), { family, version });
  }
}

const endingsByKind = new Map(endings.map((ending) => [formatGroupVersionKind(ending), ending]));

/** The family of a kind's version; undefined where there is nothing to convert to. */
export function memberFor(gvk: GroupVersionKind): Member | undefined {
  return members.get(formatGroupVersionKind(gvk));
}

/** What a person does with a version that no conversion leads on from. */
export function endingOf(gvk: GroupVersionKind): Ending | undefined {
  return endingsByKind.get(formatGroupVersionKind(gvk));
}

/** Whether two versions of a kind convert into each other. */
export function areRelatives(one: GroupVersionKind, other: GroupVersionKind): boolean {
  const family = memberFor(one)?.family;
  return family !== undefined && family === memberFor(other)?.family;
}

/** The other versions that a kind's version converts to, the newest last. */
export function relatives(gvk: GroupVersionKind): readonly GroupVersionKind[] {
  const member = memberFor(gvk);
  return versionsOf(member, (version) => version !== member?.version);
}

/** The versions after a kind's version in its family, the newest last. */
export function newerRelatives(gvk: GroupVersionKind): readonly GroupVersionKind[] {
  const member = memberFor(gvk);
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
