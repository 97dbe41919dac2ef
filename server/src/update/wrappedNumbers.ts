import type { ApiType, FieldType } from '../catalog/types.ts';
import type { Finding } from '../finding.ts';
import { isWholeNumber } from '../formats/wholeNumber.ts';
import type { Resource } from '../manifest/manifest.ts';
import type { MapNode, Node, ScalarNode } from '../manifest/node.ts';
import { entryOf, type FieldPath, fieldOf, formatPath, itemOf } from '../text/fieldPath.ts';

/** A resource as a server-side apply reads it, with a finding for each number that it changes. */
export interface WrappedNumbers {
  readonly resource: Resource;
  readonly findings: readonly Finding[];
}

/**
 * A built-in resource as a server-side apply to a stored object reads it. The conversion of merged values to Go types
 * ignores overflow (`fromUnstructured`, `k8s.io/apimachinery/pkg/runtime/converter.go`): integers of more than 32 bits
 * keep their lower 32 bits. The result for more than 64 bits depends on the processor, so they count as absent.
 */
export function withWrappedNumbers(resource: Resource, root: ApiType): WrappedNumbers {
  const findings: Finding[] = [];
  const now = wrappedMap(resource.root, { kind: 'object', type: root }, undefined, findings);
  return { resource: now === resource.root ? resource : { ...resource, root: now }, findings };
}

function wrappedNode(node: Node, type: FieldType | undefined, at: FieldPath, findings: Finding[]): Node {
  if (type === undefined) return node;
  if (node.kind === 'map') return wrappedMap(node, type, at, findings);
  if (node.kind === 'scalar') return type.kind === 'scalar' ? wrappedScalar(node, type.scalar, at, findings) : node;
  if (type.kind !== 'list') return node;
  const items = node.items.map((item, index) => wrappedNode(item, type.item, itemOf(at, index), findings));
  return items.every((item, index) => item === node.items[index]) ? node : { ...node, items };
}

function wrappedMap(node: MapNode, type: FieldType, at: FieldPath, findings: Finding[]): MapNode {
  if (type.kind !== 'object' && type.kind !== 'map') return node;
  const entries = node.entries.map((entry) => {
    const isField = type.kind === 'object';
    const path = isField ? fieldOf(at, entry.key) : entryOf(at, entry.key);
    const below = isField ? type.type.fields.get(entry.key)?.type : type.value;
    const value = wrappedNode(entry.value, below, path, findings);
    return value === entry.value ? entry : { ...entry, value };
  });
  return entries.every((entry, index) => entry === node.entries[index]) ? node : { ...node, entries };
}

function wrappedScalar(node: ScalarNode, scalar: string, at: FieldPath, findings: Finding[]): ScalarNode {
  const { value } = node;
  if (scalar !== 'int32' || isWholeNumber(value, 32)) return node;
  if (typeof value !== 'bigint' && !(typeof value === 'number' && Number.isInteger(value))) return node;
  if (!isWholeNumber(value, 64)) return { ...node, value: null };
  const wrapped = Number(BigInt.asIntN(32, BigInt(value)));
  findings.push(describe(formatPath(at), node, wrapped));
  return { ...node, value: wrapped };
}

function describe(path: string, node: ScalarNode, wrapped: number): Finding {
  return {
    code: 'wrong-type',
    consequence: 'dropped',
    path,
    span: { start: node.start, end: node.end },
    message: `${path} is stored as ${wrapped}: a server-side apply keeps the lower 32 bits of ${node.value}`,
    why: 'The field is a 32-bit integer. The server answers 400 to a create or a replacing update; a server-side apply converts merged numbers without a range check.',
    remedy: 'Write a number from -2147483648 to 2147483647.',
    source: 'k8s.io/apimachinery/pkg/runtime/converter.go, fromUnstructured',
    fixes: () => [],
  };
}
