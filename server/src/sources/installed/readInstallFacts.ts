import type { Resource } from '../../manifest/manifest.ts';
import { type MapNode, stringFor } from '../../manifest/node.ts';
import { readManifest } from '../../manifest/read/readManifest.ts';
import { findResources } from '../../manifest/resources/findResources.ts';
import { parseGroupVersion } from '../../target/groupVersion.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { argoUses } from './argo.ts';
import type { InstallFacts, Use } from './facts.ts';
import { fluxFacts } from './flux.ts';
import { builtInInstallers } from './installers.ts';
import { kustomizeUses } from './kustomize.ts';
import { itemsAt, mapAt, mapsIn, Reader } from './reader.ts';

/** Larger files are written by programs, and hold more than what is to be installed. */
const largestText = 4 * 1024 * 1024;
const mostFacts = 2_000;

const kustomization = /(?:^|[\\/])(?:kustomization\.ya?ml|Kustomization)$/;
const chartYaml = /(?:^|[\\/])Chart\.yaml$/;
const { namingObjects } = builtInInstallers;
const groups = ['toolkit.fluxcd.io', 'argoproj.io', ...new Set(namingObjects.map(([, { group }]) => group))];

/** Whether a file may say what is installed in a cluster: a look at its name and a search for words. */
export function maySayInstalled(path: string, text: string): boolean {
  if (text.length > largestText) return false;
  // Every file is asked: taking a path apart costs more than a look for a word in it.
  if (path.includes('ustomization') && kustomization.test(path)) {
    return text.includes('helmCharts') || text.includes('github');
  }
  if (path.endsWith('Chart.yaml') && chartYaml.test(path)) return text.includes('dependencies');
  return groups.some((group) => text.includes(group));
}

/**
 * What a file says of what is installed: the objects of Flux and Argo CD, kustomizations, a chart's dependencies, the images
 * of what it runs, and objects that name a release. Never throws; what cannot be read says nothing.
 *
 * @param path tells kustomizations and charts.
 */
export function readInstallFacts(path: string, text: string): InstallFacts {
  if (!maySayInstalled(path, text)) return { sources: [], uses: [] };
  const manifest = readManifest(text);
  const reader = new Reader(new LineIndex(text));
  const roots = manifest.documents.flatMap(({ root, problems }) =>
    root?.kind === 'map' && problems.length === 0 ? [root] : [],
  );
  const ofFiles = kustomization.test(path)
    ? roots.flatMap((root) => kustomizeUses(root, reader))
    : chartYaml.test(path)
      ? roots.flatMap((root) => chartUses(root, reader))
      : [];
  const found = findResources(manifest, path).resources.map((resource) => resourceFacts(resource, reader));
  return {
    sources: found.flatMap(({ sources }) => sources).slice(0, mostFacts),
    uses: [...ofFiles, ...found.flatMap(({ uses }) => uses)].slice(0, mostFacts),
  };
}

function resourceFacts(resource: Resource, reader: Reader): InstallFacts {
  const { apiVersion, kind, name, root } = resource;
  const group = parseGroupVersion(apiVersion)?.group ?? '';
  if (group.endsWith('.toolkit.fluxcd.io')) return fluxFacts(resource, reader);
  if (group === 'argoproj.io' && (kind === 'Application' || kind === 'ApplicationSet')) {
    return { sources: [], uses: argoUses(resource, reader) };
  }
  const naming = namingObjects.filter(
    ([, one]) => one.group === group && one.kind === kind && one.name === name && !has(root, one.unless),
  );
  const objects = naming.map(([set, { version }]): Use => {
    const written = reader.written(mapAt(root, ...version.slice(0, -1)), version.at(-1) ?? '');
    return { via: 'object', set, version: written, line: written?.line ?? reader.line(root) };
  });
  return { sources: [], uses: [...objects, ...(group === 'apps' ? imageUses(root, reader) : [])] };
}

function has(root: MapNode, path: readonly string[] = []): boolean {
  const holder = mapAt(root, ...path.slice(0, -1));
  return holder?.entries.some(({ key }) => key === path.at(-1)) === true;
}

function imageUses(root: MapNode, reader: Reader): readonly Use[] {
  return mapsIn(mapAt(root, 'spec', 'template', 'spec'), 'containers').flatMap((container): readonly Use[] => {
    const image = reader.written(container, 'image');
    return image === undefined ? [] : [{ via: 'image', image }];
  });
}

/** The dependencies of a chart, by `pkg/chart/v2/dependency.go` of helm.sh/helm. */
function chartUses(root: MapNode, reader: Reader): readonly Use[] {
  return itemsAt(root, 'dependencies').flatMap((item): readonly Use[] => {
    if (item.kind !== 'map') return [];
    const [chart, repository] = [stringFor(item, 'name'), stringFor(item, 'repository')];
    // What lies beside the chart is judged by itself.
    if (chart === undefined || repository === undefined || repository.startsWith('file:')) return [];
    const version = reader.written(item, 'version');
    const line = version?.line ?? reader.line(item);
    return [{ via: 'chart', chart, repository, source: undefined, version, release: undefined, off: [], line }];
  });
}
