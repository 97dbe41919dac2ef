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
  const context: SchemaContext = {
    expressions,
    uncorrelatable: undefined,
    isRoot: true,
    cardinality: 1n,
    total,
    noDefaults: undefined,
    insideMeta: false,
  };
  validate(schema, context, errors);
  if (isStructural) total.judge(schema.value, errors);
}

function validate(schema: Schema, context: SchemaContext, errors: ErrorList): void {
  const { value, additional } = schema;
  const { expressions } = context;
  const before = errors.count - (expressions?.refused ?? 0);
  validateKeywords(schema, context, errors);
  if (schema.has('uniqueItems')) {
    errors.forbidden(
      value.at('uniqueItems'),
      'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
    );
  }
  if (additional !== undefined && additional !== true && schema.hasProperties) {
    errors.forbidden(value.at('additionalProperties'), 'additionalProperties and properties are mutual exclusive');
  }
  validateChildren(schema, context, errors);
  if (isSwitchedOff(schema)) {
    errors.invalid(value.at('x-kubernetes-preserve-unknown-fields'), 'must be true or undefined');
  }
  validateMapType(schema, errors);
  validateListType(schema, errors);
  if (!schema.has('x-kubernetes-validations')) return;
  validateRules(schema, errors);
  if (expressions === undefined || errors.count - expressions.refused > before) return;
  const all = errors.count;
  validateRuleExpressions(schema.written, value, context, errors);
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

function validateBelow(schema: Schema, context: SchemaContext, errors: ErrorList): void {
  if (schema.mayHave(isInMetadata(context) ? suspiciousInMeta : suspicious)) validate(schema, context, errors);
}

/** `MapIsCorrelatable`. */
const mapTypes = ['atomic', 'granular'];

function validateChildren(schema: Schema, context: SchemaContext, errors: ErrorList): void {
  const isResource = context.isRoot || schema.has('x-kubernetes-embedded-resource');
  const traits = isResource || isInMetadata(context) ? suspiciousInMeta : suspicious;
  if (!schema.mayHave(traits)) return;
  const cardinality = innerCardinality(schema, context.cardinality);
  const isSame = !context.isRoot && cardinality === context.cardinality;
  const inner: SchemaContext = isSame ? context : { ...context, isRoot: false, cardinality };
  const { additional } = schema;
  if (typeof additional === 'object') {
    const noDefaults = context.insideMeta
      ? 'inside additionalProperties applying to object metadata'
      : inner.noDefaults;
    validateBelow(additional, { ...inner, noDefaults }, errors);
  }
  // Fields correlate by name, even if they are only written together.
  const isKnown = schema.mapType === undefined || mapTypes.includes(schema.mapType);
  const fields = isKnown ? inner : uncorrelated(schema, inner);
  for (const [name, property] of schema.propertiesWith(traits)) {
    const isMeta = isResource && metaFields.includes(name);
    const noDefaults = isMeta && context.isRoot ? `in top-level ${name}` : inner.noDefaults;
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

function uncorrelated({ value }: Schema, context: SchemaContext): SchemaContext {
  return context.uncorrelatable === undefined ? { ...context, uncorrelatable: formatPath(value.path) } : context;
}

const notSupported = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'];

function validateKeywords(schema: Schema, context: SchemaContext, errors: ErrorList): void {
  const { value, type, itemList } = schema;
  if (type !== '' && !types.includes(type)) errors.unsupported(value.at('type'), types);
  if (context.noDefaults !== undefined && schema.has('default')) {
    errors.forbidden(value.at('default'), `must not be set ${context.noDefaults}`);
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
  if (context.insideMeta && schema.has('x-kubernetes-embedded-resource')) {
    errors.forbidden(value.at('x-kubernetes-embedded-resource'), 'must not be used inside of resource meta');
  }
}

function validateMapType({ value, type, mapType }: Schema, errors: ErrorList): void {
  if (mapType === undefined) return;
  needType(value.at('type'), type, 'object', 'x-kubernetes-map-type', errors);
  errors.oneOf(value.at('x-kubernetes-map-type'), ['atomic', 'granular']);
}
