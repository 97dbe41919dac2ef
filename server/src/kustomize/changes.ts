import table from '../../data/authored/kustomize.json' with { type: 'json' };
import { entryFor, type MapNode, mapFor, type Node, stringFor, valueFor } from '../manifest/node.ts';
import { mapsAt, nodesAt } from '../manifest/nodesAt.ts';
import { type FieldPath, formatPath } from '../text/fieldPath.ts';
import { memoizeWeakly } from '../text/memoize.ts';
import type { Assembled, AssembledResource } from './assembled.ts';
import type { Change, ChangedValue } from './change.ts';
import { type FillOrigin, filledRoot } from './fill.ts';
import { imageEffect } from './imageValues.ts';
import { operationsOf } from './jsonPatchOperations.ts';
import { labelWrites } from './labelWrites.ts';
import { documentsIn, type LayerFiles, ownSelector, type ReadDocuments } from './layerWrites.ts';
import { matchWithLabels } from './matchWithLabels.ts';
import { type Effect, lessCertain, mergeEffect, operationEffect } from './patchEffect.ts';
import { type PatchWrites, writesOfMerge, writesOfOperation } from './patchWrites.ts';
import { type ResourceSelector, readSelector } from './resourceSelector.ts';
import type { Applier } from './substitutions.ts';
import type { WrittenResource } from './writtenResource.ts';

/** A change of resources by a kustomization. */
interface LayerChange {
  /** Undefined for all. */
  readonly into: ResourceSelector | undefined;
  readonly at: (changed: ChangedValue) => Effect;
  /** Whether its result is unknown. */
  readonly opens?: true;
  /** Its certain effect on a matching resource, if known. */
  readonly writes?: (root: MapNode) => PatchWrites;
  /** The place of a path of its patch; undefined if unknown. */
  readonly origin?: OriginOf | undefined;
  /** The file with the selector, unless that is the patch. */
  readonly selectedIn?: string | undefined;
}

/** The place of a path in a patch. */
type OriginOf = (at: FieldPath) => FillOrigin;

/** The files of the kustomization; undefined for the fields of other objects. */
type PatchFiles = Pick<LayerFiles, 'file' | 'at'> | undefined;

/** The changes of a kustomization to its resources. */
export type LayerChanges = (resource: AssembledResource) => readonly Change[];

/** The resources of a kustomization. */
export type Layer = Pick<Assembled, 'resources' | 'isComplete'>;

/** Changes a resource as a kustomization does before it writes images and replacements. */
export function layerChanges(root: Node, layer: Layer, files: LayerFiles): (resource: WrittenResource) => void {
  const all = root.kind === 'map' ? changesIn(root, layer, files.read, files) : [];
  return (resource) => {
    const before = resource.now();
    for (const { into, at, opens, writes, origin, selectedIn } of all) {
      const match = into === undefined ? 'yes' : matchWithLabels(into, before);
      if (match === 'no') continue;
      resource.select(into, selectedIn ?? origin?.(undefined).file);
      resource.note(match === 'yes' ? at : (changed) => lessCertain(at(changed), 'may'));
      if (opens === true || (writes !== undefined && match !== 'yes')) resource.open();
      const { root: from, fills } = resource.now();
      if (from !== undefined && writes !== undefined)
        write(resource, writes(filledRoot(from, fills)), match === 'yes', origin);
    }
  };
}

function write(
  resource: WrittenResource,
  { values, moved, read, isWhole, isHarmless }: PatchWrites,
  isCertain: boolean,
  origin: OriginOf | undefined,
): void {
  for (const { steps, value, at, built } of isCertain ? values : []) {
    const isElsewhere = resource.now().moved.some((list) => list.every((step, index) => step === steps[index]));
    if (isElsewhere) resource.open();
    else resource.fill({ steps, value, by: isHarmless === true ? undefined : origin?.(at), built });
  }
  if (!isWhole) resource.open();
  for (const list of moved) resource.move(list);
  for (const steps of read) resource.read(steps);
}

/** The changes of a kustomization in the last phase. */
export function laterChanges(root: Node, read: ReadDocuments): LayerChanges {
  return changesBy(root.kind === 'map' ? changesBehind(root, read) : []);
}

function changesBy(all: readonly LayerChange[]): LayerChanges {
  return (resource) =>
    all.flatMap(({ into, at }) => {
      const match = into === undefined ? 'yes' : matchWithLabels(into, resource);
      if (match === 'no') return [];
      return [match === 'yes' ? at : (changed: ChangedValue) => lessCertain(at(changed), 'may')];
    });
}

/** The changes that an object makes to the output of the folder it applies. One object may apply many files. */
export const appliedChanges = memoizeWeakly(({ kustomization, components, plugin }: Applier): LayerChanges => {
  if (plugin !== undefined) return () => [anything];
  if (kustomization === undefined) return () => [];
  const changes = changesBy(changesIn(kustomization, { resources: [], isComplete: false }, () => undefined));
  const images = textsAt(kustomization, 'images[].name');
  const imageEffects = images.map((name) => (changed: ChangedValue) => imageEffect(name, changed));
  const others = components.length === 0 ? [] : [anything];
  return (resource) => [...changes(resource), ...imageEffects, ...others];
});

/** Resources that their build is not the last to change. @param changes the further changes of a resource. */
export function withChanges(
  resources: readonly AssembledResource[] | undefined,
  changes: LayerChanges,
): readonly AssembledResource[] | undefined {
  return resources?.map((resource) => ({
    ...resource,
    changes: [...resource.changes, ...changes(resource)],
    isOpen: true,
  }));
}

const anything = (): Effect => 'may';

function changesIn(root: MapNode, layer: Layer, read: ReadDocuments, files?: PatchFiles): readonly LayerChange[] {
  const changes: LayerChange[] = [];
  for (const field of ['patches[]', 'patchesJson6902[]']) {
    for (const { node, path: entry } of mapsAt(root, field)) {
      const target = mapFor(node, 'target');
      const inline = stringFor(node, 'patch');
      const path = stringFor(node, 'path') ?? '';
      const documents = inline === undefined ? read(path) : documentsIn(inline);
      const into = target === undefined ? undefined : readSelector(target, true);
      const origins = inline === undefined ? inFile(files, path) : inlineAt(files, `${formatPath(entry)}.patch`);
      const made = patchChanges(documents, into, origins, valueFor(node, 'options') !== undefined);
      changes.push(...(into === undefined ? made : made.map((change) => ({ ...change, selectedIn: files?.file }))));
    }
  }
  for (const { node, path: entry } of nodesAt(root, 'patchesStrategicMerge[]')) {
    if (node.kind !== 'scalar') continue;
    const text = String(node.value);
    const isInline = /[\n{]/.test(text);
    const origins = isInline ? inlineAt(files, formatPath(entry)) : inFile(files, text);
    changes.push(...patchChanges(isInline ? documentsIn(text) : read(text), undefined, origins));
  }
  // Flux has them as objects.
  for (const { node } of mapsAt(root, 'patchesStrategicMerge[]'))
    changes.push(...patchChanges([node], undefined, undefined));
  changes.push(...transformerChanges(root, layer));
  if (files !== undefined && ['labels', 'commonLabels'].some((field) => valueFor(root, field) !== undefined)) {
    const { file } = files;
    const origin: OriginOf = (at) => ({ file, path: formatPath(at) });
    changes.push({ into: undefined, at: () => 'none', writes: labelWrites(root), origin });
  }
  return changes;
}

/** The final changes. With a configuration of variable fields, it changes nothing itself. */
function changesBehind(root: MapNode, read: ReadDocuments): readonly LayerChange[] {
  const changes: LayerChange[] = [];
  for (const path of textsAt(root, 'configurations[]')) {
    const fields = read(path)?.flatMap((document) => fieldSpecs(document));
    changes.push({
      into: undefined,
      at: ({ steps }) => {
        const names = steps.filter((step) => !/^\d+$/.test(step)).join('/');
        return fields?.includes(names) === false ? 'none' : 'may';
      },
    });
  }
  if (valueFor(root, 'transformers') !== undefined) changes.push({ into: undefined, at: anything });
  return changes;
}

/** The place of a path in each document of a patch. */
type OriginsOf = ((document: number) => OriginOf) | undefined;

function inFile(files: PatchFiles, path: string): OriginsOf {
  if (files === undefined) return undefined;
  const file = files.at(path);
  return (document) => (at) => ({ file, document, path: formatPath(at), isPatch: true });
}

function inlineAt(files: PatchFiles, path: string): OriginsOf {
  if (files === undefined) return undefined;
  const { file } = files;
  return () => () => ({ file, path, isPatch: true });
}

/** @param renames whether options of the patch may allow it to rename the object. */
function patchChanges(
  documents: readonly Node[] | undefined,
  target: ResourceSelector | undefined,
  origins: OriginsOf,
  renames = false,
): readonly LayerChange[] {
  if (documents === undefined) return [{ into: target, at: anything, opens: true }];
  return documents.flatMap((document, index): readonly LayerChange[] => {
    const origin = origins?.(index);
    if (document.kind === 'map') {
      const patch = renames ? document : withoutIdentity(document);
      const at: LayerChange['at'] = ({ root, steps }) => mergeEffect(patch, root, steps);
      return [{ into: target ?? ownSelector(document), at, writes: (root) => writesOfMerge(patch, root), origin }];
    }
    if (document.kind !== 'list') return [];
    return operationsOf(document, undefined).flatMap((operation): readonly LayerChange[] => {
      const { op, path, from } = operation;
      const [at, away] = [path, from].map((pointer) => pointer?.segments.map(({ name }) => name) ?? []);
      const writes: LayerChange['writes'] = (root) => writesOfOperation(operation, root);
      const operationChange: LayerChange = {
        into: target,
        at: ({ steps }) => operationEffect(op, at ?? [], steps),
        writes,
        origin,
      };
      if (op !== 'move') return [operationChange];
      const removal: LayerChange = {
        into: target,
        at: ({ steps }) => operationEffect('remove', away ?? [], steps),
        opens: true,
      };
      return [removal, operationChange];
    });
  });
}

/**
 * A strategic merge patch without its identity: Kustomize keeps that of the object
 * (`api/internal/builtins/PatchTransformer.go`, transformStrategicMerge).
 */
function withoutIdentity(patch: MapNode): MapNode {
  const without = (map: MapNode, keys: readonly string[]): MapNode => ({
    ...map,
    entries: map.entries.filter(({ key }) => !keys.includes(key)),
  });
  const { entries } = without(patch, ['apiVersion', 'kind']);
  return {
    ...patch,
    entries: entries.map((entry) =>
      entry.key === 'metadata' && entry.value.kind === 'map'
        ? { ...entry, value: without(entry.value, ['name', 'namespace']) }
        : entry,
    ),
  };
}

/** The changes of a kustomization's fields that select no resources. */
function transformerChanges(root: MapNode, layer: Layer): readonly LayerChange[] {
  const all = (at: LayerChange['at']): LayerChange => ({ into: undefined, at });
  const has = (field: string) => (stringFor(root, field) ?? '') !== '';
  const changes: LayerChange[] = [all(annotationEffect)];
  if (has('namespace')) changes.push(all((changed) => namespaceEffect(changed, layer)));
  if (has('namePrefix') || has('nameSuffix')) changes.push(all(nameEffect));
  for (const pairs of [...valuesAt(root, 'commonLabels'), ...valuesAt(root, 'labels[].pairs')]) {
    changes.push(all((changed) => pairsEffect(pairs, table.labelFields, changed)));
  }
  const selecting = mapsAt(root, 'labels[]').filter(({ node }) => valueFor(node, 'includeSelectors') !== undefined);
  for (const pairs of [
    ...valuesAt(root, 'commonLabels'),
    ...selecting.flatMap(({ node }) => valuesAt(node, 'pairs')),
  ]) {
    if (pairs.kind === 'map' && pairs.entries.length > 0) changes.push(all(selectorEffect));
  }
  for (const { node } of nodesAt(root, 'commonAnnotations')) {
    changes.push(all((changed) => pairsEffect(node, table.annotationFields, changed)));
  }
  for (const field of ['labels', 'annotations']) {
    for (const { node } of nodesAt(root, `commonMetadata.${field}`)) changes.push(all(metadataEffect(node, field)));
  }
  if (mapsAt(root, 'labels[]').some(({ node }) => valueFor(node, 'fields') !== undefined)) changes.push(all(anything));
  for (const { node } of mapsAt(root, 'replicas[]')) {
    const name = stringFor(node, 'name') ?? '';
    changes.push({
      into: { ...everything, name },
      at: ({ steps }) => (steps.join('.') === table.replicasField ? 'surely' : 'none'),
    });
  }
  return changes;
}

const everything: ResourceSelector = readSelector({ kind: 'map', entries: [], flow: true, start: 0, end: 0 }, false);

/** Every build adds origin annotations, and writes all annotations as text. */
export function annotationEffect({ steps, node }: Pick<ChangedValue, 'steps' | 'node'>): Effect {
  const [first, second] = steps;
  const isOne = first === 'metadata' && steps.length === 3 && table.annotationFields.includes(second ?? '');
  return isOne && node?.kind === 'scalar' && node.value !== null && typeof node.value !== 'string' ? 'surely' : 'none';
}

function namespaceEffect({ apiVersion, kind, steps, message, root }: ChangedValue, layer: Layer): Effect {
  const { field, named, subjects } = table.namespace;
  const path = steps.join('.');
  if (path === field) return 'surely';
  if (kind === named.kind && apiVersion === named.apiVersion) {
    if (path === named.field) return 'surely';
    const metadata = mapFor(root, 'metadata');
    const name = metadata === undefined ? undefined : stringFor(metadata, 'name');
    // A server makes a label of the name.
    if (path === named.labels && message.includes(JSON.stringify(name ?? ''))) return 'surely';
  }
  const [list, index, last] = steps;
  if (list === subjects.field && last === 'namespace') {
    return subjectEffect(mapsAt(root, `${list}[]`)[Number(index)]?.node, layer);
  }
  return steps.at(-1) === 'namespace' ? 'may' : 'none';
}

/** A subject gets the namespace of the account it names: Kustomize compares only names, for any kind of subject. */
function subjectEffect(subject: MapNode | undefined, { resources, isComplete }: Layer): Effect {
  const { account, always } = table.namespace.subjects;
  const name = subject === undefined ? undefined : stringFor(subject, 'name');
  if (subject === undefined || name === undefined) return 'may';
  if (name === always && stringFor(subject, 'kind') === account) return 'surely';
  if (resources.some(({ kind, names }) => kind === account && names.includes(name))) return 'surely';
  return isComplete && resources.every(({ may }) => may === undefined) ? 'none' : 'may';
}

/**
 * Fields with references to names end in `name` or `Name`; `hostname` is none.
 *
 * Source: `api/internal/konfig/builtinpluginconsts/namereference.go` of sigs.k8s.io/kustomize.
 */
function nameEffect({ kind, steps }: ChangedValue): Effect {
  if (steps.join('.') === 'metadata.name') return table.keptNames.includes(kind) ? 'none' : 'may';
  const last = steps.at(-1) ?? '';
  const holder = steps.findLast((step, index) => index < steps.length - 1 && !/^\d+$/.test(step)) ?? '';
  return /(?:^n|N)ame$/.test(last) && !/containers$/i.test(holder) ? 'may' : 'none';
}

/** Labels and annotations are merged with the existing ones, which keep their errors. */
function pairsEffect(pairs: Node, fields: readonly string[], { steps, node, message }: ChangedValue): Effect {
  const at = steps.findLastIndex((step) => fields.includes(step));
  if (at < 0) return 'none';
  if (pairs.kind !== 'map') return 'may';
  const written = steps[at + 1];
  if (written !== undefined && !fields.includes(written))
    return entryFor(pairs, written) === undefined ? 'none' : 'surely';
  if (node?.kind !== 'map') return 'may';
  if (!pairs.entries.some(({ key }) => entryFor(node, key) !== undefined)) return 'none';
  // An error in one of several is reported at all of them, and the message names its key, which stays, or its value.
  const isQuoted = (text: unknown) => typeof text === 'string' && message.includes(JSON.stringify(text));
  if (node.entries.some(({ key }) => isQuoted(key))) return 'may';
  const wrong = node.entries.filter(({ value }) => value.kind === 'scalar' && isQuoted(value.value));
  if (wrong.length === 0) return 'may';
  const replaced = wrong.filter(({ key }) => entryFor(pairs, key) !== undefined);
  return replaced.length === wrong.length ? 'surely' : 'none';
}

/** Flux adds labels and annotations to the metadata of what it applies, not to nested metadata. */
function metadataEffect(pairs: Node, field: string): LayerChange['at'] {
  return (changed) =>
    changed.steps[0] === 'metadata' && changed.steps[1] === field ? pairsEffect(pairs, [field], changed) : 'none';
}

/** Labels for selectors create a missing selector, with the labels that it matches. */
function selectorEffect({ root, kind, steps, node, message }: ChangedValue): Effect {
  const { kinds, fields } = table.createdSelectors;
  if (!kinds.includes(kind) || !fields.includes(steps.join('.'))) return 'none';
  // Labels that no selector matches are refused as a whole.
  const isUnselected = nodesAt(root, 'spec.selector').length === 0 && message.includes('Invalid value: {');
  return node === undefined || isUnselected ? 'surely' : 'none';
}

/** The paths of the fields that a configuration of transformers names, without marks of lists. */
function fieldSpecs(node: Node): readonly string[] {
  if (node.kind === 'list') return node.items.flatMap(fieldSpecs);
  if (node.kind !== 'map') return [];
  return node.entries.flatMap(({ key, value }) =>
    key === 'varReference'
      ? []
      : key === 'path' && value.kind === 'scalar'
        ? [String(value.value).replaceAll('[]', '')]
        : fieldSpecs(value),
  );
}

function valuesAt(root: Node, path: string): readonly Node[] {
  return nodesAt(root, path).map(({ node }) => node);
}

function textsAt(root: Node, path: string): readonly string[] {
  return nodesAt(root, path).flatMap(({ node }) => (node.kind === 'scalar' ? [String(node.value)] : []));
}
