import { jsonOf } from '../../../../crd/schema/json.ts';
import { schemaRules } from '../../../../crd/schema/rules.ts';
import { trait } from '../../../../crd/schema/traits.ts';
import { validateAgainst } from '../../../../crd/schema/validate.ts';
import type { Node } from '../../../../manifest/node.ts';
import { formatPath } from '../../../../text/fieldPath.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { Schema } from './schema.ts';

// Source: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting/validation.go. Expressions are not evaluated:
// what only they refuse is not found.

const metaFields = ['metadata', 'apiVersion', 'kind'];

/** Defaults must be valid under the schema they stand in. */
export function validateDefaults(schema: Schema, errors: ErrorList): void {
  if (!schema.mayHave(trait.default)) return;
  const place = schema.value.at('default');
  if (schema.has('default') && place.node !== undefined) {
    if (hasUnknownField(place.node, schema)) errors.invalid(place, 'must not have unknown fields');
    if (!validateEmbedded(place, schema, errors)) validateDefault(place, place.node, schema, errors);
  }
  const { items } = schema;
  if (items !== undefined) validateDefaults(items, errors);
  // Defaults in the metadata of an embedded resource are judged within the whole object.
  const isEmbedded = schema.has('x-kubernetes-embedded-resource');
  for (const [name, property] of schema.propertiesWith(trait.default)) {
    if (!isEmbedded || !metaFields.includes(name)) validateDefaults(property, errors);
  }
}

/** A default that is a whole resource must say which; returns whether it does not. */
function validateEmbedded(value: Value, schema: Schema, errors: ErrorList): boolean {
  if (!schema.has('x-kubernetes-embedded-resource') || value.node?.kind !== 'map') return false;
  const missing = ['apiVersion', 'kind'].map((field) => value.at(field)).filter(({ empty }) => empty);
  for (const field of missing) errors.required(field);
  return missing.length > 0;
}

function validateDefault(place: Value, node: Node, schema: Schema, errors: ErrorList): void {
  // In a default, unlike in a custom resource, a type beside int-or-string is the one that counts: left alone.
  if (schema.type !== '' && schema.has('x-kubernetes-int-or-string')) return;
  const rules = schemaRules(errors.surface.versions);
  for (const error of validateAgainst(schema.written, jsonOf(node, place.key), undefined, rules)) {
    const start = formatPath(place.path);
    // The server writes a dot before an index as well.
    errors.take({ ...error, path: error.path === '' ? start : `${start}.${error.path}` });
  }
}

/** Whether pruning takes anything away from a default. */
function hasUnknownField(node: Node, schema: Schema): boolean {
  if (node.kind === 'list') {
    const { items } = schema;
    return items !== undefined && node.items.some((item) => hasUnknownField(item, items));
  }
  if (node.kind !== 'map') return false;
  const { additional } = schema;
  const preserved = schema.has('x-kubernetes-preserve-unknown-fields');
  return node.entries.some(({ key, value }) => {
    const property = schema.property(key);
    if (property !== undefined) return hasUnknownField(value, property);
    if (schema.has('x-kubernetes-embedded-resource') && metaFields.includes(key)) return false;
    if (typeof additional === 'object') return hasUnknownField(value, additional);
    return !preserved && additional !== true;
  });
}
