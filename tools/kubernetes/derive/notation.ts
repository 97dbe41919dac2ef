import { fieldOf, isObject, type JsonObject, optionalText, text } from '../../../server/data/generator/json.ts';
import type { ShapePackage, Shapes } from './shapes.ts';

/** Types with a special notation in the facts. */
const ownNotations: Readonly<Record<string, string>> = {
  'api.resource.Quantity': 'quantity',
  'util.intstr.IntOrString': 'string/int-or-string',
  'meta.v1.Time': 'string/date-time',
  'meta.v1.MicroTime': 'string/date-time',
  'runtime.RawExtension': 'object/raw',
  'meta.v1.FieldsV1': 'object/raw',
};

const basic: Readonly<Record<string, string>> = {
  string: 'string',
  bool: 'boolean',
  int: 'integer/int32',
  int32: 'integer/int32',
  int64: 'integer/int64',
  uint8: 'integer/int32',
  uint16: 'integer/int32',
  uint32: 'integer/int64',
  float64: 'number/double',
  interface: 'any',
};

/** `core.v1.Pod` of `io.k8s.api.core.v1.Pod`: how the facts call a type of the OpenAPI document. */
export function factName(definition: string): string {
  return definition.replace(/^io\.k8s\.(?:api\.|[^.]+\.pkg\.apis\.|[^.]+\.pkg\.)/, '');
}

/** The notation of an OpenAPI schema, by reference or inline. */
export function schemaNotation(schema: unknown): string {
  const reference = optionalText(fieldOf(schema, '$ref'));
  if (reference !== undefined) return named(factName(reference.replace('#/definitions/', '')));
  const type = optionalText(fieldOf(schema, 'type'));
  const format = optionalText(fieldOf(schema, 'format'));
  if (type === undefined) return 'any';
  if (type === 'array') return `[]${schemaNotation(fieldOf(schema, 'items'))}`;
  const values = fieldOf(schema, 'additionalProperties');
  if (type === 'object' && isObject(values)) return `map[${schemaNotation(values)}]`;
  return format === undefined ? type : `${type}/${format}`;
}

function named(name: string): string {
  return ownNotations[name] ?? name;
}

/** Where a Go type of a package is defined: its package and its name there. */
export function definitionOf(shapes: Shapes, from: ShapePackage, type: string): [ShapePackage, string] | undefined {
  const [qualifier = '', name] = type.split('.');
  if (name === undefined) return from.types.has(type) ? [from, type] : undefined;
  const target = shapes.get(from.imports.get(qualifier) ?? '');
  return target?.types.has(name) === true ? [target, name] : undefined;
}

/** The notation of a Go type: pointers are dropped, named strings, numbers, lists and maps are resolved. */
export function goNotation(shapes: Shapes, from: ShapePackage, type: string): string {
  if (type.startsWith('*')) return goNotation(shapes, from, type.slice(1));
  if (type === '[]byte') return 'string/byte';
  if (type.startsWith('[]')) return `[]${goNotation(shapes, from, type.slice(2))}`;
  const values = /^map\[[^\]]*\](.*)$/.exec(type)?.[1];
  if (values !== undefined) return `map[${goNotation(shapes, from, values)}]`;
  const known = basic[type];
  if (known !== undefined) return known;
  const found = definitionOf(shapes, from, type);
  if (found === undefined) return foreign(from, type);
  const [at, name] = found;
  const whole = `${at.prefix}.${name}`;
  const definition = at.types.get(name);
  if (ownNotations[whole] !== undefined || definition === undefined || definition.type === 'struct')
    return named(whole);
  return goNotation(shapes, at, definition.type);
}

/** Types of packages that are not read: `types.UID` keeps its name, `resource.Quantity` is known. */
function foreign(from: ShapePackage, type: string): string {
  const [qualifier = '', name = ''] = type.split('.');
  const path = from.imports.get(qualifier) ?? qualifier;
  const whole = `${path.replace(/^k8s\.io\/apimachinery\/pkg\/(?:apis\/)?/, '').replaceAll('/', '.')}.${name}`;
  if (whole === 'types.UID') return 'string';
  return named(whole);
}

/** A textual extension of a schema. */
export function extension(schema: JsonObject, name: string): string | undefined {
  const value = schema[`x-kubernetes-${name}`];
  return value === undefined ? undefined : text(value);
}
