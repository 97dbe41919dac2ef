import { resolve } from 'node:path';
import type { ApiSurface } from '../../catalog/surface.ts';
import { type DefinitionSource, withCustomKinds } from '../../crd/customKinds.ts';
import { definitionList } from '../../crd/definitionList.ts';
import { CrdSetSource } from '../../crd/sets/source.ts';
import { liveDefinitions } from '../../live/liveDefinitions.ts';
import { crdSets, type TargetCrds } from '../../targets/crds.ts';
import { acceptedBy } from '../definitions/acceptedDefinitions.ts';
import { addedSource } from '../definitions/addedSource.ts';
import { definitionsOfFiles } from '../definitions/definitionsOfFile.ts';
import { discover } from '../disk/discover.ts';
import { isBelow } from '../disk/isBelow.ts';
import { textOrEmpty } from '../disk/textOrEmpty.ts';
import { pathExists, realPath } from '../disk/trackedFs.ts';
import { readCrdSet } from '../shipped/crdSetFile.ts';

/** A surface with the CustomResourceDefinitions that its target declares. */
export function withTargetCrds(surface: ApiSurface): ApiSurface {
  const { crds, added } = surface.target;
  const sources = crds === undefined ? [] : sourcesOf(crds, surface);
  const all = added === undefined ? sources : [...sources, besides(addedSource(added), crds)];
  const completed = withCustomKinds(surface, all);
  if (crds === undefined || crds.sets.length === 0) return completed;
  return { ...completed, namedSets: new Set(crds.sets.map(({ set }) => set)) };
}

/** Added definitions are ignored for groups that the target declares completely. */
function besides(source: DefinitionSource, crds: TargetCrds | undefined): DefinitionSource {
  if (crds?.live?.complete === true) return { ...source, definitions: () => [], groups: () => [] };
  const whole = new Set(
    crds?.sets.flatMap((choice) => crdSets.find(({ name }) => name === choice.set)?.wholeGroups ?? []),
  );
  const isOpen = (group: string) => !whole.has(group);
  return {
    ...source,
    definitions: (group) => (isOpen(group) ? source.definitions(group) : []),
    groups: () => source.groups().filter(isOpen),
  };
}

/** Named files are more specific than a release and come first. The live definitions apply to the remaining kinds. */
function sourcesOf({ paths, sets, live }: TargetCrds, surface: ApiSurface): readonly DefinitionSource[] {
  const sources: DefinitionSource[] = [];
  if (paths.length > 0)
    sources.push(
      acceptedBy(
        surface,
        definitionList(() => definitionsUnder(paths)),
      ),
    );
  for (const choice of sets) {
    const set = crdSets.find(({ name }) => name === choice.set);
    if (set !== undefined) sources.push(new CrdSetSource(set, choice, () => readCrdSet(set.name)));
  }
  // A missing copy defines nothing; the next run reports it.
  if (live !== undefined) sources.push(liveDefinitions(live, () => textOrEmpty(live.file)));
  return sources;
}

/** The files that the definitions of a target are in, absolute. */
export function filesWithDefinitions({ paths, live }: TargetCrds): readonly string[] {
  const named = paths.length === 0 ? [] : discover(paths, process.cwd()).files.map(({ path }) => path);
  return live === undefined ? named : [...named, live.file];
}

/** Unreadable files define nothing; they are reported where they are checked. */
function definitionsUnder(paths: readonly string[]) {
  return definitionsOfFiles(discover(paths, process.cwd()).files);
}

/** The absolute form of configured paths, and why others are invalid: they must be below the configuration's folder. */
export function locatePaths(
  paths: readonly string[],
  folder: string,
): { readonly paths: readonly string[]; readonly problems: readonly string[] } {
  const found: string[] = [];
  const problems: string[] = [];
  for (const path of paths) {
    const absolute = resolve(folder, path);
    if (!pathExists(absolute)) problems.push(`there is no ${path}`);
    else if (isBelow(realPath(absolute), realPath(folder))) found.push(absolute);
    else problems.push(`${path} leads out of the folder of the configuration`);
  }
  return { paths: found, problems };
}

/** A path of definitions that does not exist. */
export interface MissingDefinitions {
  readonly path: string;
  readonly message: string;
  readonly remedy: string;
}

/** The paths of a command line's definitions that do not exist; they are relative to its working folder. */
export function missingDefinitions(crds: TargetCrds | undefined, folder: string): readonly MissingDefinitions[] {
  const missing = crds?.paths.filter((path) => !pathExists(resolve(folder, path))) ?? [];
  const remedy = 'name files and folders with CustomResourceDefinitions, or a built-in set as SET=RELEASE';
  return missing.map((path) => ({ path, message: `there is no ${path}`, remedy }));
}
