import {
  flag,
  isObject,
  type JsonObject,
  object,
  optionalText,
  text,
  texts,
} from '../../server/data/generator/json.ts';
import { definitionsIn } from '../../server/src/crd/definitionList.ts';
import { jsonOf, jsonText, type PlainJson } from '../../server/src/crd/schema/json.ts';

/** The schema of one field, by the keys of the facts; see `server/src/crd/sets/pack.ts`. */
export type FieldRow = Readonly<Record<string, PlainJson>>;

/** A CustomResourceDefinition as one release has it. */
export interface DefinitionFacts {
  readonly group: string;
  readonly kind: string;
  /** The common facts of all its versions: names, scope and conversion, by the keys of the facts. */
  readonly common: FieldRow;
  readonly versions: readonly FieldRow[];
  /** The rows of each version's schema, by path; none of versions without one. */
  readonly schemas: ReadonlyMap<string, ReadonlyMap<string, FieldRow>>;
}

/** The definitions in the text of a file; none if it has none or cannot be read. */
export function definitionFactsIn(yaml: string, file: string): readonly DefinitionFacts[] {
  return definitionsIn(yaml, file).flatMap(({ spec, writtenAs }) =>
    spec === undefined
      ? []
      : [factsOf(object(JSON.parse(jsonText(jsonOf(spec, spec)))), writtenAs?.endsWith('/v1beta1') === true)],
  );
}

function factsOf(spec: JsonObject, isBeta: boolean): DefinitionFacts {
  const names = object(spec['names']);
  const shared = isObject(spec['validation']) ? spec['validation']['openAPIV3Schema'] : undefined;
  const listed = Array.isArray(spec['versions']) ? spec['versions'].map(object) : [];
  const versions = listed.length > 0 ? listed : [{ name: spec['version'], served: true, storage: true }];
  const keeps = isBeta && spec['preserveUnknownFields'] !== false;
  const schemas = new Map<string, ReadonlyMap<string, FieldRow>>();
  const rows = versions.map((version): FieldRow => {
    const name = text(version['name']);
    const versionSchema = isObject(version['schema']) ? version['schema']['openAPIV3Schema'] : undefined;
    const schema = versionSchema ?? shared;
    if (isObject(schema)) schemas.set(name, fieldRows(schema));
    const warning = optionalText(version['deprecationWarning']);
    const sub = version['subresources'] ?? spec['subresources'];
    return {
      name,
      served: flag(version['served']),
      storage: flag(version['storage']),
      ...(version['deprecated'] === true ? { deprecated: true } : {}),
      ...(warning === undefined ? {} : { deprecationWarning: warning }),
      ...(keeps ? { keepsUnknown: true } : {}),
      ...(isObject(schema) ? {} : { noSchema: true }),
      ...(isObject(sub) && Object.keys(sub).length > 0 ? { sub: Object.keys(sub).sort() } : {}),
    };
  });
  const conversion = isObject(spec['conversion']) ? optionalText(spec['conversion']['strategy']) : undefined;
  const [shortNames, categories] = [texts(names['shortNames']), texts(names['categories'])];
  return {
    group: text(spec['group']),
    kind: text(names['kind']),
    common: {
      plural: text(names['plural']),
      scope: text(spec['scope']),
      ...(shortNames.length === 0 ? {} : { shortNames }),
      ...(categories.length === 0 ? {} : { categories }),
      conversion: conversion ?? 'None',
    },
    versions: rows,
    schemas,
  };
}

/** The fields that the server adds to every object. */
const ownFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

function fieldRows(root: JsonObject): ReadonlyMap<string, FieldRow> {
  const rows = new Map<string, FieldRow>();
  const walk = (schema: JsonObject, path: string, isRequired: boolean): void => {
    rows.set(path, rowOf(schema, isRequired));
    const required = Array.isArray(schema['required']) ? schema['required'] : [];
    for (const [name, inner] of Object.entries(isObject(schema['properties']) ? schema['properties'] : {})) {
      if ((path === '' && ownFields.has(name)) || !isObject(inner)) continue;
      walk(inner, path === '' ? name : `${path}.${name}`, required.includes(name));
    }
    if (isObject(schema['items'])) walk(schema['items'], `${path}[]`, false);
    if (isObject(schema['additionalProperties'])) walk(schema['additionalProperties'], `${path}{}`, false);
  };
  walk(root, '', false);
  return rows;
}

/** Keywords with unchanged values, by their keys in the facts. */
const keywords: readonly (readonly [key: string, keyword: string])[] = [
  ['e', 'enum'],
  ['df', 'default'],
  ['pat', 'pattern'],
  ['minl', 'minLength'],
  ['maxl', 'maxLength'],
  ['min', 'minimum'],
  ['max', 'maximum'],
  ['mini', 'minItems'],
  ['maxi', 'maxItems'],
  ['minp', 'minProperties'],
  ['maxp', 'maxProperties'],
  ['lt', 'x-kubernetes-list-type'],
  ['lk', 'x-kubernetes-list-map-keys'],
  ['mt', 'x-kubernetes-map-type'],
];

/** Keywords that are true or absent. */
const switches: readonly (readonly [key: string, keyword: string])[] = [
  ['null', 'nullable'],
  ['keep', 'x-kubernetes-preserve-unknown-fields'],
  ['embedded', 'x-kubernetes-embedded-resource'],
];

function rowOf(schema: JsonObject, isRequired: boolean): FieldRow {
  const kept = keywords.flatMap(([key, keyword]) => {
    const value = schema[keyword];
    return value === undefined ? [] : [[key, plain(value)] as const];
  });
  const on = switches.flatMap(([key, keyword]) => (schema[keyword] === true ? [[key, true] as const] : []));
  const rules = schema['x-kubernetes-validations'];
  const logic = logicOf(schema);
  return {
    t: typeOf(schema),
    ...(isRequired ? { r: 1 } : {}),
    ...Object.fromEntries([...kept, ...on]),
    ...(Array.isArray(rules) ? { cel: rules.length } : {}),
    ...(logic === 0 ? {} : { logic }),
  };
}

function typeOf(schema: JsonObject): string {
  if (schema['x-kubernetes-int-or-string'] === true) return 'int-or-string';
  const [type, format] = [optionalText(schema['type']), optionalText(schema['format'])];
  if (type === undefined) return 'any';
  if (type === 'array') return '[]';
  return format === undefined ? type : `${type}/${format}`;
}

/** How many schemas are combined in one, which the facts do not have. */
function logicOf(schema: JsonObject): number {
  // It is equivalent to the type.
  const any = schema['x-kubernetes-int-or-string'] === true ? undefined : schema['anyOf'];
  const lists = [any, schema['oneOf'], schema['allOf']];
  return lists.reduce<number>(
    (sum, list) => sum + (Array.isArray(list) ? list.length : 0),
    isObject(schema['not']) ? 1 : 0,
  );
}

/** A value of parsed JSON. */
export function plain(value: unknown): PlainJson {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(object(value)).map(([key, each]) => [key, plain(each)]));
}
