import type { ApiSurface, Availability, DefinitionConflict, ServedResource } from '../../catalog/surface.ts';
import { type CrdSet, crdSetsOf } from '../../targets/crds.ts';
import { compareVersions, type GroupVersionKind, parseGroupVersion } from '../../targets/groupVersion.ts';
import { memoize } from '../../text/memoize.ts';
import { nearest } from '../../text/nearest.ts';
import { sourceOf, withCustomKinds } from '../customKinds.ts';
import type { CustomDefinition } from '../definition.ts';
import { servedVersion } from '../installed.ts';
import { objectMeta, resourceType } from '../resourceType.ts';
import { KindReleases } from './kindReleases.ts';
import type { CrdSetPack } from './pack.ts';

/**
 * A target that may have any release of the built-in sets: for a custom kind without a named definition or set release
 * (`namedSets`), it combines all releases that the server can have. Their definitions conflict; common results are
 * reported, noting that an unknown release may differ.
 *
 * @param surface the target with every named definition, which take precedence.
 * @param packOf reads a pack; called at the first resource of one of its groups.
 */
export function withKnownReleases(surface: ApiSurface, packOf: (set: CrdSet) => CrdSetPack): ApiSurface {
  const known = new KnownReleases(surface, packOf);
  return {
    ...surface,
    named: surface,
    availability: (gvk) => {
      const answer = surface.availability(gvk);
      return answer.state === 'custom' ? (known.availability(gvk) ?? answer) : answer;
    },
    definitionConflict: (gvk) => {
      const found = surface.definitionConflict?.(gvk);
      // Most look-ups are for built-in kinds.
      if (found !== undefined || surface.catalog.isBuiltInGroup(gvk.group) || !known.mayKnow(gvk.group)) return found;
      return surface.availability(gvk).state === 'custom' ? known.conflictOf(gvk) : undefined;
    },
    rootType: (gvk) => {
      const found = surface.rootType(gvk);
      if (found !== undefined || !known.mayKnow(gvk.group)) return found;
      const metadata = surface.catalog.type(surface.versions.binary, objectMeta);
      const definition = surface.availability(gvk).state === 'custom' ? known.definition(gvk) : undefined;
      const version = definition?.versions.find(({ name }) => name === gvk.version);
      return version && metadata && resourceType(version.schema, gvk.kind, metadata);
    },
  };
}

class KnownReleases {
  readonly #surface: ApiSurface;
  readonly #packOf: (set: CrdSet) => CrdSetPack;

  constructor(surface: ApiSurface, packOf: (set: CrdSet) => CrdSetPack) {
    this.#surface = surface;
    this.#packOf = packOf;
  }

  /** Whether a group belongs to a set without a named release. */
  mayKnow(group: string): boolean {
    return this.#setsOf(group).length > 0;
  }

  readonly availability = memoize(
    (gvk: GroupVersionKind) => (this.mayKnow(gvk.group) ? this.#answer(gvk) : undefined),
    keyOf,
  );

  readonly conflictOf = memoize((gvk: GroupVersionKind): DefinitionConflict | undefined => {
    const kind = this.#kind(gvk);
    if (kind?.isCurrent !== true || !kind.serves(gvk.version)) return undefined;
    return kind.conflictOf(gvk.version, (definition) => withCustomKinds(this.#surface, [sourceOf(definition)]));
  }, keyOf);

  /** The definition of the newest release that serves a version. */
  definition(gvk: GroupVersionKind): CustomDefinition | undefined {
    const kind = this.#kind(gvk);
    return kind?.isCurrent === true ? kind.newest(gvk.version) : undefined;
  }

  #answer(gvk: GroupVersionKind): Availability | undefined {
    const kind = this.#kind(gvk);
    if (kind === undefined) return this.#unknownKind(gvk);
    if (!kind.isCurrent) return undefined;
    const newest = kind.newest(gvk.version);
    const version = newest?.versions.find(({ name }) => name === gvk.version);
    if (newest !== undefined && version !== undefined) {
      const served = servedVersion(newest, version);
      // The storage version depends on the release.
      return { state: 'served', resource: { ...served, storageVersion: undefined } };
    }
    if (kind.mayBeNewer(gvk.version)) return undefined;
    const releases = kind.releasesServing(gvk.version);
    return {
      state: 'custom-version-not-served',
      origin: releases.label,
      releases,
      listed: kind.lists(gvk.version),
      history: undefined,
      alternatives: servedBy(kind.latest()),
    };
  }

  /** A kind that no release has may be in the next one, unless it looks misspelt. */
  #unknownKind({ group, kind }: GroupVersionKind): Availability | undefined {
    const [set, ...others] = this.#setsOf(group);
    if (set === undefined || others.length > 0 || !set.wholeGroups.includes(group) || set.hasGaps) return undefined;
    const rows = this.#packOf(set).definitions.filter((row) => row.group === group);
    const kinds = rows.map((row) => row.kind);
    if (kinds.some((known) => kind === `${known}List`) || nearest(kind, kinds).length === 0) return undefined;
    const label = `${set.label} from ${set.releases[0]} to ${set.releases.at(-1)}`;
    const releases = { label, set: set.name, hasGaps: false };
    return { state: 'custom-kind-unknown', origin: label, releases, history: undefined, kinds: kinds.sort() };
  }

  readonly #kind = memoize(
    ({ group, kind }: GroupVersionKind): KindReleases | undefined => {
      const rows = this.#setsOf(group).flatMap((set) => {
        const pack = this.#packOf(set);
        const row = pack.definitions.find((definition) => definition.group === group && definition.kind === kind);
        return row === undefined ? [] : [{ set, pack, row }];
      });
      return rows.length === 0 ? undefined : new KindReleases(rows, this.#takes);
    },
    ({ group, kind }) => `${group}/${kind}`,
  );

  /** Whether the server takes definitions of an apiVersion. */
  readonly #takes = memoize((apiVersion: string): boolean => {
    const written = parseGroupVersion(apiVersion);
    const kind = 'CustomResourceDefinition';
    return written !== undefined && this.#surface.availability({ ...written, kind }).state === 'served';
  });

  #setsOf(group: string): readonly CrdSet[] {
    const sets = crdSetsOf(group);
    const named = this.#surface.namedSets;
    return named === undefined || sets.length === 0 ? sets : sets.filter(({ name }) => !named.has(name));
  }
}

function servedBy(definition: CustomDefinition | undefined): readonly ServedResource[] {
  if (definition === undefined) return [];
  return definition.versions
    .filter(({ served }) => served)
    .sort((a, b) => compareVersions(a.name, b.name))
    .map((version) => servedVersion(definition, version));
}

function keyOf({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}/${kind}`;
}
