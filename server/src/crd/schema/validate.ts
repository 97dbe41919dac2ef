import { goMatches } from '../../formats/goPattern.ts';
import { entryOf, type FieldPath, fieldOf, formatPath, itemOf } from '../../text/fieldPath.ts';
import { validateCombinations } from './combinations.ts';
import type { SchemaError } from './error.ts';
import { isNullJson, type Json, type JsonList, type JsonMap, type JsonScalar, jsonText, sameJson } from './json.ts';
import { goNumber, isMultipleOf } from './numbers.ts';
import { SchemaResult } from './result.ts';
import type { SchemaRules } from './rules.ts';
import type { JsonSchema } from './schema.ts';
import { stringFormat } from './stringFormats.ts';
import { effectiveFormat, validateType } from './typeOf.ts';

// Source: k8s.io/kube-openapi/pkg/validation/validate, in the order of SchemaValidator.

/**
 * Validates a value against a schema, like apiextensions-apiserver through kube-openapi: for custom resources and
 * defaults of CustomResourceDefinitions. Excludes lists of type set and map, embedded resources and expressions.
 *
 * @param path the path of the value, for errors; undefined for the whole object.
 * @param rules the differences between servers.
 */
export function validateAgainst(
  schema: JsonSchema,
  value: Json,
  path: FieldPath,
  rules: SchemaRules,
): readonly SchemaError[] {
  return validateValue(schema, value, path, rules).errors;
}

/** The same with the number of checks that were passed. */
export function validateValue(schema: JsonSchema, value: Json, path: FieldPath, rules: SchemaRules): SchemaResult {
  const result = new SchemaResult();
  const format = effectiveFormat(schema, rules);
  if (isNullJson(value)) {
    validateType(schema, format, value, path, result);
    validateEnum(schema, value, path, result);
    return result;
  }
  if (schema.type !== '' || schema.intOrString || format !== '') {
    validateType(schema, format, value, path, result);
    result.matches += 2;
  }
  const validateInner = (inner: JsonSchema): SchemaResult => validateValue(inner, value, path, rules);
  validateCombinations(schema, value, path, validateInner, result);
  result.matches += 2;
  if (value.kind === 'scalar') validateScalar(schema, format, value, path, rules, result);
  if (value.kind === 'list') validateItems(schema, value, path, rules, result);
  validateEnum(schema, value, path, result);
  result.matches++;
  if (value.kind === 'map') validateEntries(schema, value, path, rules, result);
  result.matches++;
  return result;
}

function validateEnum(schema: JsonSchema, value: Json, path: FieldPath, result: SchemaResult): void {
  if (schema.enum.length === 0 || schema.enum.some((allowed) => equalsEnum(value, allowed))) return;
  result.unsupported(path, value, schema.enum);
}

/** Go converts the value to the type of the enumeration's before it compares: 1.5 is one of 1 and 2, as 1 is. */
function equalsEnum(value: Json, allowed: Json): boolean {
  if (value.kind === 'scalar' && allowed.kind === 'scalar') {
    if (goNumber(value.value) === undefined || goNumber(allowed.value) === undefined) {
      return value.value === allowed.value && value.value !== null;
    }
    const number = Number(value.value);
    return (goNumber(allowed.value) === 'int64' ? Math.trunc(number) : number) === Number(allowed.value);
  }
  return sameJson(value, allowed);
}

function validateScalar(
  schema: JsonSchema,
  format: string,
  value: JsonScalar,
  path: FieldPath,
  rules: SchemaRules,
  result: SchemaResult,
): void {
  if (typeof value.value === 'string') {
    validateString(schema, value, value.value, path, result);
    result.matches++;
    const test = format === '' ? undefined : stringFormat(format, rules);
    if (test === undefined) return;
    if (!test(value.value)) result.wrongType(path, value, format, value.value);
    result.matches++;
  } else if (typeof value.value === 'number' || typeof value.value === 'bigint') {
    validateNumber(schema, format, value, value.value, path, rules, result);
    result.matches += 2;
  }
}

/** The first of these that does not hold ends it. */
function validateString(
  schema: JsonSchema,
  value: JsonScalar,
  text: string,
  path: FieldPath,
  result: SchemaResult,
): void {
  const { minLength, maxLength, pattern } = schema;
  const length = [...text].length;
  if (maxLength !== undefined && length > maxLength) result.tooLong(path, value, maxLength);
  else if (minLength !== undefined && length < minLength) {
    result.invalid(path, value, `should be at least ${minLength} chars long`);
  } else if (pattern !== '' && goMatches(pattern, text) === false) {
    result.invalid(path, value, `should match '${pattern}'`);
  }
}

const int32 = 2 ** 31;

function validateNumber(
  schema: JsonSchema,
  format: string,
  value: JsonScalar,
  number: number | bigint,
  path: FieldPath,
  rules: SchemaRules,
  result: SchemaResult,
): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, type } = schema;
  const limits = rules.numericRanges && type === 'integer';
  if (limits && format === 'int32' && (number < -int32 || number >= int32)) {
    result.refused(path, value, `Checked value must be of type integer with format int32 in ${formatPath(path)}`);
  }
  if (multipleOf !== undefined && !isMultipleOf(number, multipleOf)) {
    result.invalid(path, value, `should be a multiple of ${multipleOf}`);
  }
  for (const [bound, what] of [
    [maximum, 'Maximum'],
    [minimum, 'Minimum'],
  ] as const) {
    if (!limits || bound === undefined || Number.isInteger(bound)) continue;
    result.refused(
      path,
      value,
      `${what} boundary value must be of type integer (default format) in ${formatPath(path)}`,
    );
  }
  // A whole number is compared with the whole part of the bound.
  const isWhole = goNumber(number) === 'int64';
  const bound = (limit: number): number => (isWhole ? Math.trunc(limit) : limit);
  if (maximum !== undefined && (exclusiveMaximum ? number >= bound(maximum) : number > bound(maximum))) {
    result.invalid(path, value, `should be less than ${exclusiveMaximum ? '' : 'or equal to '}${bound(maximum)}`);
  }
  if (minimum !== undefined && (exclusiveMinimum ? number <= bound(minimum) : number < bound(minimum))) {
    result.invalid(path, value, `should be greater than ${exclusiveMinimum ? '' : 'or equal to '}${bound(minimum)}`);
  }
}

function validateItems(
  schema: JsonSchema,
  list: JsonList,
  path: FieldPath,
  rules: SchemaRules,
  result: SchemaResult,
): void {
  const { items, minItems, maxItems, uniqueItems } = schema;
  const { length } = list.items;
  if (items !== undefined) {
    list.items.forEach((item, index) => {
      result.merge(validateValue(items, item, itemOf(path, index), rules));
    });
  }
  if (minItems !== undefined && length < minItems) {
    result.invalid(path, list, `should have at least ${minItems} items`);
  }
  if (maxItems !== undefined && length > maxItems) result.tooMany(path, list, length, maxItems);
  if (uniqueItems && new Set(list.items.map(jsonText)).size < length) {
    result.invalid(path, list, "shouldn't contain duplicates");
  }
  result.matches += 2;
}

function validateEntries(
  schema: JsonSchema,
  map: JsonMap,
  path: FieldPath,
  rules: SchemaRules,
  result: SchemaResult,
): void {
  const { properties, additionalProperties, required, minProperties, maxProperties } = schema;
  const { entries } = map;
  if (minProperties !== undefined && entries.size < minProperties) {
    result.invalid(path, map, `should have at least ${minProperties} properties`);
  }
  if (maxProperties !== undefined && entries.size > maxProperties) {
    result.tooMany(path, map, entries.size, maxProperties);
  }
  for (const [key, value] of entries) {
    const jsonSchema = properties.get(key);
    if (jsonSchema !== undefined) result.merge(validateValue(jsonSchema, value, fieldOf(path, key), rules));
    else if (typeof additionalProperties === 'object') {
      result.merge(validateValue(additionalProperties, value, entryOf(path, key), rules));
    } else if (additionalProperties === false && key !== '$schema' && key !== 'id') {
      result.refused(path, value, `${formatPath(path)}.${key} in body is a forbidden property`);
    }
  }
  for (const name of required) if (!entries.has(name)) result.required(fieldOf(path, name), map.span);
  result.matches++;
}
