import table from '../../data/authored/embedded.json' with { type: 'json' };
import { type HelmRelease, type HelmReleaseRead, readHelmRelease } from '../formats/helmRelease.ts';
import type { Resource } from '../manifest/manifest.ts';
import { type MapEntry, type MapNode, mapFor, type Node, type ScalarNode, stringFor } from '../manifest/node.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { resourceAt } from '../manifest/resources/resourceAt.ts';
import type { Span } from '../text/span.ts';

const facts = table.helmReleases;

/** Unpacking is the most expensive step for a Secret, and several callers need it. */
const known = new WeakMap<Node, HelmReleaseRead>();

/** A Helm release in a Secret or ConfigMap, with the span of its field. */
export interface StoredHelmRelease {
  readonly read: HelmReleaseRead;
  readonly node: ScalarNode;
  /** `data.release`. */
  readonly path: string;
  readonly inSecretData: boolean;
}

/** Whether a text may contain an object that stores a release: a search for words. */
export function mayStoreHelmRelease(text: string): boolean {
  return text.includes(facts.secretType) || text.includes(facts.namePrefix);
}

/** The release that an object stores; undefined if it stores none. */
export function storedHelmRelease({ root, kind, apiVersion }: Resource): StoredHelmRelease | undefined {
  if (apiVersion !== 'v1' || (kind !== 'Secret' && kind !== 'ConfigMap') || !isKeptByHelm(root, kind)) return undefined;
  for (const fields of kind === 'Secret' ? ['data', 'stringData'] : ['data']) {
    const map = mapFor(root, fields);
    const node = map?.entries.findLast(({ key }) => key === facts.field)?.value;
    if (node?.kind !== 'scalar' || typeof node.value !== 'string') continue;
    const inSecretData = kind === 'Secret' && fields === 'data';
    const path = `${fields}.${facts.field}`;
    const read = known.get(node) ?? readHelmRelease(node.value, inSecretData);
    known.set(node, read);
    return { read, node, path, inSecretData };
  }
  return undefined;
}

/**
 * The objects of a stored release, at the span of the whole release, since packed content has no positions. Only their
 * API and name are included, because releases contain secrets. Superseded releases have none.
 */
export function resourcesOfRelease(resource: Resource): readonly Resource[] {
  const kept = currentRelease(resource);
  if (kept === undefined) return [];
  const { release } = kept;
  const { start, end } = kept.node;
  const at = { start, end };
  const below = resource.item === undefined ? kept.path : `${resource.item}.${kept.path}`;
  const texts = [release.manifest, ...release.hooks];
  return texts.flatMap((text, index) => objectsOf(text, at, { ...kept, resource, release, below, index }));
}

/** A release that Helm has not superseded. */
export interface CurrentRelease extends Omit<StoredHelmRelease, 'read'> {
  readonly release: HelmRelease;
}

/** The current release that an object stores; undefined if it stores none, is unreadable or is superseded. */
export function currentRelease(resource: Resource): CurrentRelease | undefined {
  const kept = storedHelmRelease(resource);
  if (kept?.read.ok !== true || facts.pastStatuses.includes(kept.read.release.status ?? '')) return undefined;
  const { read, ...text } = kept;
  return { ...text, release: read.release };
}

interface Holder extends CurrentRelease {
  readonly resource: Resource;
  readonly below: string;
  /** 0 for the manifest, from 1 on for hooks. */
  readonly index: number;
}

function objectsOf(text: string, at: Span, { resource, release, below, index }: Holder): readonly Resource[] {
  const path = index === 0 ? 'manifest' : `hooks[${index - 1}]`;
  return readManifest(text).documents.flatMap(({ root, index: number }): readonly Resource[] => {
    const shown = root?.kind === 'map' ? outlineOf(root, at) : undefined;
    const found = shown && resourceAt(shown, resource.document, `${below}.${path}[${number}]`);
    if (found === undefined) return [];
    const { name, revision } = release;
    return [{ ...found, partial: true, escaped: true, embedded: 'sent', release: { name, revision } }];
  });
}

/** The identifying fields of an object, all at one span. */
function outlineOf(root: MapNode, at: Span): MapNode {
  const text = (map: MapNode, key: string): readonly MapEntry[] => {
    const value = stringFor(map, key);
    const node: Node = { kind: 'scalar', value: value ?? null, style: 'plain', ...at };
    return value === undefined ? [] : [{ key, keySpan: at, value: node }];
  };
  const mapNode = mapFor(root, 'metadata');
  const named = mapNode === undefined ? [] : [...text(mapNode, 'name'), ...text(mapNode, 'namespace')];
  const metadata: MapNode = { kind: 'map', entries: named, flow: false, ...at };
  const entries = [
    ...text(root, 'apiVersion'),
    ...text(root, 'kind'),
    { key: 'metadata', keySpan: at, value: metadata },
  ];
  return { kind: 'map', entries, flow: false, ...at };
}

function isKeptByHelm(root: MapNode, kind: string): boolean {
  if (kind === 'Secret' && stringFor(root, 'type') === facts.secretType) return true;
  const metadata = mapFor(root, 'metadata');
  const labels = metadata && mapFor(metadata, 'labels');
  if (metadata === undefined || labels === undefined || stringFor(labels, facts.label) !== facts.owner) return false;
  return stringFor(metadata, 'name')?.startsWith(facts.namePrefix) === true;
}
