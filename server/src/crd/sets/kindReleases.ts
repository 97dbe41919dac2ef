import type { ApiSurface, CheckedReleases, DefinitionConflict, ReleaseLifecycle } from '../../catalog/surface.ts';
import type { CrdSet } from '../../targets/crds.ts';
import { compareVersions, versionRank } from '../../targets/groupVersion.ts';
import { getOrInsertComputed } from '../../text/getOrInsertComputed.ts';
import type { CustomDefinition } from '../definition.ts';
import { definitionAt, spansInclude, versionsAt } from './definitionAt.ts';
import type { ChannelRow, CrdSetPack, DefinitionRow, VersionRow } from './pack.ts';
import { unchangedSince } from './schemas.ts';

/** A kind in a built-in set. */
export interface SetRow {
  readonly set: CrdSet;
  readonly pack: CrdSetPack;
  readonly row: DefinitionRow;
}

/** A definition of the kind in a channel of a release. */
interface DefinitionInRelease extends SetRow {
  readonly channel: ChannelRow;
  readonly release: number;
  readonly versions: readonly VersionRow[];
}

/** Consecutive releases whose definitions treat every object of a version the same. */
interface ReleaseRange {
  readonly newest: DefinitionInRelease;
  oldest: DefinitionInRelease;
}

/** A kind in all releases of the built-in sets that define it, for a target that may have any of them. */
export class KindReleases {
  /** By set, the newest release first. */
  readonly #all: readonly DefinitionInRelease[];
  readonly #rows: readonly SetRow[];
  readonly #ranges = new Map<string, readonly ReleaseRange[]>();
  readonly #lifecycles = new Map<string, ReleaseLifecycle | undefined>();

  /** @param takes whether the server takes definitions of an apiVersion. */
  constructor(rows: readonly SetRow[], takes: (apiVersion: string) => boolean) {
    this.#rows = rows;
    const all = rows.flatMap(definitionsOf);
    // Releases that cannot be installed on the server are ignored if there are others.
    const installable = all.filter(({ versions }) =>
      versions.every(({ writtenAs }) => writtenAs === undefined || takes(writtenAs)),
    );
    this.#all = installable.length > 0 ? installable : all;
  }

  /**
   * Whether the newest release has the kind. A removed one may be defined elsewhere: by another project that took it
   * over, or by an aggregated API server.
   */
  get isCurrent(): boolean {
    return this.#latest().length > 0;
  }

  /** Whether any release has served a version. */
  serves(version: string): boolean {
    return this.#rangesOf(version).length > 0;
  }

  /** Whether any release has had a version, served or not. */
  lists(version: string): boolean {
    return this.#named().has(version);
  }

  /** Whether a version that no release has served can be one of a release that is still to come, or is not known. */
  mayBeNewer(version: string): boolean {
    if (this.#rows.some(({ set }) => set.hasGaps)) return true;
    return [...this.#named()].every((known) => isLater(version, known));
  }

  /** The definition of the newest release that serves a version. */
  newest(version: string): CustomDefinition | undefined {
    const [range] = this.#rangesOf(version);
    return range === undefined ? undefined : this.#definitionOf(range);
  }

  /** The definition of the newest release. */
  latest(): CustomDefinition | undefined {
    const [at] = this.#latest();
    return at === undefined ? undefined : this.#definitionOf({ newest: at, oldest: at });
  }

  /** The definitions that a cluster may have for a version, the newest first, one per equivalence class. */
  conflictOf(version: string, surfaceWith: (definition: CustomDefinition) => ApiSurface): DefinitionConflict {
    const surfaces = this.#rangesOf(version).map((range) => () => surfaceWith(this.#definitionOf(range)));
    const cached = new Map<number, ApiSurface>();
    return {
      releases: this.releasesServing(version),
      first: this.releasesServing(version).label,
      isFirst: () => false,
      has: () => false,
      surfacesFor: () =>
        surfaces.map((make, index) => {
          const surface = cached.get(index) ?? make();
          cached.set(index, surface);
          return surface;
        }),
    };
  }

  /** The releases that serve a version; all if none does. */
  releasesServing(version: string): CheckedReleases {
    const ranges = this.#rangesOf(version);
    const serving = ranges.length > 0 ? ranges.flatMap(({ newest, oldest }) => [newest, oldest]) : this.#all;
    const labels = this.#rows.flatMap(({ set }) => {
      const releases = serving.flatMap((at) => (at.set === set ? [at.release] : []));
      if (releases.length === 0) return [];
      const [first, last] = [set.releases[Math.min(...releases)], set.releases[Math.max(...releases)]];
      return [first === last ? `${set.label} ${first}` : `${set.label} from ${first} to ${last}`];
    });
    return {
      label: labels.join(' and '),
      set: serving[0]?.set.name ?? '',
      hasGaps: this.#rows.some(({ set }) => set.hasGaps),
    };
  }

  /** The lifecycle of a version that some releases serve; undefined if each release already has everything. */
  lifecycle(version: string): ReleaseLifecycle | undefined {
    if (!this.#lifecycles.has(version)) this.#lifecycles.set(version, this.#lifecycle(version));
    return this.#lifecycles.get(version);
  }

  #lifecycle(version: string): ReleaseLifecycle | undefined {
    const latest = this.#latest();
    if (latest.length === 0 || this.#rows.length > 1) return undefined;
    const versions = latest.flatMap((at) => at.versions);
    const instead = [
      ...new Set(versions.filter((row) => isServedAndCurrent(row) && row.name !== version).map(({ name }) => name)),
    ];
    instead.sort(compareVersions);
    const rows = versions.filter((row) => row.name === version && isServed(row));
    if (rows.length === 0) return { removed: this.#firstAfter(version, isServed), deprecated: undefined, instead };
    if (rows.some(isServedAndCurrent) || this.#always(version)) return undefined;
    return { removed: undefined, deprecated: this.#firstAfter(version, isServedAndCurrent), instead };
  }

  /** The first release from which a property of a version no longer holds. */
  #firstAfter(version: string, is: (row: VersionRow) => boolean): string | undefined {
    const last = Math.max(
      ...this.#all.flatMap(({ release, versions }) =>
        versions.some((row) => row.name === version && is(row)) ? [release] : [],
      ),
    );
    const set = this.#rows[0]?.set;
    const next = set?.releases[last + 1];
    return set === undefined || next === undefined ? undefined : `${set.label} ${next}`;
  }

  /** Whether every release that serves a version calls it deprecated. */
  #always(version: string): boolean {
    return !this.#all.some(({ versions }) => versions.some((row) => row.name === version && isServedAndCurrent(row)));
  }

  #latest(): readonly DefinitionInRelease[] {
    return this.#all.filter(({ set, release }) => release === set.releases.length - 1);
  }

  #definitionOf({ newest, oldest }: ReleaseRange): CustomDefinition {
    const { set, pack, release, channel } = newest;
    const [first, last] = [set.releases[oldest.release], set.releases[release]];
    const where = set.channels.length > 0 && newest === oldest ? ` (${channel.channel} channel)` : '';
    return definitionAt(set, pack, newest, {
      label: `${set.label} ${first === last ? last : `${first} to ${last}`}${where}`,
      file: undefined,
      isPartial: true,
      lifecycle: (version) => this.lifecycle(version),
    });
  }

  #named(): ReadonlySet<string> {
    return new Set(this.#all.flatMap(({ versions }) => versions.map(({ name }) => name)));
  }

  #rangesOf(version: string): readonly ReleaseRange[] {
    return getOrInsertComputed(this.#ranges, version, () => rangesOf(this.#all, version));
  }
}

/** Whether a version looks newer than another: a higher number, or the same and more stable. */
function isLater(version: string, than: string): boolean {
  const [rank, otherRank] = [versionRank(version), versionRank(than)];
  // With another naming scheme, the next version may have any name.
  if (rank === undefined || otherRank === undefined) return true;
  if (rank.major !== otherRank.major) return rank.major > otherRank.major;
  if (rank.stability !== otherRank.stability)
    return stabilities.indexOf(rank.stability) > stabilities.indexOf(otherRank.stability);
  return rank.minor > otherRank.minor;
}

const stabilities = ['alpha', 'beta', 'stable'];

function isServed({ served }: VersionRow): boolean {
  return served === true;
}

function isServedAndCurrent({ served, deprecated }: VersionRow): boolean {
  return served === true && deprecated !== true;
}

function definitionsOf(of: SetRow): readonly DefinitionInRelease[] {
  return of.set.releases
    .flatMap((_, release) =>
      of.row.channels.flatMap((channel) =>
        spansInclude(channel.in, release) ? [{ ...of, channel, release, versions: versionsAt(channel, release) }] : [],
      ),
    )
    .reverse();
}

/** The releases that serve a version, grouped by equivalence. */
function rangesOf(all: readonly DefinitionInRelease[], version: string): readonly ReleaseRange[] {
  const ranges = new Map<string, ReleaseRange>();
  for (const at of all) {
    if (!at.versions.some(({ name, served }) => served === true && name === version)) continue;
    const key = keyOf(at, version);
    const range = ranges.get(key);
    if (range === undefined) ranges.set(key, { newest: at, oldest: at });
    else range.oldest = at;
  }
  return [...ranges.values()];
}

/** Equal if two definitions treat every object of a version the same: its schema, and that of the stored version. */
function keyOf({ set, pack, row, channel, release, versions }: DefinitionInRelease, version: string): string {
  const names = [version, versions.find(({ storage }) => storage === true)?.name ?? ''];
  const schemas = names.map((name) => {
    const node = channel.schemas[name];
    return node === undefined ? '' : `${node}/${unchangedSince(pack, node, release)}`;
  });
  return JSON.stringify([set.name, row.namespaced, schemas, versions]);
}
