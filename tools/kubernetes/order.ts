import { formatMinor, type Minor, minor } from '../../server/src/targets/version.ts';
import { StepFailed } from './go.ts';
import { newestMinor, withoutMinor } from './merge/tables.ts';
import { parseRelease, type Release } from './release.ts';
import { emulationFloor, releasesRead, type Tables } from './tables.ts';

/** The position of a release in the facts. */
export interface ReleasePosition {
  /** The tables up to the release's minor. */
  readonly tables: Tables;
  /** The releases of later minors that they had, oldest first, which have to be added again afterwards. */
  readonly later: readonly Release[];
}

/**
 * Where a release belongs: it is the next minor, or a release of one that the facts have, as old as the newest release still
 * emulates. Throws `StepFailed` for every other.
 */
export function releasePosition(release: Release, tables: Tables): ReleasePosition {
  const newest = newestMinor(tables);
  if (release.minor > newest + 1) {
    const next = formatMinor(minor(newest + 1));
    throw new StepFailed(
      `The facts end with ${formatMinor(newest)}; add a release of ${next} before ${release.version}.`,
    );
  }
  const known = releasesKnown(tables);
  const last = known.at(-1);
  if (release.minor > newest && last?.preview === true) {
    throw new StepFailed(`The facts have ${last.version} alone; add ${last.minorText}.0 before ${release.version}.`);
  }
  const oldest = oldestRenewed(tables);
  if (release.minor < oldest) {
    throw new StepFailed(
      `The facts of minors before ${formatMinor(oldest)}, the oldest that is still emulated, stay as they are.`,
    );
  }
  const later = known.filter((candidate) => candidate.minor > release.minor);
  return { tables: later.toReversed().reduce((state, { minorText }) => withoutMinor(state, minorText), tables), later };
}

/** The oldest minor whose facts a later patch renews: the oldest that the newest release still emulates. */
export function oldestRenewed(tables: Tables): Minor {
  return emulationFloor(releasesKnown(tables).findLast(({ preview }) => !preview)?.minor ?? newestMinor(tables));
}

/** The releases that the fields of each minor were read from, oldest first. */
function releasesKnown(tables: Tables): readonly Release[] {
  return [...releasesRead(tables).values()]
    .flatMap((version) => parseRelease(version) ?? [])
    .sort((a, b) => a.minor - b.minor);
}
