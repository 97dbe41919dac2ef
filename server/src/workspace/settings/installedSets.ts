import type { ApiSurface } from '../../catalog/surface.ts';
import { type DefinitionSource, withCustomKinds } from '../../crd/customKinds.ts';
import { CrdSetSource } from '../../crd/sets/source.ts';
import type { InstallPlace } from '../../sources/installed/linkInstallations.ts';
import { type CrdSetChoice, crdSets } from '../../target/crds.ts';
import { readCrdSet } from '../shipped/crdSetFile.ts';

/** A release of a set that the files of a workspace name, and nothing but it. */
export interface CertainRelease {
  readonly choice: CrdSetChoice;
  /** The first place that names it. */
  readonly from: InstallPlace;
}

/**
 * A surface with the releases that the workspace's own files name. What a configuration chooses, what files define and
 * what a live cluster has comes first.
 */
export function withInstalledSets(surface: ApiSurface, releases: readonly CertainRelease[]): ApiSurface {
  const { crds } = surface.target;
  // A live cluster whose definitions are all known has no others.
  if (crds?.live?.complete === true) return surface;
  const configured = new Set(crds?.sets.map(({ set }) => set));
  const sources = releases.filter(({ choice }) => !configured.has(choice.set)).flatMap(sourceOf);
  return withCustomKinds(surface, sources);
}

function sourceOf({ choice, from }: CertainRelease): readonly DefinitionSource[] {
  const set = crdSets.find(({ name }) => name === choice.set);
  if (set === undefined) return [];
  const source = new CrdSetSource(set, choice, () => readCrdSet(set.name));
  const place = `release named in ${from.file}:${from.line + 1}`;
  const named = (label: string) => (label.endsWith(')') ? `${label.slice(0, -1)}; ${place})` : `${label} (${place})`);
  return [
    {
      definitions: (group) =>
        source.definitions(group).map((one) => ({ ...one, origin: { ...one.origin, label: named(one.origin.label) } })),
      groups: () => source.groups(),
      wholeGroup: (group) => {
        // Kinds of another channel may come from elsewhere: files need not say all that a cluster has.
        const label = set.channels.length > 0 ? undefined : source.wholeGroup(group);
        return label === undefined ? undefined : named(label);
      },
      history: (gvk) => source.history(gvk),
    },
  ];
}
