import { jsonOf } from '../../../../crd/schema/json.ts';
import { defaultRules } from '../../../../crd/schema/rules.ts';
import { trait } from '../../../../crd/schema/traits.ts';
import { validateAgainst } from '../../../../crd/schema/validate.ts';
import type { Node } from '../../../../manifest/node.ts';
import { formatPath } from '../../../../text/fieldPath.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { brokenByDefault } from '../brokenRules.ts';
import { validateEmbedded } from '../customResource.ts';
import type { Schema } from './schema.ts';

// Source: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting/validation.go.

const metaFields = ['metadata', 'apiVersion', 'kind'];

/** Defaults must be valid against their schema; `isResource`: it is the schema of a whole resource. */
export function validateDefaults(
  schema: Schema,
  errors: ErrorList,
  isResource = schema.has('x-kubernetes-embedded-resource'),
): void {
  if (!schema.mayHave(trait.default)) return;
  const field = schema.value.at('default');
  if (schema.has('default') && field.node !== undefined) {
    if (hasUnknownField(field.node, schema, isResource)) errors.invalid(field, 'must not have unknown fields');
    if (!isResource || !isRefusedResource(field, errors)) {
      validateDefault(field, field.node, schema, isResource, errors);
    }
  }
  const { items } = schema;
  if (items !== undefined) validateDefaults(items, errors);
  // Defaults in the metadata of an embedded resource are judged within the whole object.
  for (const [name, property] of schema.propertiesWith(trait.default)) {
    if (!isResource || !metaFields.includes(name)) validateDefaults(property, errors);
  }
}

/** A default that is a whole resource must have apiVersion and kind. Returns whether anything is wrong. */
function isRefusedResource(value: Value, errors: ErrorList): boolean {
  if (value.node?.kind !== 'map') return false;
  // The server only reports values that are not texts.
  const odd = [value.at('apiVersion'), value.at('kind')].find(
    ({ present, scalar }) => present && typeof scalar !== 'string',
  );
  if (odd !== undefined) {
    errors.invalid(odd, 'must be a string');
    return true;
  }
  const before = errors.count;
  validateEmbedded(value, errors);
  return errors.count > before;
}

function validateDefault(field: Value, node: Node, schema: Schema, isResource: boolean, errors: ErrorList): void {
  // In a default, unlike in a custom resource, a type beside int-or-string takes effect, so it is not checked here.
  if (schema.type !== '' && schema.has('x-kubernetes-int-or-string')) return;
  const rules = defaultRules(errors.surface.versions);
  const json = jsonOf(node, field.key);
  const start = formatPath(field.path);
  // Nor does int-or-string without a type keep a default from having any, or a format, be it known or not, from a list.
  const takesList = schema.has('format') && schema.type !== 'integer' && schema.type !== 'number';
  const anyType = schema.has('x-kubernetes-int-or-string') || (takesList && json.kind === 'list');
  const refused = validateAgainst(schema.written, json, undefined, rules).filter(
    ({ type, path }) => !(anyType && type === 'TypeInvalid' && path === ''),
  );
  for (const error of refused) {
    // The server writes a dot before an index as well, and a key without brackets.
    const path = json.kind === 'map' ? error.path.replace(/^\[([^\]]*)\]/, '$1') : error.path;
    errors.take({ ...error, path: path === '' ? start : `${start}.${path}` });
  }
  if (refused.length > 0 || !schema.mayHave(trait.rules)) return;
  for (const error of brokenByDefault(schema.written, json, isResource, errors)) {
    const between = error.path === '' || error.path.startsWith('[') ? '' : '.';
    errors.take({ ...error, path: `${start}${between}${error.path}` });
  }
}

/** Whether pruning takes anything away from a default. */
function hasUnknownField(
  node: Node,
  schema: Schema,
  isResource = schema.has('x-kubernetes-embedded-resource'),
): boolean {
  if (node.kind === 'list') {
    const { items } = schema;
    if (items !== undefined) return node.items.some((item) => hasUnknownField(item, items));
    return !schema.has('x-kubernetes-preserve-unknown-fields') && node.items.some(hasField);
  }
  if (node.kind !== 'map') return false;
  const { additional } = schema;
  const preserved = schema.has('x-kubernetes-preserve-unknown-fields');
  return node.entries.some(({ key, value }) => {
    const property = schema.property(key);
    if (property !== undefined) return hasUnknownField(value, property);
    if (isResource && metaFields.includes(key)) return false;
    if (typeof additional === 'object') return hasUnknownField(value, additional);
    return !preserved && additional !== true;
  });
}

/** Whether a value without a schema has any field. */
function hasField(node: Node): boolean {
  return node.kind === 'list' ? node.items.some(hasField) : node.kind === 'map' && node.entries.length > 0;
}
