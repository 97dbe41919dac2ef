import {
  arrayOf,
  flag,
  isObject,
  type JsonObject,
  object,
  optionalText,
  text,
  texts,
} from '../../server/data/generator/json.ts';
import type { DefinitionFacts, FieldRow } from './definitionFacts.ts';

/**
 * The kinds of an aggregated API server, by the OpenAPI document of its Go types (Swagger 2.0, as written by
 * openapi-gen).
 *
 * Such a server decodes into Go types and validates in code, so only what decoding depends on is used: fields and their
 * types, each nullable. Required fields, enumerations and defaults are not decided there.
 *
 * @param kinds the server's kinds, by the name of their type in the document, from `authored/aggregated-apis.json`.
 */
export function openApiFacts(document: unknown, kinds: JsonObject): readonly DefinitionFacts[] {
  const definitions = object(object(document)['definitions']);
  return Object.entries(kinds).flatMap(([type, value]): readonly DefinitionFacts[] => {
    const definition = definitions[type];
    if (definition === undefined) return [];
    const kind = object(value);
    const version = text(kind['version']);
    const sub = texts(kind['subresources']);
    return [
      {
        group: text(kind['group']),
        kind: text(kind['kind']),
        common: {
          plural: text(kind['plural']),
          scope: flag(kind['namespaced']) ? 'Namespaced' : 'Cluster',
          conversion: 'None',
          aggregated: true,
        },
        versions: [{ name: version, served: true, storage: true, ...(sub.length === 0 ? {} : { sub: [...sub] }) }],
        schemas: new Map([[version, new OpenApiTypes(definitions).rows(object(definition))]]),
      },
    ];
  });
}

/** The fields that the server adds to every object. */
const ownFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** Types whose own decoding accepts several forms of JSON, by the end of their names, with the corresponding facts. */
const ownDecoding: readonly (readonly [end: string, row: FieldRow])[] = [
  ['.util.intstr.IntOrString', { t: 'int-or-string' }],
  ['.api.resource.Quantity', { t: 'any' }],
  ['.runtime.RawExtension', { t: 'object', keep: true }],
  ['.meta.v1.FieldsV1', { t: 'object', keep: true }],
];

class OpenApiTypes {
  readonly #definitions: JsonObject;
  readonly #rows = new Map<string, FieldRow>();

  constructor(definitions: JsonObject) {
    this.#definitions = definitions;
  }

  rows(root: JsonObject): ReadonlyMap<string, FieldRow> {
    this.#rows.set('', { t: 'object', code: true });
    for (const [name, inner] of Object.entries(object(root['properties'] ?? {}))) {
      if (!ownFields.has(name)) this.#walk(object(inner), name, new Set());
    }
    return this.#rows;
  }

  #walk(written: JsonObject, path: string, above: ReadonlySet<string>): void {
    const name = referenceOf(written);
    const special = ownDecoding.find(([end]) => name?.endsWith(end));
    if (special !== undefined) {
      this.#rows.set(path, { ...special[1], null: true });
      return;
    }
    if (name !== undefined && above.has(name)) {
      // A recursive type: its fields are not repeated.
      this.#rows.set(path, { t: 'object', null: true, keep: true });
      return;
    }
    const schema = name === undefined ? written : object(this.#definitions[name] ?? {});
    const within = name === undefined ? above : new Set([...above, name]);
    const properties = Object.entries(object(schema['properties'] ?? {}));
    const [items, values] = [schema['items'], schema['additionalProperties']];
    const type = typeOf(schema);
    const isOpen = type === 'object' && properties.length === 0 && !isObject(values);
    this.#rows.set(path, { t: type, null: true, ...(isOpen ? { keep: true } : {}) });
    for (const [field, inner] of properties) this.#walk(object(inner), `${path}.${field}`, within);
    if (isObject(items)) this.#walk(items, `${path}[]`, within);
    if (isObject(values)) this.#walk(values, `${path}{}`, within);
  }
}

/** The name of the type that a schema refers to, directly or as the only one of `allOf`. */
function referenceOf(schema: JsonObject): string | undefined {
  const all = schema['allOf'];
  const inner = all === undefined ? undefined : arrayOf(all).map(object)[0];
  const reference = optionalText(schema['$ref'] ?? inner?.['$ref']);
  return reference?.replace('#/definitions/', '');
}

/** Formats of strings are decoded by rules of their types, which the formats of definitions are not. */
function typeOf(schema: JsonObject): string {
  const [type, format] = [optionalText(schema['type']), optionalText(schema['format'])];
  if (type === undefined) return 'any';
  if (type === 'array') return '[]';
  return type === 'integer' && format !== undefined ? `${type}/${format}` : type;
}
