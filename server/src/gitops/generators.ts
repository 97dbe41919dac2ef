import { entryFor, type MapNode, mapFor, type Node, stringFor } from '../manifest/node.ts';
import { mapsAt, nodesAt } from '../manifest/nodesAt.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import type { RepositoryFiles } from './delivery.ts';
import { isSelected } from './parameterSelector.ts';
import { eachCluster, type Parameters, parametersOfPath, substituteParameters } from './parameters.ts';

/** The maximum number of generated objects. */
const maxGenerated = 2_000;

/** The output of generators: the parameters of each object, and whether there may be more. */
export interface Generated {
  readonly all: readonly Parameters[];
  readonly isOpen: boolean;
  /** The addresses of the repositories that git generators read, as written. */
  readonly repositories: readonly string[];
}

/**
 * The output of an ApplicationSet's generators, as far as the files of the repository show: lists, git folders and
 * files, clusters, with unknown names, and their matrices and merges. Generators that query servers are open.
 *
 * Source: `applicationset/generators/` of github.com/argoproj/argo-cd.
 */
export function generated(generators: readonly MapNode[], repository: RepositoryFiles): Generated {
  return together(generators.map((generator) => ofGenerator(generator, repository, new Map())));
}

function together(all: readonly Generated[]): Generated {
  const parameters = all.flatMap((item) => item.all);
  const isOpen = parameters.length > maxGenerated || all.some((item) => item.isOpen);
  return {
    all: parameters.slice(0, maxGenerated),
    isOpen,
    repositories: all.flatMap(({ repositories }) => repositories),
  };
}

const nothingKnown: Generated = { all: [], isOpen: true, repositories: [] };

function ofGenerator(generator: MapNode, repository: RepositoryFiles, given: Parameters): Generated {
  const found = ofKind(generator, repository, given);
  return { ...found, all: found.all.filter((parameters) => isSelected(generator, parameters)) };
}

function ofKind(generator: MapNode, repository: RepositoryFiles, given: Parameters): Generated {
  const list = mapFor(generator, 'list');
  if (list !== undefined) return ofList(list, given);
  const clusters = mapFor(generator, 'clusters');
  if (clusters !== undefined) {
    const names = ['name', 'nameNormalized', 'server'].map((key) => [key, eachCluster] as const);
    return { all: [new Map([...given, ...names, ...valuesOf(clusters)])], isOpen: false, repositories: [] };
  }
  const git = mapFor(generator, 'git');
  if (git !== undefined) return ofGit(git, repository, given);
  const matrix = mapFor(generator, 'matrix');
  if (matrix !== undefined) return ofMatrix(matrix, repository, given);
  const merge = mapFor(generator, 'merge');
  return merge === undefined ? nothingKnown : ofMerge(merge, repository, given);
}

function ofList(list: MapNode, given: Parameters): Generated {
  const all = mapsAt(list, 'elements[]').map(({ node }) => new Map([...given, ...flat(node, '')]));
  return { all, isOpen: entryFor(list, 'elementsYaml') !== undefined, repositories: [] };
}

function ofGit(git: MapNode, repository: RepositoryFiles, given: Parameters): Generated {
  const patterns = (field: string) =>
    mapsAt(git, `${field}[]`).map(({ node }) => ({
      path: substituteParameters(stringFor(node, 'path') ?? '', given),
      isOut: nodesAt(node, 'exclude').some(({ node: option }) => option.kind === 'scalar' && option.value === true),
    }));
  const values = valuesOf(git);
  const prefix = stringFor(git, 'pathParamPrefix') ?? '';
  const folders = patterns('directories');
  const out = new Set(folders.flatMap(({ path, isOut }) => (isOut ? repository.folders(path) : [])));
  const named = folders.flatMap(({ path, isOut }) => (isOut ? [] : repository.folders(path)));
  const ofFolders = named.flatMap((path) =>
    out.has(path) ? [] : new Map([...given, ...parametersOfPath(path, prefix), ...values]),
  );
  const files = patterns('files').flatMap(({ path, isOut }) => (isOut ? [] : repository.files(path)));
  const ofFiles = files.flatMap(({ path, text }) =>
    readManifest(text).documents.flatMap(({ root }) => {
      const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
      const roots = root?.kind === 'list' ? root.items : root === undefined ? [] : [root];
      return roots.map(
        (node) => new Map([...given, ...flat(node, ''), ...parametersOfPath(folder, prefix), ...values]),
      );
    }),
  );
  const url = stringFor(git, 'repoURL');
  return { all: [...ofFolders, ...ofFiles], isOpen: false, repositories: url === undefined ? [] : [url] };
}

/** Each parameter set of the first with each of the second, which may use those of the first. */
function ofMatrix(matrix: MapNode, repository: RepositoryFiles, given: Parameters): Generated {
  const [first, second] = mapsAt(matrix, 'generators[]').map(({ node }) => node);
  if (first === undefined || second === undefined) return nothingKnown;
  const outer = ofGenerator(first, repository, given);
  if (outer.all.length > maxGenerated) return nothingKnown;
  const inner = together(outer.all.map((parameters) => ofGenerator(second, repository, parameters)));
  return {
    ...inner,
    isOpen: outer.isOpen || inner.isOpen,
    repositories: [...outer.repositories, ...inner.repositories],
  };
}

/** The parameter sets of the first, each with those of the others that have the same keys. */
function ofMerge(merge: MapNode, repository: RepositoryFiles, given: Parameters): Generated {
  const keys = nodesAt(merge, 'mergeKeys[]').flatMap(({ node }) => (node.kind === 'scalar' ? String(node.value) : []));
  const [first, ...others] = mapsAt(merge, 'generators[]').map(({ node }) => ofGenerator(node, repository, given));
  // If names of clusters are unknown, it is unknown as well which sets match.
  const isKnown = ({ all }: Generated) => all.every((item) => keys.every((key) => item.get(key) !== eachCluster));
  if (first === undefined || keys.length === 0 || ![first, ...others].every(isKnown)) return nothingKnown;
  const all = first.all.map((base) =>
    others.reduce((merged, { all: sets }) => {
      const same = sets.find((item) => keys.every((key) => item.get(key) === base.get(key)));
      return same === undefined ? merged : new Map([...merged, ...same]);
    }, base),
  );
  return { ...together([first, ...others]), all };
}

function valuesOf(generator: MapNode): readonly (readonly [string, string])[] {
  const values = mapFor(generator, 'values');
  return values === undefined ? [] : flat(values, 'values.').filter(([, value]) => !value.includes('{{'));
}

/** The values of an object by their paths. */
function flat(node: Node, prefix: string): readonly (readonly [string, string])[] {
  if (node.kind !== 'map') return [];
  return node.entries.flatMap(({ key, value }): readonly (readonly [string, string])[] => {
    if (value.kind === 'map') return flat(value, `${prefix}${key}.`);
    return value.kind === 'scalar' && value.value !== null ? [[prefix + key, String(value.value)]] : [];
  });
}
