import table from '../../../data/authored/kustomize.json' with { type: 'json' };
import type { ApiSurface } from '../../catalog/surface.ts';
import { dnsLabel } from '../../formats/dns.ts';
import { labelValue, qualifiedName } from '../../formats/label.ts';
import type { AssembledResource } from '../../kustomize/assembled.ts';
import { applierForm } from '../../kustomize/substitutions.ts';
import { entryFor, type MapNode, stringFor, valueFor } from '../../manifest/node.ts';
import { mapsAt, type NodeAtPath, nodesAt } from '../../manifest/nodesAt.ts';
import { hasPlaceholder } from '../../manifest/read/placeholder.ts';
import { fieldOf, formatPath } from '../../text/fieldPath.ts';
import type { Span } from '../../text/span.ts';

/** A value with its position, and the server's message for objects with it. */
export interface RefusedValue {
  readonly path: string;
  readonly span: Span;
  readonly message: string;
}

/** A value that a server refuses in some of the objects that it may be written into. */
export interface WrittenValue extends Omit<RefusedValue, 'message'> {
  /** The server's message for a resource with the value; undefined if it is accepted. */
  readonly messageFor: (resource: AssembledResource, surface: ApiSurface) => string | undefined;
}

/**
 * The values of a kustomization that a server refuses in the resources they are written to. Placeholders are skipped.
 */
export function refusedOfKustomization(root: MapNode): readonly WrittenValue[] {
  const everywhere = [
    ...['commonLabels', 'labels[].pairs'].flatMap((field) => wrongLabels(root, field)),
    ...wrongAnnotations(root, 'commonAnnotations'),
  ];
  return [
    ...wrongNamespace(root),
    ...everywhere.map(({ message, ...at }) => ({ ...at, messageFor: () => message })),
    ...wrongReplicas(root),
  ];
}

/** The values in a Flux Kustomization that its controller writes into every object, and the server refuses. */
export function refusedOfApplier(root: MapNode): readonly RefusedValue[] {
  const form = applierForm(root);
  if (form === undefined) return [];
  const { namespace, labels, annotations } = form.writes;
  const namespaces = nodesAt(root, namespace).flatMap((placed): readonly RefusedValue[] => {
    const { node } = placed;
    const text = node.kind === 'scalar' && typeof node.value === 'string' ? node.value : '';
    const problems = text === '' || hasPlaceholder(text) ? [] : dnsLabel(text);
    return problems.length === 0 ? [] : [at(placed, invalid('metadata.namespace', text, problems))];
  });
  return [...namespaces, ...wrongLabels(root, labels), ...wrongAnnotations(root, annotations)];
}

function wrongNamespace(root: MapNode): readonly WrittenValue[] {
  const node = valueFor(root, 'namespace');
  const text = stringFor(root, 'namespace') ?? '';
  const problems = text === '' || hasPlaceholder(text) ? [] : dnsLabel(text);
  if (node === undefined || problems.length === 0) return [];
  const { field, named } = table.namespace;
  const messageFor = ({ group, version, kind }: AssembledResource, surface: ApiSurface) => {
    const availability = surface.availability({ group, version, kind });
    if (availability.state !== 'served') return undefined;
    if (availability.resource.namespaced) return invalid(field, text, problems);
    return group === '' && kind === named.kind ? invalid(named.field, text, problems) : undefined;
  };
  return [{ path: 'namespace', span: node, messageFor }];
}

function wrongReplicas(root: MapNode): readonly WrittenValue[] {
  return mapsAt(root, 'replicas[]').flatMap(({ node, path }): readonly WrittenValue[] => {
    const count = valueFor(node, 'count');
    const name = stringFor(node, 'name');
    if (count?.kind !== 'scalar' || typeof count.value !== 'number' || count.value >= 0 || name === undefined)
      return [];
    const message = `${table.replicasField}: Invalid value: ${count.value}: must be greater than or equal to 0`;
    const { kinds } = table.replicated;
    const messageFor = (assembledResource: AssembledResource) =>
      kinds.includes(assembledResource.kind) && assembledResource.names.includes(name) ? message : undefined;
    return [{ path: formatPath(fieldOf(path, 'count')), span: count, messageFor }];
  });
}

function wrongLabels(root: MapNode, field: string): readonly RefusedValue[] {
  return wrongPairs(root, field, (key, value) => {
    const inKey = qualifiedName(key);
    if (inKey.length > 0) return invalid('metadata.labels', key, inKey);
    const inValue = labelValue(value);
    return inValue.length > 0 ? invalid('metadata.labels', value, inValue) : undefined;
  });
}

function wrongAnnotations(root: MapNode, field: string): readonly RefusedValue[] {
  return wrongPairs(root, field, (key) => {
    const problems = qualifiedName(key.toLowerCase());
    return problems.length > 0 ? invalid('metadata.annotations', key, problems) : undefined;
  });
}

function wrongPairs(
  root: MapNode,
  field: string,
  messageOf: (key: string, value: string) => string | undefined,
): readonly RefusedValue[] {
  return mapsAt(root, field).flatMap(({ node: pairs, path }) =>
    pairs.entries.flatMap(({ key, value: node }): readonly RefusedValue[] => {
      const text = node.kind === 'scalar' && typeof node.value === 'string' ? node.value : '';
      const message = hasPlaceholder(key + text) ? undefined : messageOf(key, text);
      const position = { node: entryFor(pairs, key)?.keySpan ?? node, path: fieldOf(path, key) };
      return message === undefined ? [] : [at(position, message)];
    }),
  );
}

function at(
  { node: { start, end }, path }: { readonly node: Span } & Pick<NodeAtPath, 'path'>,
  message: string,
): RefusedValue {
  return { path: formatPath(path), span: { start, end }, message };
}

function invalid(field: string, value: string, problems: readonly string[]): string {
  return `${field}: Invalid value: ${JSON.stringify(value)}: ${problems.join(', ')}`;
}
