import { formatMinor, type Minor, minor } from '../../server/src/targets/version.ts';
import { StepFailed } from './go.ts';
import { newestMinor, withoutMinor } from './merge/tables.ts';
import { parseRelease, type Release } from './release.ts';
import { releasesRead, type Tables } from './tables.ts';

/** What a release is added to. */
export interface Place {
  /** The tables up to the release's minor. */
  readonly tables: Tables;
  /** The preview of the next minor that they had, which has to be added again afterwards. */
  readonly preview: Release | undefined;
}

/**
 * Where a release belongs: it is the next minor, or a release of the newest one; below a preview, also one of the minor
 * before it. Throws `StepFailed` for every other.
 */
export function placeOf(release: Release, tables: Tables): Place {
  const newest = newestMinor(tables);
  if (release.minor > newest + 1) {
    const next = formatMinor(minor(newest + 1));
    throw new StepFailed(
      `The facts end with ${formatMinor(newest)}; add a release of ${next} before ${release.version}.`,
    );
  }
  const known = releaseOf(newest, tables);
  if (release.minor > newest && known?.preview === true) {
    throw new StepFailed(`The facts have ${known.version} alone; add ${known.minorText}.0 before ${release.version}.`);
  }
  if (release.minor >= newest) return { tables, preview: undefined };
  if (known?.preview === true && release.minor === newest - 1) {
    return { tables: withoutMinor(tables, known.minorText), preview: known };
  }
  throw new StepFailed(`The facts have newer minors than ${release.minorText}; --compare says what would change.`);
}

function releaseOf(one: Minor, tables: Tables): Release | undefined {
  return parseRelease(releasesRead(tables).get(formatMinor(one)) ?? '');
}
