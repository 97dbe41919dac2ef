import { isNull, type Node } from '../../../../manifest/node.ts';
import type { ErrorList } from '../../errorList.ts';
import type { Value } from '../../value.ts';
import type { Schema } from './schema.ts';

// Source: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting/validation.go. Combined schemas, patterns,
// formats and expressions are not evaluated: what only they refuse is not found.

/** Defaults must be valid under the schema they stand in. */
export function validateDefaults(schema: Schema, errors: ErrorList): void {
  if (schema.set.has('default') && !schema.set.has('x-kubernetes-embedded-resource')) {
    const place = schema.value.at('default');
    if (place.node !== undefined) {
      if (hasUnknownField(place.node, schema)) errors.invalid(place, 'must not have unknown fields');
      validateValue(place, schema, errors);
    }
  }
  if (schema.items !== undefined) validateDefaults(schema.items, errors);
  // Defaults in the metadata of an embedded resource are judged within the whole object.
  const isEmbedded = schema.set.has('x-kubernetes-embedded-resource');
  for (const [name, property] of schema.properties) {
    if (!isEmbedded || !['metadata', 'apiVersion', 'kind'].includes(name)) validateDefaults(property, errors);
  }
}

/** Whether pruning takes anything away from a default. */
function hasUnknownField(node: Node, schema: Schema): boolean {
  if (schema.set.has('x-kubernetes-embedded-resource')) return false;
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
    if (typeof additional === 'object') return hasUnknownField(value, additional);
    return !preserved && additional !== true;
  });
}

function validateValue(value: Value, schema: Schema, errors: ErrorList): void {
  const { node } = value;
  if (node === undefined || isNull(node)) return;
  const { type, set } = schema;
  const mayBe = set.has('x-kubernetes-int-or-string') ? ['integer', 'string'] : type === '' ? [] : [type];
  const types = typesOf(node);
  if (mayBe.length > 0 && !mayBe.some((each) => types.includes(each))) {
    errors.invalid(value, ` in body must be of type ${mayBe.join(',')}: "${types[0]}"`);
    return;
  }
  const { value: own } = schema;
  const allowed = own.at('enum').items;
  if (allowed.length > 0 && node.kind === 'scalar' && !allowed.some((each) => each.scalar === node.value)) {
    errors.unsupported(
      value,
      allowed.map((each) => String(each.scalar)),
    );
  }
  if (node.kind === 'scalar') validateScalar(value, own, errors);
  if (node.kind === 'list') {
    validateCount(value, value.length, own, 'Items', errors);
    for (const item of value.items) if (schema.items !== undefined) validateValue(item, schema.items, errors);
  }
  if (node.kind === 'map') {
    validateCount(value, new Set(node.entries.map(({ key }) => key)).size, own, 'Properties', errors);
    for (const name of own.at('required').texts) {
      if (!node.entries.some(({ key }) => key === name) && !schema.properties.get(name)?.set.has('default')) {
        errors.required(value.at(name));
      }
    }
    for (const [key, each] of value.entries) {
      const inner = schema.properties.get(key) ?? schema.additional;
      if (typeof inner === 'object') validateValue(each, inner, errors);
    }
  }
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
