import type { ErrorList } from '../../errorList.ts';
import { needType, validateListType } from './listType.ts';
import type { Schema } from './schema.ts';
import { isSwitchedOff } from './structural.ts';
import { validateRules, validateTransitionRules } from './validationRules.ts';

// Source: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go,
// ValidateCustomResourceDefinitionOpenAPISchema.

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const metaFields = ['metadata', 'kind', 'apiVersion'];

interface Place {
  /** The whole schema: expressions are compiled only where all of it is structural. */
  readonly root: Schema;
  readonly isRoot: boolean;
  /** Why no default may be written here. */
  readonly noDefaults: string | undefined;
  readonly insideMeta: boolean;
}

/** What a CustomResourceDefinition may not write in a schema. */
export function validateOpenApi(schema: Schema, errors: ErrorList): void {
  validate(schema, { root: schema, isRoot: true, noDefaults: undefined, insideMeta: false }, errors);
}

function validate(schema: Schema, place: Place, errors: ErrorList): void {
  const { value, set, properties, additional } = schema;
  const before = errors.count;
  validateKeywords(schema, place, errors);
  if (set.has('uniqueItems')) {
    errors.forbidden(
      value.at('uniqueItems'),
      'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
    );
  }
  if (additional !== undefined && additional !== true && properties.size > 0) {
    errors.forbidden(value.at('additionalProperties'), 'additionalProperties and properties are mutual exclusive');
  }
  validateChildren(schema, place, errors);
  if (isSwitchedOff(schema)) {
    errors.invalid(value.at('x-kubernetes-preserve-unknown-fields'), 'must be true or undefined');
  }
  validateMapType(schema, errors);
  validateListType(schema, errors);
  if (!set.has('x-kubernetes-validations')) return;
  validateRules(schema, errors);
  if (errors.count === before) validateTransitionRules(schema, place.root, errors);
}

function validateChildren(schema: Schema, place: Place, errors: ErrorList): void {
  const inner: Place = place.isRoot ? { ...place, isRoot: false } : place;
  if (typeof schema.additional === 'object') {
    const noDefaults = place.insideMeta ? 'inside additionalProperties applying to object metadata' : inner.noDefaults;
    validate(schema.additional, { ...inner, noDefaults }, errors);
  }
  const isResource = place.isRoot || schema.set.has('x-kubernetes-embedded-resource');
  for (const [name, property] of schema.properties) {
    const isMeta = isResource && metaFields.includes(name);
    const noDefaults = isMeta && place.isRoot ? `in top-level ${name}` : inner.noDefaults;
    validate(property, isMeta ? { ...inner, noDefaults, insideMeta: true } : inner, errors);
  }
  for (const group of [schema.allOf, schema.anyOf, schema.oneOf, schema.itemList, schema.outlawed]) {
    for (const each of group) validate(each, inner, errors);
  }
  if (schema.not !== undefined) validate(schema.not, inner, errors);
  if (schema.items !== undefined) validate(schema.items, inner, errors);
}

const notSupported = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'];

function validateKeywords({ value, set, type, itemList, isOdd }: Schema, place: Place, errors: ErrorList): void {
  if (type !== '' && !types.includes(type)) errors.unsupported(value.at('type'), types);
  if (place.noDefaults !== undefined && set.has('default')) {
    errors.forbidden(value.at('default'), `must not be set ${place.noDefaults}`);
  }
  if (isOdd) {
    for (const name of notSupported) {
      if (set.has(name)) errors.forbidden(value.at(name), `${name} is not supported`);
    }
  }
  if (type === 'null') {
    errors.forbidden(value.at('type'), 'type cannot be set to null, use nullable as an alternative');
  }
  if (itemList.length > 0) errors.forbidden(value.at('items'), 'items must be a schema object and not an array');
  if (place.insideMeta && set.has('x-kubernetes-embedded-resource')) {
    errors.forbidden(value.at('x-kubernetes-embedded-resource'), 'must not be used inside of resource meta');
  }
}

function validateMapType({ value, type, mapType }: Schema, errors: ErrorList): void {
  if (mapType === undefined) return;
  needType(value.at('type'), type, 'object', 'x-kubernetes-map-type', errors);
  errors.oneOf(value.at('x-kubernetes-map-type'), ['atomic', 'granular']);
}
