import type { ApiSurface } from '../../catalog/surface.ts';
import { type DefinitionSource, withCustomKinds } from '../../crd/customKinds.ts';
import { CrdSetSource } from '../../crd/sets/source.ts';
import type { InstallOrigin } from '../../sources/installed/linkInstallations.ts';
import { type CrdSet, type CrdSetChoice, crdSets } from '../../targets/crds.ts';
import { readCrdSet } from '../shipped/crdSetFile.ts';

/** A release of a set that the files of a workspace name. */
export interface NamedRelease {
  readonly choice: CrdSetChoice;
  /** The first place that names it. */
  readonly from: InstallOrigin;
}

/** The releases of a set in workspace files: the installed one, or the candidates. */
export type NamedReleases = readonly [NamedRelease, ...NamedRelease[]];

/**
 * A surface with the releases named in the workspace's files; the definitions of several conflict. Configured releases,
 * definitions in files and those of a live cluster take precedence.
 */
export function withInstalledSets(surface: ApiSurface, named: readonly NamedReleases[]): ApiSurface {
  const sets = new Set([...(surface.namedSets ?? []), ...named.map(([{ choice }]) => choice.set)]);
  // A live cluster whose definitions are all known has no others.
  if (surface.target.crds?.live?.complete === true) return { ...surface, namedSets: sets };
  const besides = named.filter(([{ choice }]) => surface.namedSets?.has(choice.set) !== true);
  return { ...withCustomKinds(surface, besides.flatMap(sourceOf)), namedSets: sets };
}

/** A surface without some sets, because unknown definitions are installed in their place. */
export function withoutSets(surface: ApiSurface, sets: readonly string[]): ApiSurface {
  return { ...surface, namedSets: new Set([...(surface.namedSets ?? []), ...sets]) };
}

function sourceOf(named: NamedReleases): readonly DefinitionSource[] {
  const set = crdSets.find(({ name }) => name === named[0].choice.set);
  if (set === undefined) return [];
  const sources = named.map((namedRelease) => {
    const others = named
      .filter((other) => other !== namedRelease)
      .map((other) => `${other.choice.written} in ${locationOf(other)}`);
    return sourceOfRelease(set, namedRelease, `release named in ${[locationOf(namedRelease), ...others].join(', ')}`);
  });
  return [
    {
      definitions: (group) => sources.flatMap((source) => source.definitions(group)),
      groups: () => set.groups,
      wholeGroup: (group) => {
        const labels = sources.flatMap((source) => source.wholeGroup(group) ?? []);
        return labels.length < sources.length ? undefined : labels.join(' or ');
      },
      history: (gvk) => sources[0]?.history(gvk),
    },
  ];
}

function locationOf({ from }: NamedRelease): string {
  return `${from.file}:${from.line + 1}`;
}

function sourceOfRelease(set: CrdSet, { choice }: NamedRelease, location: string): DefinitionSource {
  const source = new CrdSetSource(set, choice, () => readCrdSet(set.name));
  const named = (label: string) =>
    label.endsWith(')') ? `${label.slice(0, -1)}; ${location})` : `${label} (${location})`;
  return {
    definitions: (group) =>
      source.definitions(group).map((definition) => ({
        ...definition,
        origin: { ...definition.origin, label: named(definition.origin.label) },
      })),
    groups: () => source.groups(),
    wholeGroup: (group) => {
      // Kinds of another channel may come from elsewhere: files need not be complete.
      const label = set.channels.length > 0 ? undefined : source.wholeGroup(group);
      return label === undefined ? undefined : named(label);
    },
    history: (gvk) => source.history(gvk),
  };
}
