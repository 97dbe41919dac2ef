import type { ApiSurface } from '../../catalog/surface.ts';
import { type DefinitionSource, withCustomKinds } from '../../crd/customKinds.ts';
import { withKnownReleases } from '../../crd/sets/knownReleases.ts';
import { getOrInsertComputed } from '../../text/getOrInsertComputed.ts';
import { memoize } from '../../text/memoize.ts';
import type { FileSettings } from '../settings/targetSelection.ts';
import { readCrdSet } from '../shipped/crdSetFile.ts';
import { acceptedBy } from './acceptedDefinitions.ts';

/** Settings whose targets get additional definitions. The same targets for the same ones. */
export function withDefinitions(source: DefinitionSource): (settings: FileSettings) => FileSettings {
  const complete = memoize((surfaces: readonly ApiSurface[]) =>
    surfaces.map((surface) => withCustomKinds(surface, [acceptedBy(surface, source)])),
  );
  return ({ surfaces, severity }) => ({ surfaces: complete(surfaces), severity });
}

const withAllReleases = new WeakMap<readonly ApiSurface[], readonly ApiSurface[]>();

/**
 * Targets that may have any release of the built-in sets, for kinds that nothing else defines. The same targets for the
 * same ones.
 */
export function withReleases(surfaces: readonly ApiSurface[]): readonly ApiSurface[] {
  return getOrInsertComputed(withAllReleases, surfaces, () =>
    surfaces.map((surface) => withKnownReleases(surface, ({ name }) => readCrdSet(name))),
  );
}
