import { currentRelease, resourcesOfRelease } from '../embedded/helmReleases.ts';
import type { Resource } from '../manifest/manifest.ts';
import { keysOf } from './identity.ts';
import type { Writer } from './writer.ts';

/**
 * The writers of the objects in stored releases that Helm 4 applied server-side, by {@link keysOf}. The next upgrade writes
 * like the release before it; releases of Helm 3 have no such mark.
 *
 * Source: helm.sh/helm/v4 pkg/action/upgrade.go, getUpgradeServerSideValue.
 */
export function helmWriters(stored: readonly Resource[]): ReadonlyMap<string, Writer> {
  return new Map(
    stored.flatMap((holder) => {
      const release = currentRelease(holder)?.release;
      if (release?.isServerSide !== true) return [];
      const by = `the release ${release.name} of Helm 4`;
      const writer: Writer = { operation: 'server-side-apply', by, manager: undefined, forces: undefined };
      return resourcesOfRelease(holder).flatMap((resource) =>
        [resource.namespace ?? release.namespace ?? holder.namespace ?? '', '']
          .flatMap((namespace) => keysOf(resource, namespace))
          .map((key) => [key, writer] as const),
      );
    }),
  );
}
