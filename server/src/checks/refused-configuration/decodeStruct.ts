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
 * Collects the errors of kube-apiserver's decoder in a configuration: wrong types, and unknown and duplicate fields.
 *
 * @param path the place of the configuration in its document.
 * @param unknown whether the decoder refuses unknown and duplicate fields or ignores them.
 */
export function decodeConfiguration(
  root: MapNode,
  kind: string,
  refusals: Refusals,
  path?: FieldPath,
  unknown: Unknown = 'refused',
): void {
  decodeStruct(root, kind, path, refusals, unknown, true);
}

/** What the decoder does with unknown and duplicate fields. */
type Unknown = 'refused' | 'ignored';

const notRead = 'kube-apiserver decodes these settings without strict validation: it starts and ignores the field.';

function decodeStruct(
  node: MapNode,
  struct: string,
  path: FieldPath,
  refusals: Refusals,
  unknown: Unknown,
  isRoot = false,
): void {
  const { binary } = refusals.surface.versions;
  const fields = structs.get(struct);
  const seen = new Set<string>();
  const add = (reason: Parameters<Refusals['add']>[0]) => {
    if (unknown === 'refused') refusals.add(reason);
    else refusals.ignored(reason, notRead);
  };
  for (const { key, keySpan, value, merged } of node.entries) {
    const at = fieldOf(path, key);
    if (seen.has(key) && merged !== true) {
      add({ path: at, span: keySpan, message: 'the field is set twice', remedy: `Remove one ${key}` });
    }
    seen.add(key);
    if (isRoot && (key === 'apiVersion' || key === 'kind')) continue;
    const field = fields?.get(key);
    if (field === undefined) {
      const [near] = nearest(key, fields?.keys() ?? [], 1);
      const remedy = near === undefined ? `Remove ${key}` : `Write ${near}, or remove ${key}`;
      add({ path: at, span: keySpan, message: `unknown field "${key}"`, remedy });
    } else if (field.since !== undefined && binary < factMinor(field.since)) {
      const message = `unknown field "${key}": it was introduced in ${formatMinor(factMinor(field.since))}`;
      add({ path: at, span: keySpan, message, remedy: `Remove ${key}` });
    } else decodeValue(value, field.type, { path: at, key: keySpan, refusals, unknown });
  }
}

interface Decoding {
  readonly path: FieldPath;
  readonly key: Span;
  readonly refusals: Refusals;
  readonly unknown: Unknown;
}

function decodeValue(node: Node, type: string, { path, key, refusals, unknown }: Decoding): void {
  const refuse = (wanted: string): void =>
    refusals.add({ path, span: key, message: `the value must be ${wanted}`, remedy: `Write ${wanted}` });
  if (type === 'any' || (isNull(node) && type !== 'duration')) return;
  if (type.startsWith('[]')) {
    if (node.kind !== 'list') refuse('a list');
    else {
      for (const [index, item] of node.items.entries()) {
        decodeValue(item, type.slice(2), { path: itemOf(path, index), key: item, refusals, unknown });
      }
    }
  } else if (structs.has(type)) {
    if (node.kind === 'map') decodeStruct(node, type, path, refusals, unknown);
    else refuse('an object');
  } else {
    const value = node.kind === 'scalar' ? node.value : undefined;
    if (type === 'bool' && typeof value !== 'boolean') refuse('true or false');
    if (type === 'string' && typeof value !== 'string') refuse('a string');
    if (/^int\d/.test(type) && !isInteger(value, type)) refuse('an integer');
    if (type === 'duration' && (typeof value !== 'string' || parseDuration(value) === undefined)) {
      refuse('a duration such as "30s" or "5m"');
    }
  }
}

function isInteger(value: unknown, type: string): boolean {
  const whole = typeof value === 'bigint' ? value : Number.isSafeInteger(value) ? BigInt(Number(value)) : undefined;
  return whole !== undefined && BigInt.asIntN(type === 'int32' ? 32 : 64, whole) === whole;
}
