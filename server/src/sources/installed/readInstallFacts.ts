import type { Resource } from '../../manifest/manifest.ts';
import { type ListNode, type MapNode, mapFor, stringFor, valueFor } from '../../manifest/node.ts';
import { readManifest } from '../../manifest/read/readManifest.ts';
import { splitDocuments } from '../../manifest/read/splitDocuments.ts';
import { findResources } from '../../manifest/resources/findResources.ts';
import { parseGroupVersion } from '../../targets/groupVersion.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { wordSearch } from '../../text/wordSearch.ts';
import { addonInstallers } from './addonInstallers.ts';
import { argoUses } from './argo.ts';
import type { InstallFacts, PartialInstallation } from './facts.ts';
import { fluxFacts } from './flux.ts';
import { builtInInstallers } from './installers.ts';
import { kustomizeUses } from './kustomize.ts';
import { itemsAt, mapAt, mapsIn, Reader } from './reader.ts';

/** The paths of JSON patches that set versions. */
const patchedVersions = ['/spec/chart/spec/version', '/spec/ref/', '/targetRevision'];

/** The maximum length of a file, in UTF-16 units: larger files are generated. */
const maxTextLength = 4 * 1024 * 1024;
const maxFacts = 2_000;

const kustomization = /(?:^|[\\/])(?:kustomization\.ya?ml|Kustomization)$/;
const chartYaml = /(?:^|[\\/])Chart\.yaml$/;
const namingObjects = [...builtInInstallers.namingObjects, ...addonInstallers.namingObjects];
const namingGroups = new Set(builtInInstallers.namingObjects.map(([, { group }]) => group));
const groups = ['toolkit.fluxcd.io', 'argoproj.io', ...namingGroups];
const mentionsRelease = wordSearch([...groups, ...patchedVersions]);

/** Whether a file may contain installations, by its name and a search for words. */
export function mayHoldInstallations(path: string, text: string): boolean {
  if (text.length > maxTextLength) return false;
  // Called for every file: splitting paths is slower than a search.
  if (path.includes('ustomization') && kustomization.test(path)) {
    return text.includes('helmCharts') || text.includes('github') || text.includes('patch');
  }
  if (path.endsWith('Chart.yaml') && chartYaml.test(path)) return text.includes('dependencies');
  return mentionsRelease(text) || namesAddonImage(text);
}

/** Whether a text has the image of an add-on as the value of a key `image`. */
function namesAddonImage(text: string): boolean {
  for (const [, image = ''] of text.matchAll(imageValue)) if (addonInstallers.knowsImage(image)) return true;
  return false;
}

const imageValue = /image["']?:[ \t]{0,9}["']?([\w./:@-]{1,300})/g;

/**
 * The installation facts of a file: objects of Flux and Argo CD, kustomizations, chart dependencies, images of
 * workloads, and objects that name a release. Never throws; unreadable files have none.
 *
 * @param path identifies kustomizations and charts.
 */
export function readInstallFacts(path: string, text: string): InstallFacts {
  if (!mayHoldInstallations(path, text)) return { sources: [], uses: [] };
  if (kustomization.test(path) || chartYaml.test(path)) return bounded([factsOf(path, text, 0)]);
  // Install manifests are long, and consist mostly of definitions.
  const lines = new LineIndex(text);
  const facts = splitDocuments(text).flatMap(({ start, end }): readonly InstallFacts[] => {
    const document = text.slice(start, end);
    return mayHold(document) ? [factsOf(path, document, lines.position(start).line)] : [];
  });
  return bounded(facts);
}

/** Whether a document may be relevant: an object of one of the groups, a workload of a known image, or a patch. */
function mayHold(document: string): boolean {
  return mayHoldUses(document) || namesAddonImage(document) || patchOfSpec.test(document);
}

const patchOfSpec = /\bpath["']?\s*:\s*["']?[^\s"']*\/(?:spec|targetRevision)/;

/** The names of images without registries, which may be omitted. */
const imageNames = builtInInstallers.images.map((image) => image.slice(image.indexOf('/') + 1));

const mayHoldUses = wordSearch([...groups.map((group) => `${group}/`), ...imageNames]);

function bounded(facts: readonly InstallFacts[]): InstallFacts {
  return {
    sources: facts.flatMap(({ sources }) => sources).slice(0, maxFacts),
    uses: facts.flatMap(({ uses }) => uses).slice(0, maxFacts),
  };
}

/** @param first the 0-based line of the file where the text begins. */
function factsOf(path: string, text: string, first: number): InstallFacts {
  const manifest = readManifest(text);
  const reader = new Reader(new LineIndex(text), first);
  const patches = manifest.documents.flatMap(({ root }) => (root?.kind === 'list' ? operationUses(root, reader) : []));
  const roots = manifest.documents.flatMap(({ root, problems }) =>
    root?.kind === 'map' && problems.length === 0 ? [root] : [],
  );
  const ofFiles = kustomization.test(path)
    ? roots.flatMap((root) => [...kustomizeUses(root, reader), ...inlineUses(root, reader)])
    : chartYaml.test(path)
      ? roots.flatMap((root) => chartUses(root, reader))
      : [];
  const resources = findResources(manifest, path).resources;
  const inFlux = resources.flatMap(({ kind, root }) =>
    kind === 'Kustomization' ? inlineUses(mapFor(root, 'spec'), reader) : [],
  );
  const found = resources.map((resource) => resourceFacts(resource, reader));
  return {
    sources: found.flatMap(({ sources }) => sources),
    uses: [...patches, ...ofFiles, ...inFlux, ...found.flatMap(({ uses }) => uses)],
  };
}

/** The installations in the inline patches of a kustomization, or of a Flux Kustomization. */
function inlineUses(holder: MapNode | undefined, reader: Reader): readonly PartialInstallation[] {
  const patches = ['patches', 'patchesJson6902']
    .flatMap((key) => mapsIn(holder, key))
    .flatMap((mapNode) => valueFor(mapNode, 'patch') ?? []);
  return [...patches, ...itemsAt(holder, 'patchesStrategicMerge')].flatMap((patch): readonly PartialInstallation[] => {
    const text = patch.kind === 'scalar' && typeof patch.value === 'string' ? patch.value : '';
    // A patch may also be a list; patch files are read by themselves.
    if (patch.kind === 'list') return operationUses(patch, reader);
    if (!text.includes('\n') && !text.includes('{')) return [];
    const manifest = readManifest(text);
    const inner = new Reader(new LineIndex(text), reader.line(patch) + 1);
    const operations = manifest.documents.flatMap(({ root }) =>
      root?.kind === 'list' ? operationUses(root, inner) : [],
    );
    const facts = findResources(manifest).resources.map((resource) => resourceFacts(resource, inner));
    const sources = facts.flatMap((fact) => fact.sources).filter(({ version }) => version !== undefined);
    const line = reader.line(patch);
    return [
      ...operations,
      ...facts.flatMap(({ uses }) => uses),
      ...sources.map((): PartialInstallation => ({ via: 'patch', line })),
    ];
  });
}

/** The operations of a JSON patch that set a version; the target is not in the patch. */
function operationUses(list: ListNode, reader: Reader): readonly PartialInstallation[] {
  return list.items.flatMap((item): readonly PartialInstallation[] => {
    const path = item.kind === 'map' ? (stringFor(item, 'path') ?? '') : '';
    return patchedVersions.some((field) => path.startsWith(field) || path.endsWith(field)) ||
      ['/spec', '/spec/chart', '/spec/chart/spec', '/spec/ref', '/spec/source', '/spec/sources'].includes(path)
      ? [{ via: 'patch', line: reader.line(item) }]
      : [];
  });
}

function resourceFacts(resource: Resource, reader: Reader): InstallFacts {
  const { apiVersion, kind, name, root } = resource;
  const group = parseGroupVersion(apiVersion)?.group ?? '';
  if (group.endsWith('.toolkit.fluxcd.io')) return fluxFacts(resource, reader);
  if (group === 'argoproj.io' && (kind === 'Application' || kind === 'ApplicationSet')) {
    return { sources: [], uses: argoUses(resource, reader) };
  }
  const naming = namingObjects.filter(
    ([, objectEntry]) =>
      objectEntry.group === group &&
      objectEntry.kind === kind &&
      objectEntry.name === name &&
      !hasField(root, objectEntry.unless),
  );
  const objects = naming.map(([set, { version }]): PartialInstallation => {
    const written = reader.written(mapAt(root, ...version.slice(0, -1)), version.at(-1) ?? '');
    return { via: 'object', set, version: written, line: written?.line ?? reader.line(root) };
  });
  return { sources: [], uses: [...objects, ...(group === 'apps' ? imageUses(root, reader) : [])] };
}

function hasField(root: MapNode, path: readonly string[] = []): boolean {
  const holder = mapAt(root, ...path.slice(0, -1));
  return holder?.entries.some(({ key }) => key === path.at(-1)) === true;
}

function imageUses(root: MapNode, reader: Reader): readonly PartialInstallation[] {
  return mapsIn(mapAt(root, 'spec', 'template', 'spec'), 'containers').flatMap(
    (container): readonly PartialInstallation[] => {
      const image = reader.written(container, 'image');
      const isKnown =
        image !== undefined &&
        [builtInInstallers, addonInstallers].some((installers) => installers.knowsImage(image.text));
      return isKnown ? [{ via: 'image', image }] : [];
    },
  );
}

/** The dependencies of a chart, by `pkg/chart/v2/dependency.go` of helm.sh/helm. */
function chartUses(root: MapNode, reader: Reader): readonly PartialInstallation[] {
  return itemsAt(root, 'dependencies').flatMap((item): readonly PartialInstallation[] => {
    if (item.kind !== 'map') return [];
    const [chart, repository] = [stringFor(item, 'name'), stringFor(item, 'repository')];
    // A local chart is read by itself.
    if (chart === undefined || repository === undefined || repository.startsWith('file:')) return [];
    const version = reader.written(item, 'version');
    const line = version?.line ?? reader.line(item);
    return [{ via: 'chart', chart, repository, source: undefined, version, release: undefined, off: [], line }];
  });
}
