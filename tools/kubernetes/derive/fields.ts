import { fieldOf, type JsonObject, object, texts } from '../../../server/data/generator/json.ts';
import { marksOf } from './marks.ts';
import { definitionOf, extension, factName, goNotation, schemaNotation } from './notation.ts';
import type { ShapeField, ShapePackage, Shapes } from './shapes.ts';

/** The sources of a release's fields. */
export interface FieldSources {
  /** `api/openapi-spec/swagger.json`. */
  readonly openapi: unknown;
  readonly shapes: Shapes;
  /** The names of all feature gates of any release, which comments mention. */
  readonly gates: ReadonlySet<string>;
}

/**
 * The types of a release with their fields, in the notation of `facts/fields`; those without an OpenAPI document come
 * from Go.
 */
export function fieldFacts(sources: FieldSources): Record<string, JsonObject> {
  const published = object(fieldOf(sources.openapi, 'definitions'));
  const types: Record<string, JsonObject> = {};
  for (const [name, schema] of Object.entries(published)) {
    types[factName(name)] = publishedType(sources, factName(name), object(schema));
  }
  for (const [path, found] of sources.shapes) {
    if (!isVersioned(path)) continue;
    for (const [name, type] of found.types) {
      const whole = `${found.prefix}.${name}`;
      if (type.type === 'struct' && type.fields.length > 0 && !(whole in types))
        types[whole] = goType(sources, found, name);
    }
  }
  return Object.fromEntries(Object.entries(types).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The packages whose structs are APIs, published or not; apimachinery's are where they are used. */
export function isVersioned(path: string): boolean {
  return !path.startsWith('k8s.io/apimachinery/') && /\/v\d[a-z0-9]*$/.test(path);
}

function publishedType(sources: FieldSources, name: string, schema: JsonObject): JsonObject {
  const properties = schema['properties'];
  const scalar = properties === undefined && schema['type'] !== undefined && schema['type'] !== 'object';
  if (scalar) return { t: schemaNotation(schema) };
  const go = goFields(sources.shapes, name);
  const fields = Object.entries(object(properties ?? {})).map(([field, property]) => [
    field,
    { ...publishedField(object(property)), ...marks(sources, go.get(field)) },
  ]);
  return {
    ...(schema['required'] === undefined ? {} : { req: [...texts(schema['required'])].sort() }),
    ...(fields.length === 0 ? {} : { f: Object.fromEntries(fields) }),
  };
}

function publishedField(property: JsonObject): JsonObject {
  const listType = extension(property, 'list-type');
  const keys = property['x-kubernetes-list-map-keys'];
  return {
    t: schemaNotation(property),
    ...(listType === undefined ? {} : { lt: listType }),
    ...(keys === undefined ? {} : { lk: texts(keys) }),
  };
}

function goType(sources: FieldSources, at: ShapePackage, name: string): JsonObject {
  const fields = [...structFields(sources.shapes, at, name)];
  const required = fields.filter(([, { field }]) => isRequired(field)).map(([fieldName]) => fieldName);
  return {
    src: 'types',
    ...(required.length === 0 ? {} : { req: required.sort() }),
    ...(fields.length === 0
      ? {}
      : {
          f: Object.fromEntries(
            fields.map(([fieldName, placed]) => [
              fieldName,
              {
                t: goNotation(sources.shapes, placed.at, placed.field.type),
                ...listOf(placed.field),
                ...marks(sources, placed),
              },
            ]),
          ),
        }),
  };
}

function isRequired({ omitEmpty, doc, type }: ShapeField): boolean {
  return !omitEmpty && !/^\+(?:k8s:)?optional\b/m.test(doc) && type !== 'metav1.TypeMeta';
}

function listOf({ doc }: ShapeField): JsonObject {
  const listType = /^\+(?:k8s:)?listType=(\S+)/m.exec(doc)?.[1];
  const keys = [...doc.matchAll(/^\+(?:k8s:)?listMapKey=(\S+)/gm)].map(([, key]) => key);
  return { ...(listType === undefined ? {} : { lt: listType }), ...(keys.length === 0 ? {} : { lk: keys }) };
}

/** A field of a struct, and the package that it was written in. */
export interface GoField {
  readonly at: ShapePackage;
  readonly field: ShapeField;
}

/** The fields of a struct by JSON name, with those of embedded structs inlined. */
export function* structFields(shapes: Shapes, at: ShapePackage, name: string): Generator<[string, GoField]> {
  const definition = at.types.get(name);
  const alias =
    definition === undefined || definition.type === 'struct' ? undefined : definitionOf(shapes, at, definition.type);
  if (alias !== undefined) yield* structFields(shapes, ...alias);
  for (const field of definition?.fields ?? []) {
    if (!field.inline) {
      yield [field.name, { at, field }];
      continue;
    }
    const embedded = definitionOf(shapes, at, field.type.replace('*', ''));
    if (embedded !== undefined) yield* structFields(shapes, ...embedded);
  }
}

function goFields(shapes: Shapes, name: string): ReadonlyMap<string, GoField> {
  for (const found of shapes.values()) {
    const goName = name.startsWith(`${found.prefix}.`) ? name.slice(found.prefix.length + 1) : '';
    if (found.types.has(goName)) return new Map(structFields(shapes, found, goName));
  }
  return new Map();
}

function marks(sources: FieldSources, placed: GoField | undefined): JsonObject {
  return placed === undefined ? {} : marksOf(sources.shapes, placed.at, placed.field, sources.gates);
}
