import { type Cardinality, cardinalityBelow } from '../../../../cel/cost/ruleCost.ts';
import { trait } from '../../../../crd/schema/traits.ts';
import { formatPath } from '../../../../text/fieldPath.ts';
import type { ErrorList } from '../../errorList.ts';
import { TotalCost } from '../expressions/costs.ts';
import { validateRuleExpressions } from '../expressions/customRules.ts';
import { needType, validateListType } from './listType.ts';
import type { Schema } from './schema.ts';
import { isSwitchedOff } from './structural.ts';
import { validateRules } from './validationRules.ts';

// Source: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go,
// ValidateCustomResourceDefinitionOpenAPISchema.

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const metaFields = ['metadata', 'kind', 'apiVersion'];

interface SchemaContext {
  /** How many refusals there are of expressions; undefined if they are not compiled. */
  readonly expressions: { refused: number } | undefined;
  /** The path of the first schema whose old and new values cannot be correlated. */
  readonly uncorrelatable: string | undefined;
  readonly isRoot: boolean;
  /** The maximum number of values of the schema in a resource. */
  readonly cardinality: Cardinality;
  /** The total cost of expressions. */
  readonly total: TotalCost;
  /** Why no default may be written here. */
  readonly noDefaults: string | undefined;
  readonly insideMeta: boolean;
}

/** Forbidden keywords in a CustomResourceDefinition's schema. Expressions are compiled in structural schemas only. */
export function validateOpenApi(schema: Schema, isStructural: boolean, errors: ErrorList): void {
  const expressions = isStructural ? { refused: 0 } : undefined;
  const total = new TotalCost();
  const place: SchemaContext = {
    expressions,
    uncorrelatable: undefined,
    isRoot: true,
    cardinality: 1n,
    total,
    noDefaults: undefined,
    insideMeta: false,
  };
  validate(schema, place, errors);
  if (isStructural) total.judge(schema.value, errors);
}

function validate(schema: Schema, place: SchemaContext, errors: ErrorList): void {
  const { value, additional } = schema;
  const { expressions } = place;
  const before = errors.count - (expressions?.refused ?? 0);
  validateKeywords(schema, place, errors);
  if (schema.has('uniqueItems')) {
    errors.forbidden(
      value.at('uniqueItems'),
      'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
    );
  }
  if (additional !== undefined && additional !== true && schema.hasProperties) {
    errors.forbidden(value.at('additionalProperties'), 'additionalProperties and properties are mutual exclusive');
  }
  validateChildren(schema, place, errors);
  if (isSwitchedOff(schema)) {
    errors.invalid(value.at('x-kubernetes-preserve-unknown-fields'), 'must be true or undefined');
  }
  validateMapType(schema, errors);
  validateListType(schema, errors);
  if (!schema.has('x-kubernetes-validations')) return;
  validateRules(schema, errors);
  if (expressions === undefined || errors.count - expressions.refused > before) return;
  const all = errors.count;
  validateRuleExpressions(schema.written, value, place, errors);
  expressions.refused += errors.count - all;
}

/** The traits of a schema below the root, and of one below a resource's metadata, that need checking. */
const suspicious =
  trait.strangeType |
  trait.unstructural |
  trait.uniqueItems |
  trait.mixed |
  trait.topology |
  trait.rules |
  trait.embeddedResource;
const suspiciousInMeta = suspicious | trait.default;

function isInMetadata({ insideMeta, noDefaults }: SchemaContext): boolean {
  return insideMeta || noDefaults !== undefined;
}

function validateBelow(schema: Schema, place: SchemaContext, errors: ErrorList): void {
  if (schema.mayHave(isInMetadata(place) ? suspiciousInMeta : suspicious)) validate(schema, place, errors);
}

/** `MapIsCorrelatable`. */
const mapTypes = ['atomic', 'granular'];

function validateChildren(schema: Schema, place: SchemaContext, errors: ErrorList): void {
  const isResource = place.isRoot || schema.has('x-kubernetes-embedded-resource');
  const traits = isResource || isInMetadata(place) ? suspiciousInMeta : suspicious;
  if (!schema.mayHave(traits)) return;
  const cardinality = innerCardinality(schema, place.cardinality);
  const isSame = !place.isRoot && cardinality === place.cardinality;
  const inner: SchemaContext = isSame ? place : { ...place, isRoot: false, cardinality };
  const { additional } = schema;
  if (typeof additional === 'object') {
    const noDefaults = place.insideMeta ? 'inside additionalProperties applying to object metadata' : inner.noDefaults;
    validateBelow(additional, { ...inner, noDefaults }, errors);
  }
  // Fields correlate by name, even if they are only written together.
  const isKnown = schema.mapType === undefined || mapTypes.includes(schema.mapType);
  const fields = isKnown ? inner : uncorrelated(schema, inner);
  for (const [name, property] of schema.propertiesWith(traits)) {
    const isMeta = isResource && metaFields.includes(name);
    const noDefaults = isMeta && place.isRoot ? `in top-level ${name}` : inner.noDefaults;
    validateBelow(property, isMeta ? { ...fields, noDefaults, insideMeta: true } : fields, errors);
  }
  const { allOf, anyOf, oneOf, not, itemList, outlawed, items } = schema;
  const junctors = [...allOf, ...anyOf, ...oneOf, ...itemList, ...outlawed, ...(not === undefined ? [] : [not])];
  if (junctors.length > 0) {
    const junctor: SchemaContext = { ...inner, expressions: undefined };
    for (const item of junctors) validateBelow(item, junctor, errors);
  }
  if (items !== undefined)
    validateBelow(items, schema.listType === 'map' ? inner : uncorrelated(schema, inner), errors);
}

/** The maximum number of values below a schema in a resource: `extractMaxElements`. */
function innerCardinality({ value, type, written }: Schema, cardinality: Cardinality): Cardinality {
  if (type === 'array') return cardinalityBelow(cardinality, value.at('maxItems').number);
  if (type !== 'object' || written.additionalProperties === undefined) return cardinality;
  return cardinalityBelow(cardinality, value.at('maxProperties').number);
}

function uncorrelated({ value }: Schema, place: SchemaContext): SchemaContext {
  return place.uncorrelatable === undefined ? { ...place, uncorrelatable: formatPath(value.path) } : place;
}

const notSupported = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'];

function validateKeywords(schema: Schema, place: SchemaContext, errors: ErrorList): void {
  const { value, type, itemList } = schema;
  if (type !== '' && !types.includes(type)) errors.unsupported(value.at('type'), types);
  if (place.noDefaults !== undefined && schema.has('default')) {
    errors.forbidden(value.at('default'), `must not be set ${place.noDefaults}`);
  }
  if (schema.mayHave(trait.unstructural)) {
    for (const name of notSupported) {
      if (schema.has(name)) errors.forbidden(value.at(name), `${name} is not supported`);
    }
  }
  if (type === 'null') {
    errors.forbidden(value.at('type'), 'type cannot be set to null, use nullable as an alternative');
  }
  if (itemList.length > 0) errors.forbidden(value.at('items'), 'items must be a schema object and not an array');
  if (place.insideMeta && schema.has('x-kubernetes-embedded-resource')) {
    errors.forbidden(value.at('x-kubernetes-embedded-resource'), 'must not be used inside of resource meta');
  }
}

function validateMapType({ value, type, mapType }: Schema, errors: ErrorList): void {
  if (mapType === undefined) return;
  needType(value.at('type'), type, 'object', 'x-kubernetes-map-type', errors);
  errors.oneOf(value.at('x-kubernetes-map-type'), ['atomic', 'granular']);
}
