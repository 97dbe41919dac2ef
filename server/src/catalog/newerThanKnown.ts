import { formatGroupVersion } from '../targets/groupVersion.ts';
import { formatMinor, type Minor } from '../targets/version.ts';
import { type Catalog, factAt } from './catalog.ts';

/** How many versions are named; `api-resources` and findings name them all. */
const maxNamed = 3;

/**
 * The note on a release newer than the catalogue: it is unknown except for removals that the newest known release
 * announces.
 */
export function newerThanKnown(binary: Minor, catalog: Catalog): string {
  const [wanted, newest] = [formatMinor(binary), formatMinor(catalog.newest)];
  const preview = catalog.preview === undefined ? '' : ` (and the preview ${catalog.preview.release})`;
  const gone = removedBy(binary, catalog);
  const more = gone.length > maxNamed ? ` and ${gone.length - maxNamed} more` : '';
  const announced =
    gone.length === 0
      ? ''
      : `; ${newest} announces the removal of ${gone.slice(0, maxNamed).join(', ')}${more} by then`;
  return `${wanted} is newer than ${newest}${preview}, the newest version that this build knows${announced}; check against ${newest} meanwhile, or run kubecompat catalogue update`;
}

/** The versions of groups with a kind that the newest release serves and announces to remove by a later one. */
function removedBy(binary: Minor, catalog: Catalog): readonly string[] {
  const gone = catalog.kinds.flatMap((kind) => {
    const removed = factAt(kind.lifecycle, catalog.newest)?.removed;
    const isServed = kind.served.at(-1) !== undefined && kind.served.at(-1)?.last === undefined;
    return isServed && removed !== undefined && removed > catalog.newest && removed <= binary
      ? [formatGroupVersion(kind)]
      : [];
  });
  return [...new Set(gone)].sort((a, b) => (a < b ? -1 : 1));
}
