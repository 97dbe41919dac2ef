import { crdSets } from '../../targets/crds.ts';
import type { GroupVersionKind } from '../../targets/groupVersion.ts';

/** `crds/kinds.json`: by group and kind, the versions that the newest release serves, the most preferred first. */
export type KnownKindsFile = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** A kind of a built-in set. */
export interface KnownKind extends GroupVersionKind {
  /** The sets that have its group. */
  readonly sets: readonly string[];
}

/** Parses the kinds of the built-in sets: an entry for each version, the most preferred first. Throws for other text. */
export function parseKnownKinds(text: string): readonly KnownKind[] {
  const file: KnownKindsFile = JSON.parse(text);
  return Object.entries(file).flatMap(([group, kinds]) => {
    const sets = crdSets.filter(({ groups }) => groups.includes(group)).map(({ name }) => name);
    return Object.entries(kinds).flatMap(([kind, versions]) =>
      versions.map((version) => ({ group, version, kind, sets })),
    );
  });
}
