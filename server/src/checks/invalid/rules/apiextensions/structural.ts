import { trait } from '../../../../crd/schema/traits.ts';
import { goRegexpProblem } from '../../../../formats/goRegexp.ts';
import type { ErrorList } from '../../errorList.ts';
import { validateCompleteness } from './completeness.ts';
import type { Schema } from './schema.ts';

// Source: k8s.io/apiextensions-apiserver/pkg/apiserver/schema, convert.go and validation.go.

type Level = 'root' | 'item' | 'field';

const missingType: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

const unsupported = ['id', '$schema', '$ref', 'patternProperties', 'dependencies', 'additionalItems', 'definitions'];

/** Why a schema has no structural form at all, if it has none: `NewStructural`. */
export function structuralProblem(schema: Schema): string | undefined {
  if (!schema.mayHave(trait.unstructural)) return undefined;
  const field = unsupported.find((name) => schema.has(name) && !isEmptyPointer(schema, name));
  if (field !== undefined) return `OpenAPIV3Schema '${field === '$schema' ? 'schema' : field}' is not supported`;
  if (isSwitchedOff(schema)) return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
  if (schema.itemList.length > 0) return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  const { allOf, anyOf, oneOf, not, items, properties, additional } = schema;
  for (const group of [allOf, anyOf, oneOf]) {
    for (const item of group) {
      const problem = structuralProblem(item);
      if (problem !== undefined) return problem;
    }
  }
  for (const [, each] of properties) {
    const problem = structuralProblem(each);
    if (problem !== undefined) return problem;
  }
  for (const item of [not, items, additional]) {
    if (typeof item !== 'object') continue;
    const problem = structuralProblem(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Violations of structural schema rules: `ValidateStructural`. */
export function validateStructural(schema: Schema, errors: ErrorList): void {
  validateInvariants(schema, 'root', errors);
  validateCompleteness(schema, errors);
}

/** Whether `x-kubernetes-preserve-unknown-fields` is written and false. */
export function isSwitchedOff(schema: Schema): boolean {
  const name = 'x-kubernetes-preserve-unknown-fields';
  return schema.has(name) && !schema.value.at(name).isTrue;
}

function isEmptyPointer({ value }: Schema, name: string): boolean {
  return (name === '$ref' || name === 'dependencies') && value.at(name).empty;
}

/** The traits of a schema below the root that need checking. */
const suspicious =
  trait.untyped | trait.itemless | trait.combination | trait.pattern | trait.intOrString | trait.embeddedResource;

function validateInvariants(schema: Schema, level: Level, errors: ErrorList): void {
  const { value, type, items, additional } = schema;
  if (type === 'array' && items === undefined) errors.required(value.at('items'), 'must be specified');
  if (items?.mayHave(suspicious)) validateInvariants(items, 'item', errors);
  for (const [, property] of schema.propertiesWith(suspicious)) validateInvariants(property, 'field', errors);
  if (additional !== undefined) {
    if (level === 'root') errors.forbidden(value.at('additionalProperties'), 'must not be used at the root');
    if (typeof additional === 'object' && additional.mayHave(suspicious)) {
      validateInvariants(additional, 'field', errors);
    }
  }
  validateExtensions(schema, errors);
  if ((schema.written.ownTraits & (trait.combination | trait.pattern)) !== 0) {
    validateValueValidation(schema, isIntOrString(schema), isIntOrString(schema.allOf[0]), errors);
  }

  const embedded = schema.has('x-kubernetes-embedded-resource');
  if (embedded && type !== 'object') {
    const why = 'must be object if x-kubernetes-embedded-resource is true';
    if (type === '') errors.required(value.at('type'), why);
    else errors.invalid(value.at('type'), why);
  } else if (
    type === '' &&
    !schema.has('x-kubernetes-int-or-string') &&
    !schema.has('x-kubernetes-preserve-unknown-fields')
  ) {
    errors.required(value.at('type'), missingType[level]);
  }
  if (embedded && additional !== undefined) {
    errors.forbidden(value.at('additionalProperties'), 'must not be used if x-kubernetes-embedded-resource is set');
  }
  if (level === 'root' && type !== '' && type !== 'object')
    errors.invalid(value.at('type'), 'must be object at the root');
  validateMeta(schema, level, errors);
  if (embedded && !schema.has('x-kubernetes-preserve-unknown-fields') && !schema.hasProperties) {
    errors.required(
      value.at('properties'),
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
    );
  }
}

function validateMeta(schema: Schema, level: Level, errors: ErrorList): void {
  const isResource = level === 'root' || schema.has('x-kubernetes-embedded-resource');
  if (!isResource) return;
  for (const name of ['kind', 'apiVersion']) {
    const property = schema.property(name);
    if (property !== undefined && property.type !== 'string') {
      errors.invalid(property.value.at('type'), 'must be string');
    }
  }
  const metadata = schema.property('metadata');
  if (metadata === undefined) return;
  if (metadata.type !== 'object') errors.invalid(metadata.value.at('type'), 'must be object');
  if (level !== 'root') return;
  const names = [...metadata.written.properties.keys()];
  const isRestricted = [...metadata.fields].some((field) => !['type', 'default', 'properties'].includes(field));
  if (isRestricted || names.some((name) => name !== 'name' && name !== 'generateName')) {
    errors.forbidden(
      metadata.value,
      'must not specify anything other than name and generateName, but metadata is implicitly specified',
    );
  }
}

function validateExtensions(schema: Schema, errors: ErrorList): void {
  if (!schema.has('x-kubernetes-int-or-string')) return;
  for (const name of ['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource']) {
    if (schema.has(name)) errors.invalid(schema.value.at(name), 'must be false if x-kubernetes-int-or-string is true');
  }
}

/** The only form in which a type is allowed below `anyOf`: an integer or a string. */
function isIntOrString(schema: Schema | undefined): boolean {
  if (schema?.written.anyOf.length !== 2) return false;
  const { anyOf } = schema;
  return ['integer', 'string'].every((type, index) => {
    const each = anyOf[index];
    return each?.type === type && each.fields.size === 1;
  });
}

function validateValueValidation(schema: Schema, skipAnyOf: boolean, skipFirstAllOf: boolean, errors: ErrorList): void {
  if (!skipAnyOf) for (const item of schema.anyOf) validateNested(item, false, errors);
  schema.allOf.forEach((item, index) => {
    validateNested(item, skipFirstAllOf && index === 0, errors);
  });
  for (const item of schema.oneOf) validateNested(item, false, errors);
  if (schema.not !== undefined) validateNested(schema.not, false, errors);
  if (!schema.has('pattern')) return;
  const pattern = schema.value.at('pattern');
  const problem = goRegexpProblem(pattern.text);
  if (problem !== undefined) errors.invalid(pattern, `must be a valid regular expression, but isn't: ${problem}`);
}

const forbiddenWhenNested: readonly (readonly [string, string])[] = [
  ['type', 'must be empty to be structural'],
  ['default', 'must be undefined to be structural'],
  ['title', 'must be empty to be structural'],
  ['description', 'must be empty to be structural'],
  ['nullable', 'must be false to be structural'],
  ['x-kubernetes-preserve-unknown-fields', 'must be false to be structural'],
  ['x-kubernetes-embedded-resource', 'must be false to be structural'],
  ['x-kubernetes-int-or-string', 'must be false to be structural'],
  ['x-kubernetes-list-map-keys', 'must be empty to be structural'],
  ['x-kubernetes-list-type', 'must be undefined to be structural'],
  ['x-kubernetes-map-type', 'must be undefined to be structural'],
  ['x-kubernetes-validations', 'must be empty to be structural'],
];

/** A schema below `allOf`, `anyOf`, `oneOf` or `not`, which may only constrain values. */
function validateNested(schema: Schema, skipAnyOf: boolean, errors: ErrorList): void {
  validateValueValidation(schema, skipAnyOf, false, errors);
  if (schema.items !== undefined) validateNested(schema.items, false, errors);
  for (const [, property] of schema.properties) validateNested(property, false, errors);
  if (schema.additional !== undefined && schema.additional !== false) {
    errors.forbidden(schema.value.at('additionalProperties'), 'must be undefined to be structural');
  }
  for (const [field, why] of forbiddenWhenNested) {
    if (schema.has(field)) errors.forbidden(schema.value.at(field), why);
  }
  const metadata = schema.property('metadata');
  if (metadata !== undefined) errors.forbidden(metadata.value, 'must not be specified in a nested context');
}
