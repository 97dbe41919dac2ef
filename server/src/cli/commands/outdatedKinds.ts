import { type KindFacts, removalOf } from '../../catalog/catalog.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { conversionTargets } from '../../conversion/successors.ts';
import type { Style } from '../../report/style.ts';
import { textTable } from '../../report/textTable.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';
import { formatMinor, type Minor } from '../../targets/version.ts';

/** A version of a built-in kind that Kubernetes has deprecated or removed. */
export interface OutdatedKind {
  readonly facts: KindFacts;
  readonly deprecated: Minor | undefined;
  /** The first minor that does not serve it; undefined if none is announced. */
  readonly removed: Minor | undefined;
  /** The announced replacement, or else the best version that the target serves; undefined if there is none. */
  readonly replacement: string | undefined;
  /** At the target. */
  readonly state: 'removed' | 'deprecated' | 'served' | 'not served';
}

/** Every version that is deprecated or removed in any minor, with its state at a target; by group, kind and version. */
export function outdatedKinds(surface: ApiSurface): readonly OutdatedKind[] {
  const found = surface.catalog.kinds.flatMap((facts): readonly OutdatedKind[] => {
    if (facts.served.length === 0 || facts.resource === undefined) return [];
    const announced = facts.lifecycle.findLast(([, known]) => known !== undefined)?.[1];
    const removed = removalOf(facts);
    const deprecated = announced?.deprecated;
    if (removed === undefined && deprecated === undefined) return [];
    const by = announced?.replacement ?? conversionTargets([surface], facts)[0];
    const replacement = by === undefined ? undefined : `${formatGroupVersion(by)} ${by.kind}`;
    return [{ facts, deprecated, removed, replacement, state: stateOf(facts, deprecated, removed, surface) }];
  });
  return found.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

function stateOf(
  facts: KindFacts,
  deprecated: Minor | undefined,
  removed: Minor | undefined,
  surface: ApiSurface,
): OutdatedKind['state'] {
  const { emulation } = surface.versions;
  if (surface.availability(facts).state === 'served') {
    return deprecated !== undefined && deprecated <= emulation ? 'deprecated' : 'served';
  }
  return removed !== undefined && removed <= emulation ? 'removed' : 'not served';
}

/** `api-resources --deprecated` as JSON. */
export function outdatedKindsJson(kinds: readonly OutdatedKind[]): string {
  const rows = kinds.map(({ facts, deprecated, removed, replacement, state }) =>
    JSON.stringify({
      group: facts.group,
      version: facts.version,
      kind: facts.kind,
      deprecated: deprecated === undefined ? null : formatMinor(deprecated),
      removed: removed === undefined ? null : formatMinor(removed),
      replacement: replacement ?? null,
      state,
    }),
  );
  return `{"deprecated": [\n${rows.join(',\n')}\n]}\n`;
}

/** `api-resources --deprecated` for people. */
export function outdatedKindsText(kinds: readonly OutdatedKind[], style: Style): string {
  const heads = ['APIVERSION', 'KIND', 'DEPRECATED', 'REMOVED', 'REPLACEMENT', 'AT THE TARGET'];
  const rows = kinds.map(({ facts, deprecated, removed, replacement = '-', state }) => [
    formatGroupVersion(facts),
    facts.kind,
    deprecated === undefined ? '-' : formatMinor(deprecated),
    removed === undefined ? '-' : formatMinor(removed),
    replacement,
    state,
  ]);
  return textTable(heads, rows, style);
}

function sortKey({ facts }: OutdatedKind): string {
  return `${facts.group} ${facts.kind} ${facts.version}`;
}
