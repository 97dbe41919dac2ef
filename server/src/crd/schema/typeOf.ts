import type { FieldPath } from '../../text/fieldPath.ts';
import { isNullJson, type Json } from './json.ts';
import { goNumber, isJsonInteger } from './numbers.ts';
import type { SchemaResult } from './result.ts';
import type { SchemaRules } from './rules.ts';
import type { JsonSchema } from './schema.ts';
import { stringFormat } from './stringFormats.ts';

/** The types that a value may have, as kube-openapi lists them. */
function allowedTypes({ type, intOrString }: JsonSchema): readonly string[] {
  if (intOrString) return ['integer', 'string'];
  return type === '' ? [] : [type];
}

/** The effective format: the server ignores unknown ones in validation. */
export function effectiveFormat(schema: JsonSchema, rules: SchemaRules): string {
  const { format } = schema;
  if (format === '') return '';
  switch (schema.intOrString ? '' : schema.type) {
    case '':
    case 'string':
      return stringFormat(format, rules) === undefined ? '' : format;
    case 'integer':
      return format === 'int32' || format === 'int64' ? format : '';
    case 'number':
      return format === 'float' || format === 'double' ? format : '';
    default:
      return '';
  }
}

/** Whether a value has the type of its schema: `typeValidator`. With a format, any list passes. */
export function validateType(
  schema: JsonSchema,
  format: string,
  value: Json,
  path: FieldPath,
  result: SchemaResult,
): void {
  const types = allowedTypes(schema);
  const wanted = types.join(',');
  if (isNullJson(value)) {
    if (types.length > 0 && !schema.nullable && !types.includes('null')) result.wrongType(path, value, wanted, 'null');
    return;
  }
  const { type, goFormat } = goType(value);
  const number = value.kind === 'scalar' && typeof value.value === 'number' ? value.value : undefined;
  const isFloatInt = type === 'number' && number !== undefined && isJsonInteger(number) && types.includes('integer');
  const isIntFloat = type === 'integer' && types.includes('number');
  const fits = types.includes(type) || isFloatInt || isIntFloat;
  const isTextOrList = type === 'string' || type === 'array';
  if (!isTextOrList && format !== '' && !fits && goFormat !== format) {
    result.wrongType(path, value, format, goFormat);
    return;
  }
  if (isTextOrList && format !== '' && !types.includes('number') && !types.includes('integer')) return;
  if (!fits && (types.length > 0 || format !== '')) result.wrongType(path, value, wanted, type);
}

/** JSON's name of a value's type, and the format that kube-openapi gives to numbers. */
export function goType(value: Json): { readonly type: string; readonly goFormat: string } {
  if (value.kind === 'list') return { type: 'array', goFormat: '' };
  if (value.kind === 'map') return { type: 'object', goFormat: '' };
  if (typeof value.value === 'boolean') return { type: 'boolean', goFormat: '' };
  const number = goNumber(value.value);
  if (number === 'int64') return { type: 'integer', goFormat: 'int64' };
  return number === undefined ? { type: 'string', goFormat: '' } : { type: 'number', goFormat: 'float64' };
}
