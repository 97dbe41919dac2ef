import type { FileContext } from '../kustomize/fileContext.ts';
import { inlinePatches, patchesIn } from '../kustomize/patches.ts';
import type { Resource } from '../manifest/manifest.ts';
import { type MapNode, mapFor, type Node, type ScalarNode, stringFor, valueFor } from '../manifest/node.ts';
import { nodesAt } from '../manifest/nodesAt.ts';
import { hasPlaceholder } from '../manifest/read/placeholder.ts';
import { readEscaped } from '../manifest/read/readEscaped.ts';
import { readYamlIn } from '../manifest/read/readScalar.ts';
import { toolFileOf } from '../manifest/resources/notResource.ts';
import { resourceAt } from '../manifest/resources/resourceAt.ts';
import { formatGroupVersion, parseGroupVersion } from '../targets/groupVersion.ts';
import { fieldOf, formatPath } from '../text/fieldPath.ts';
import { resourcesOfRelease } from './helmReleases.ts';
import { type HolderField, holdersOf, mayHoldObjects, secretTemplate } from './holders.ts';

/** The maximum nesting of embedded objects. */
const deepest = 4;

/**
 * The objects embedded in known fields of a resource, recursively, at their positions: spans refer to `text`, `item` is
 * the path in the document.
 */
export function embeddedInResource(resource: Resource, text: string, depth = 0): readonly Resource[] {
  if (resource.partial !== undefined || depth === deepest) return [];
  if (depth === 0 && (resource.kind === 'Secret' || resource.kind === 'ConfigMap')) {
    const released = resourcesOfRelease(resource);
    if (released.length > 0) return released;
  }
  if (!mayHoldObjects(resource.kind)) return [];
  const { group } = parseGroupVersion(resource.apiVersion) ?? {};
  if (group === undefined) return [];
  const embedded = embeddedAt(resource.root, holdersOf(`${resource.kind}.${group}`), {
    text,
    document: resource.document,
    item: resource.item,
    isTemplate: resource.part?.isTemplate === true,
  });
  return embedded.flatMap((item) => [item, ...embeddedInResource(item, text, depth + 1)]);
}

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** The object in kubectl's last-applied annotation. It is not sent: the next `kubectl apply` compares with it. */
export function lastAppliedOf(resource: Resource, text: string): readonly Resource[] {
  const { root, document, item: outerItem, part } = resource;
  const annotations = mapFor(mapFor(root, 'metadata') ?? root, 'annotations');
  const noted = annotations && valueFor(annotations, lastApplied);
  if (noted?.kind !== 'scalar') return [];
  const below = formatPath(fieldOf(fieldOf(fieldOf(undefined, 'metadata'), 'annotations'), lastApplied));
  const item = outerItem === undefined ? below : `${outerItem}.${below}`;
  const isTemplate = part?.isTemplate === true;
  return inText(noted, true, { text, document, item, isTemplate }).map(
    (element): Resource => ({ ...element, embedded: 'data' }),
  );
}

/** The patches that a kustomization holds. */
export function embeddedInKustomization(
  root: Node,
  document: number,
  text: string,
  { patched }: FileContext,
): readonly Resource[] {
  const host = { text, document, item: undefined, isTemplate: false, patched };
  return embeddedAt(root, holdersOf('Kustomization'), host);
}

interface Host {
  readonly text: string;
  readonly document: number;
  readonly item: string | undefined;
  /** Template statements in its comments are evaluated; its texts are literal. */
  readonly isTemplate: boolean;
  /** What its patches are applied to, if known. */
  readonly patched?: FileContext['patched'];
}

function embeddedAt(root: Node, holders: readonly HolderField[], host: Host): readonly Resource[] {
  return holders.flatMap((holder) =>
    nodesAt(root, holder.path).flatMap(({ node, path }) => {
      const below = formatPath(path);
      const item = host.item === undefined ? below : `${host.item}.${below}`;
      return heldBy(holder, node, { ...host, item }).map(
        (resource): Resource => ({ ...resource, embedded: holder.isData ? 'data' : 'sent' }),
      );
    }),
  );
}

function heldBy({ holds, complete }: HolderField, node: Node, host: Host): readonly Resource[] {
  switch (holds) {
    case 'patch':
      return node.kind === 'map' ? inlinePatches(node, { ...host, item: `${host.item}.patch` }) : [];
    case 'merge-patch':
      return patchesIn(node, undefined, host);
    case 'secret-template':
      return node.kind === 'map' ? [secretOf(node, host)] : [];
    case 'text':
      return node.kind === 'scalar' ? inText(node, complete, host) : [];
    default:
      return node.kind === 'map' ? object(node, complete, host) : [];
  }
}

/** The manifests in a string. Most strings contain none and are not read. */
function inText(node: ScalarNode, complete: boolean, host: Host): readonly Resource[] {
  if (typeof node.value !== 'string') return [];
  // The lines of a literal block are a contiguous part of the text, so a search needs no copy.
  const lines = node.style === 'literal' ? host.text.slice(node.start, node.end) : node.value;
  if (!/apiVersion["']?:/.test(lines) || !/kind["']?:/.test(lines)) return [];
  const plain = readYamlIn(host.text, node);
  const documents = plain ?? readEscaped(host.text, node) ?? [];
  return documents.flatMap(({ root, problems }, index) =>
    root?.kind === 'map' && problems.length === 0
      ? object(root, complete, {
          ...host,
          isTemplate: false,
          item: documents.length === 1 ? host.item : `${host.item}[${index}]`,
        }).map((resource): Resource => (plain === undefined ? { ...resource, escaped: true } : resource))
      : [],
  );
}

function object(root: MapNode, complete: boolean, { text, document, item, isTemplate }: Host): readonly Resource[] {
  const resource = resourceAt(root, document, item);
  if (resource === undefined || hasPlaceholder(resource.apiVersion) || hasPlaceholder(resource.kind)) return [];
  if (resource.kind.endsWith('List') || toolFileOf(resource.apiVersion, resource.kind) !== undefined) return [];
  if (isTemplate) return [{ ...resource, part: { isTemplate } }];
  const whole = complete && !hasPlaceholder(text.slice(root.start, root.end));
  return [whole ? resource : { ...resource, part: {} }];
}

/** The template of a secret has no apiVersion and kind, and its data values are templates themselves. */
function secretOf(node: MapNode, { document, item }: Host): Resource {
  const { fields, group = '', version = '', kind } = secretTemplate;
  const entries = node.entries.filter(({ key }) => fields.includes(key));
  const root: MapNode = { ...node, entries };
  const span = entries[0]?.keySpan ?? { start: node.start, end: node.end };
  return {
    document,
    item,
    root,
    apiVersion: formatGroupVersion({ group, version }),
    kind,
    apiVersionSpan: span,
    kindSpan: span,
    namespace: undefined,
    name: stringFor(root, 'name'),
    part: { of: secretTemplate },
  };
}
