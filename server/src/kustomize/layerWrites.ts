import { entryFor, type MapNode, mapFor, type Node, stringFor, valueFor } from '../manifest/node.ts';
import { mapsAt, nodesAt } from '../manifest/nodesAt.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { formatGroupVersion } from '../targets/groupVersion.ts';
import { formatPath } from '../text/fieldPath.ts';
import type { BuildTurn, OwnWrite, PossibleWrite } from './assembled.ts';
import { fieldSteps } from './fieldSteps.ts';
import { operationsOf } from './jsonPatchOperations.ts';
import { replacementsIn } from './replacements.ts';
import { type ResourceSelector, readSelector } from './resourceSelector.ts';

/** The documents of a file beside the kustomization; undefined if it cannot be read. */
export type ReadDocuments = (path: string) => readonly Node[] | undefined;

/** The files of a kustomization. */
export interface LayerFiles {
  /** Its own, absolute. */
  readonly file: string;
  readonly read: ReadDocuments;
  /** The absolute path of a name in the kustomization. */
  readonly at: (path: string) => string;
}

/** Anything, anywhere. */
const anything: PossibleWrite = { at: [], value: undefined };

/** The writes of a kustomization's patches, transformers and replacements to its resources. */
export function layerWrites(root: Node, read: ReadDocuments): readonly OwnWrite[] {
  const layer = new Layer(read);
  if (root.kind === 'map') layer.add(root);
  return layer.ownWrites;
}

class Layer {
  readonly ownWrites: OwnWrite[] = [];
  readonly #read: ReadDocuments;

  constructor(read: ReadDocuments) {
    this.#read = read;
  }

  add(root: MapNode): void {
    for (const field of ['patches[]', 'patchesJson6902[]']) {
      for (const { node, path } of mapsAt(root, field)) this.#addPatch(node, formatPath(path));
    }
    for (const { node, path } of nodesAt(root, 'patchesStrategicMerge[]')) {
      const text = node.kind === 'scalar' && typeof node.value === 'string' ? node.value : '';
      const documents = /[\n{]/.test(text) ? documentsIn(text) : this.#read(text);
      this.#addDocuments(documents, undefined, formatPath(path));
    }
    for (const { node, path } of mapsAt(root, 'replacements[]')) this.#addReplacement(node, formatPath(path));
    this.#addTransformers(root);
  }

  #addPatch(entry: MapNode, name: string): void {
    const target = mapFor(entry, 'target');
    const into = target === undefined ? undefined : readSelector(target, true);
    const inline = stringFor(entry, 'patch');
    const path = stringFor(entry, 'path');
    const documents = inline === undefined ? path && this.#read(path) : documentsIn(inline);
    if (entryFor(entry, 'options') !== undefined) this.#turn('turned', undefined, name);
    this.#addDocuments(documents === '' ? undefined : documents, into, name);
  }

  #addDocuments(documents: readonly Node[] | undefined, into: ResourceSelector | undefined, entry: string): void {
    if (documents === undefined) {
      this.ownWrites.push({ write: anything, into, entry });
      this.#turn('turned', into, entry);
    }
    for (const root of documents ?? []) {
      if (root.kind === 'list') this.#addOperations(root, into, entry);
      else if (root.kind === 'map') {
        const resourceSelector = into ?? ownSelector(root);
        this.ownWrites.push({ write: { at: [], value: root }, into: resourceSelector, entry });
        if (entryFor(root, '$patch') !== undefined) this.#turn('renamed', resourceSelector, entry);
      }
    }
  }

  #addOperations(root: Extract<Node, { kind: 'list' }>, into: ResourceSelector | undefined, entry: string): void {
    for (const { op, path, value } of operationsOf(root, undefined)) {
      if (path === undefined || op === 'test') continue;
      const at = path.segments.map(({ name }) => name);
      const turn = turnAt(at);
      const keeps = (op === 'add' || op === 'replace') && writesWhatIsThere(at, value, into);
      if (turn !== undefined && !keeps) this.#turn(turn, into, entry);
      if (op !== 'remove')
        this.ownWrites.push({
          write: { at, value: op === 'add' || op === 'replace' ? value : undefined },
          into,
          entry,
        });
    }
  }

  #addReplacement(node: MapNode, entry: string): void {
    const path = stringFor(node, 'path');
    const roots = path === undefined ? undefined : (this.#read(path) ?? []);
    const replacements =
      roots === undefined
        ? replacementsIn({ ...node, entries: [wrappedReplacement(node)] }, 'Kustomization')
        : roots.flatMap((root) => replacementsIn(root, 'replacement'));
    for (const { targets } of replacements) {
      for (const { selector: into, fieldPaths } of targets) {
        // Without a path it is the name that is replaced.
        const paths = fieldPaths.length === 0 ? ['metadata.name'] : fieldPaths.map(({ text }) => text);
        for (const text of paths) {
          const at = fieldSteps(text, 'target').map((step) => (step.kind === 'name' ? step.name : '*'));
          const turn = turnAt(at);
          if (turn !== undefined) this.#turn(turn, into, entry);
          this.ownWrites.push({ write: { at, value: undefined }, into, entry });
        }
      }
    }
  }

  #addTransformers(root: MapNode): void {
    const has = (field: string) => valueFor(root, field) !== undefined;
    for (const [fields, names] of effects) {
      const entry = fields.find(has);
      if (entry !== undefined) this.ownWrites.push({ write: { names }, into: undefined, entry });
    }
    // These entries or their files specify the fields that they write.
    const free = ['transformers', 'configurations'].find(has) ?? (labelFields(root) ? 'labels' : undefined);
    if (free !== undefined) this.ownWrites.push({ write: anything, into: undefined, entry: free });
    if (has('transformers')) this.#turn('turned', undefined, 'transformers');
  }

  #turn(write: BuildTurn, into: ResourceSelector | undefined, entry: string): void {
    this.ownWrites.push({ write, into, entry });
  }
}

/**
 * The fields that transformers write in addition; from the default configurations of Kustomize
 * (`api/internal/konfig/builtinpluginconsts`).
 */
const effects: readonly (readonly [fields: readonly string[], names: readonly string[]])[] = [
  [
    ['labels', 'commonLabels', 'buildMetadata'],
    ['metadata', 'labels', 'matchLabels', 'selector', 'labelSelector', 'podSelector', 'annotations'],
  ],
  [['commonAnnotations'], ['metadata', 'annotations']],
  [
    ['namespace', 'namePrefix', 'nameSuffix'],
    ['metadata', 'namespace', 'subjects', 'name', 'annotations'],
  ],
  [['replicas'], ['replicas']],
  [['images', 'imageTags'], ['image']],
];

function labelFields(root: MapNode): boolean {
  return mapsAt(root, 'labels[]').some(({ node }) => valueFor(node, 'fields') !== undefined);
}

/** The possible effect of a write at a path on the identity of a resource. */
function turnAt([first, second]: readonly string[]): BuildTurn | undefined {
  if (first === undefined || first === 'apiVersion' || first === 'kind') return 'turned';
  if (first !== 'metadata') return undefined;
  return second === undefined || second === 'name' || second === 'namespace' ? 'renamed' : undefined;
}

/** Whether a write repeats what the selector of its resources requires: the same version, or the same kind. */
function writesWhatIsThere(
  [first, ...more]: readonly string[],
  value: Node | undefined,
  into: ResourceSelector | undefined,
): boolean {
  const text = value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
  if (text === undefined || into === undefined || more.length > 0) return false;
  if (first === 'kind') return text === into.kind;
  return first === 'apiVersion' && into.hasGroup && into.version !== '' && text === formatGroupVersion(into);
}

/** A strategic merge patch selects the resource that it names. */
export function ownSelector(root: MapNode): ResourceSelector {
  const metadata = mapFor(root, 'metadata');
  const id = readSelector(root, false);
  return metadata === undefined
    ? id
    : { ...id, name: stringFor(metadata, 'name') ?? '', namespace: stringFor(metadata, 'namespace') ?? '' };
}

/** The documents of a text; undefined if one is unreadable. */
export function documentsIn(text: string): readonly Node[] | undefined {
  const { documents } = readManifest(text);
  const roots = documents.flatMap(({ root, problems }) => (root !== undefined && problems.length === 0 ? [root] : []));
  return roots.length === documents.length ? roots : undefined;
}

/** A replacement wrapped as the only entry of a kustomization. */
export function wrappedReplacement(node: MapNode): MapNode['entries'][number] {
  const span = { start: node.start, end: node.end };
  return { key: 'replacements', keySpan: span, value: { kind: 'list', items: [node], flow: false, ...span } };
}
