import facts from '../../../data/authored/apiserver-configurations.json' with { type: 'json' };
import { parseDuration } from '../../formats/duration.ts';
import { isNull, type MapNode, type Node } from '../../manifest/node.ts';
import { factMinor, formatMinor } from '../../targets/version.ts';
import { type FieldPath, fieldOf, itemOf } from '../../text/fieldPath.ts';
import { nearest } from '../../text/nearest.ts';
import type { Span } from '../../text/span.ts';
import type { Refusals } from './refusals.ts';

interface FieldFacts {
  readonly type: string;
  /** The oldest binary that has it. */
  readonly since?: string | undefined;
}

const structs: ReadonlyMap<string, ReadonlyMap<string, FieldFacts>> = new Map(
  Object.entries(facts.structs).map(([name, fields]) => [name, new Map<string, FieldFacts>(Object.entries(fields))]),
);

/**
 * Collects the errors of kube-apiserver's strict decoder in a configuration: unknown and duplicate fields, wrong types.
 *
 * @param path the place of the configuration in its document.
 */
export function decodeConfiguration(root: MapNode, kind: string, refusals: Refusals, path?: FieldPath): void {
  decodeStruct(root, kind, path, refusals, true);
}

function decodeStruct(node: MapNode, struct: string, path: FieldPath, refusals: Refusals, isRoot = false): void {
  const { binary } = refusals.surface.versions;
  const fields = structs.get(struct);
  const seen = new Set<string>();
  for (const { key, keySpan, value, merged } of node.entries) {
    const at = fieldOf(path, key);
    if (seen.has(key) && merged !== true) {
      refusals.add({ path: at, span: keySpan, message: 'the field is set twice', remedy: `Remove one ${key}` });
    }
    seen.add(key);
    if (isRoot && (key === 'apiVersion' || key === 'kind')) continue;
    const field = fields?.get(key);
    if (field === undefined) {
      const [near] = nearest(key, fields?.keys() ?? [], 1);
      const remedy = near === undefined ? `Remove ${key}` : `Write ${near}, or remove ${key}`;
      refusals.add({ path: at, span: keySpan, message: `unknown field "${key}"`, remedy });
    } else if (field.since !== undefined && binary < factMinor(field.since)) {
      const message = `unknown field "${key}": it came with ${formatMinor(factMinor(field.since))}`;
      refusals.add({ path: at, span: keySpan, message, remedy: `Remove ${key}` });
    } else decodeValue(value, field.type, at, keySpan, refusals);
  }
}

function decodeValue(node: Node, type: string, path: FieldPath, key: Span, refusals: Refusals): void {
  const refuse = (wanted: string): void =>
    refusals.add({ path, span: key, message: `the value must be ${wanted}`, remedy: `Write ${wanted}` });
  if (type === 'any' || (isNull(node) && type !== 'duration')) return;
  if (type.startsWith('[]')) {
    if (node.kind !== 'list') refuse('a list');
    else {
      for (const [index, item] of node.items.entries()) {
        decodeValue(item, type.slice(2), itemOf(path, index), item, refusals);
      }
    }
  } else if (structs.has(type)) {
    if (node.kind === 'map') decodeStruct(node, type, path, refusals);
    else refuse('an object');
  } else {
    const value = node.kind === 'scalar' ? node.value : undefined;
    if (type === 'bool' && typeof value !== 'boolean') refuse('true or false');
    if (type === 'string' && typeof value !== 'string') refuse('a string');
    if (type === 'duration' && (typeof value !== 'string' || parseDuration(value) === undefined)) {
      refuse('a duration such as "30s" or "5m"');
    }
  }
}
