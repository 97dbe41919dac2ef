import type { Catalog } from '../catalog/catalog.ts';
import type { ShapeChange } from '../catalog/conversionFacts.ts';
import { compareVersions, type GroupVersionKind } from '../targets/groupVersion.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';
import type { FamilyMember } from './declared.ts';
import type { Family } from './family.ts';

/** Whether two versions of a kind have the same fields, types and enums, except in their status. */
export function hasSameFields(change: ShapeChange): boolean {
  const { removed, added, nowRequired, noLongerRequired, types, enums } = change;
  const changed = [...types, ...enums].map(([path]) => path);
  const paths = [...removed, ...added, ...nowRequired, ...noLongerRequired, ...changed];
  return paths.every((path) => path === 'status' || path.startsWith('status.'));
}

/**
 * The family of versions with the same fields, of a built-in kind without authored conversions: only the apiVersion
 * changes. `npm run kubernetes` asks the release whether this keeps the meaning; if not, it requires steps in
 * `authored/conversions.json`.
 */
export function sameFieldsMember(gvk: GroupVersionKind, catalog: Catalog): FamilyMember | undefined {
  const known = getOrInsertComputed(families, catalog, () => new Map());
  const key = `${gvk.group} ${gvk.kind}`;
  for (const family of getOrInsertComputed(known, key, () => familiesOf(gvk, catalog))) {
    const version = family.versions.find((candidate) => candidate.version === gvk.version);
    if (version !== undefined) return { family, version };
  }
  return undefined;
}

const families = new WeakMap<Catalog, Map<string, readonly Family[]>>();

function familiesOf({ group, kind }: GroupVersionKind, catalog: Catalog): readonly Family[] {
  const sets: Set<string>[] = [];
  for (const change of catalog.shapeChanges) {
    const { from, to } = change;
    if (from.kind !== kind || from.group !== group || to.group !== group || !hasSameFields(change)) continue;
    const joined = sets.filter((versions) => versions.has(from.version) || versions.has(to.version));
    const all = new Set([from.version, to.version, ...joined.flatMap((versions) => [...versions])]);
    sets.splice(0, sets.length, ...sets.filter((versions) => !joined.includes(versions)), all);
  }
  return sets.map((versions) => ({
    kind,
    versions: [...versions].sort((a, b) => compareVersions(b, a)).map((version) => ({ group, version, steps: [] })),
    source: 'facts/conversions-diff.jsonl',
  }));
}
