import { isNull, type ListNode, type MapNode, type Node } from '../../../../manifest/node.ts';
import type { ErrorList } from '../../errorList.ts';
import type { Value } from '../../value.ts';
import type { Schema } from './schema.ts';

// Source: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting/validation.go. Combined schemas, patterns,
// formats and expressions are not evaluated: what only they refuse is not found.

const metaFields = ['metadata', 'apiVersion', 'kind'];

/** Defaults must be valid under the schema they stand in. */
export function validateDefaults(schema: Schema, errors: ErrorList): void {
  if (!schema.hasDefaults) return;
  const place = schema.value.at('default');
  if (schema.set.has('default') && place.node !== undefined) {
    if (hasUnknownField(place.node, schema)) errors.invalid(place, 'must not have unknown fields');
    validateEmbedded(place, schema, errors);
    validateValue(place, schema, errors);
  }
  if (schema.items !== undefined) validateDefaults(schema.items, errors);
  // Defaults in the metadata of an embedded resource are judged within the whole object.
  const isEmbedded = schema.set.has('x-kubernetes-embedded-resource');
  for (const [name, property] of schema.properties) {
    if (!isEmbedded || !metaFields.includes(name)) validateDefaults(property, errors);
  }
}

/** A default that is a whole resource must say which. */
function validateEmbedded(value: Value, schema: Schema, errors: ErrorList): void {
  if (!schema.set.has('x-kubernetes-embedded-resource') || value.node?.kind !== 'map') return;
  for (const field of ['apiVersion', 'kind']) if (value.at(field).empty) errors.required(value.at(field));
}

/** Whether pruning takes anything away from a default. */
function hasUnknownField(node: Node, schema: Schema): boolean {
  if (node.kind === 'list') {
    const { items } = schema;
    return items !== undefined && node.items.some((item) => hasUnknownField(item, items));
  }
  if (node.kind !== 'map') return false;
  const { additional, properties, set } = schema;
  const preserved = set.has('x-kubernetes-preserve-unknown-fields');
  return node.entries.some(({ key, value }) => {
    const property = properties.get(key);
    if (property !== undefined) return hasUnknownField(value, property);
    if (set.has('x-kubernetes-embedded-resource') && metaFields.includes(key)) return false;
    if (typeof additional === 'object') return hasUnknownField(value, additional);
    return !preserved && additional !== true;
  });
}

function validateValue(value: Value, schema: Schema, errors: ErrorList): void {
  const { node } = value;
  if (node === undefined || isNull(node)) return;
  const { type, set } = schema;
  const anyOfTwo = set.has('x-kubernetes-int-or-string') ? ['integer', 'string'] : [];
  const mayBe = type === '' ? anyOfTwo : [type];
  // A list where a format is asked for passes for a string of bytes.
  if (node.kind === 'list' && set.has('format')) return;
  const types = typesOf(node);
  if (mayBe.length > 0 && !mayBe.some((each) => types.includes(each))) {
    errors.invalid(value, ` in body must be of type ${mayBe.join(',')}: "${types[0]}"`);
    return;
  }
  const { value: own } = schema;
  const allowed = own.at('enum').items;
  if (allowed.length > 0 && !mayEqual(node, allowed)) {
    errors.unsupported(
      value,
      allowed.map((each) => String(each.scalar)),
    );
  }
  if (node.kind === 'scalar') validateScalar(value, own, errors);
  if (node.kind === 'list') validateItems(value, node, schema, errors);
  if (node.kind === 'map') validateEntries(value, node, schema, errors);
}

function validateItems(value: Value, { items }: ListNode, schema: Schema, errors: ErrorList): void {
  validateCount(value, items.length, schema.value, 'Items', errors);
  if (schema.items === undefined) return;
  for (const [index, item] of value.items.entries()) {
    // The server writes a dot before the index.
    validateInner(item.reportedAt(value.at(`[${index}]`)), schema.items, errors);
  }
}

function validateEntries(value: Value, { entries }: MapNode, schema: Schema, errors: ErrorList): void {
  const keys = new Set(entries.map(({ key }) => key));
  validateCount(value, keys.size, schema.value, 'Properties', errors);
  for (const name of schema.value.at('required').texts) {
    if (!keys.has(name) && !schema.properties.get(name)?.set.has('default')) {
      errors.required(name === '' ? value : value.at(name));
    }
  }
  for (const [key, each] of value.entries) {
    const inner = schema.properties.get(key) ?? schema.additional;
    if (typeof inner === 'object') validateInner(each, inner, errors);
  }
}

/** A value within a default: unlike the default itself it may be `null`, which only some schemas take. */
function validateInner(value: Value, schema: Schema, errors: ErrorList): void {
  if (value.present) validateValue(value, schema, errors);
  else if (schema.type !== '' && !schema.set.has('nullable')) {
    errors.invalid(value, ` in body must be of type ${schema.type}: "null"`, 'null');
  }
}

/** Whether a value may be one of an enumeration: lists and maps are only told from scalars. */
function mayEqual(node: Node, allowed: readonly Value[]): boolean {
  return allowed.some((each) => (node.kind === 'scalar' ? each.scalar === node.value : each.node?.kind === node.kind));
}

function validateScalar(value: Value, schema: Value, errors: ErrorList): void {
  const { number, text } = value;
  const [minimum, maximum] = [schema.at('minimum').number, schema.at('maximum').number];
  if (number !== undefined) {
    const isLow =
      minimum !== undefined && (schema.at('exclusiveMinimum').isTrue ? number <= minimum : number < minimum);
    const isHigh =
      maximum !== undefined && (schema.at('exclusiveMaximum').isTrue ? number >= maximum : number > maximum);
    if (isLow) errors.invalid(value, ` in body should be greater than or equal to ${minimum}`);
    if (isHigh) errors.invalid(value, ` in body should be less than or equal to ${maximum}`);
  }
  if (typeof value.scalar !== 'string') return;
  validateCount(value, [...text].length, schema, 'Length', errors);
}

function validateCount(value: Value, count: number, schema: Value, what: string, errors: ErrorList): void {
  const [least, most] = [schema.at(`min${what}`).number, schema.at(`max${what}`).number];
  if (least !== undefined && count < least) errors.invalid(value, ` in body should be at least ${least} long`);
  if (most !== undefined && count > most) errors.invalid(value, ` in body may not be more than ${most} long`);
}

function typesOf(node: Node): readonly string[] {
  if (node.kind === 'list') return ['array'];
  if (node.kind === 'map') return ['object'];
  switch (typeof node.value) {
    case 'boolean':
      return ['boolean'];
    case 'bigint':
      return ['integer', 'number'];
    case 'number':
      return Number.isInteger(node.value) ? ['integer', 'number'] : ['number'];
    default:
      return ['string'];
  }
}
