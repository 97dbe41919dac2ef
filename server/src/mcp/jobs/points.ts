import { resolve } from '../../catalog/resolve.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { withCustomKinds } from '../../crd/customKinds.ts';
import { CrdSetSource } from '../../crd/sets/source.ts';
import type { ReleasePoint } from '../../insight/fieldHistory.ts';
import { type CrdSet, type CrdSetChoice, crdSetsOf } from '../../targets/crds.ts';
import { parseTargetExpression } from '../../targets/expression.ts';
import type { GroupVersionKind } from '../../targets/groupVersion.ts';
import { formatMinor, isMinor, type Minor } from '../../targets/version.ts';
import { readCatalog } from '../../workspace/shipped/catalogFile.ts';
import { onCatalogueChange } from '../../workspace/shipped/catalogueInUse.ts';
import { readCrdSet } from '../../workspace/shipped/crdSetFile.ts';

/** The releases of Kubernetes, or of one of its ecosystem's projects, oldest first. */
export interface History {
  /** For people: `Kubernetes`, `Gateway API (experimental channel)`. */
  readonly of: string;
  readonly points: readonly ReleasePoint[];
}

/**
 * The releases that can have a kind: of Kubernetes for built-in groups, otherwise of each project with kinds of the
 * group.
 */
export function historyFor({ group }: GroupVersionKind): readonly History[] {
  if (readCatalog().isBuiltInGroup(group)) return [{ of: 'Kubernetes', points: minors() }];
  return crdSetsOf(group).flatMap((set) =>
    set.channels.length === 0
      ? [{ of: set.label, points: releases(set, undefined) }]
      : set.channels.map((channel) => ({ of: `${set.label} (${channel} channel)`, points: releases(set, channel) })),
  );
}

let known: readonly ReleasePoint[] | undefined;
onCatalogueChange(() => {
  known = undefined;
});

/** Every minor of the catalogue without flags. */
function minors(): readonly ReleasePoint[] {
  const { oldest, newest } = readCatalog();
  const all = Array.from({ length: newest - oldest + 1 }, (_, index) => oldest + index).filter(isMinor);
  known ??= all.flatMap((minor) => {
    const surface = surfaceOf(minor);
    return surface === undefined ? [] : [{ label: formatMinor(minor), surface }];
  });
  return known;
}

function surfaceOf(minor: Minor): ApiSurface | undefined {
  const name = formatMinor(minor);
  const parsed = parseTargetExpression(name);
  const resolved = parsed.ok ? resolve(name, parsed.target, readCatalog()) : undefined;
  return resolved?.ok === true ? resolved.surface : undefined;
}

/** The newest minor with each release of a set. */
function releases(set: CrdSet, channel: string | undefined): readonly ReleasePoint[] {
  const newest = surfaceOf(readCatalog().newest);
  if (newest === undefined) return [];
  return set.releases.map((release) => {
    const choice: CrdSetChoice = { set: set.name, release, written: release, channel };
    const source = new CrdSetSource(set, choice, () => readCrdSet(set.name));
    return { label: release, surface: withCustomKinds(newest, [source]) };
  });
}
