import type { ApiSurface } from '../catalog/surface.ts';
import type { CustomDefinition, CustomVersion } from '../crd/definition.ts';
import { installedVersion } from '../crd/installed.ts';
import type { Json } from '../crd/schema/json.ts';
import { sameSchema } from '../crd/schema/sameSchema.ts';
import { type JsonSchema, schemaOfField } from '../crd/schema/schema.ts';
import { compareVersions, type GroupVersionKind } from '../targets/groupVersion.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';
import type { FamilyMember } from './declared.ts';
import type { DefaultStep, Family } from './family.ts';
import type { Value } from './value.ts';

/** The target's definition of a custom kind, in any version; undefined if it has none. */
export function definitionOf(gvk: GroupVersionKind, surface: ApiSurface): CustomDefinition | undefined {
  const answer = surface.availability(gvk);
  if (answer.state === 'served') return installedVersion(answer.resource)?.definition;
  if (answer.state !== 'custom-version-not-served') return undefined;
  const [any] = answer.alternatives;
  return any === undefined ? undefined : installedVersion(any)?.definition;
}

/** The label of the definition whose webhook converts between two versions of a custom kind; undefined without one. */
export function webhookBetween(from: GroupVersionKind, to: GroupVersionKind, surface: ApiSurface): string | undefined {
  if (from.group !== to.group || from.kind !== to.kind) return undefined;
  const definition = definitionOf(from, surface);
  if (definition?.conversion !== 'Webhook') return undefined;
  return definition.versions.some(({ name }) => name === to.version) ? definition.origin.label : undefined;
}

/** The schema of a custom kind's version: from its definition, or the last release that had the version. */
export function schemaOf(gvk: GroupVersionKind, surface: ApiSurface): JsonSchema | undefined {
  const definition = definitionOf(gvk, surface);
  if (definition === undefined || definition.preserveUnknownFields) return undefined;
  const known = getOrInsertComputed(
    schemas,
    definition,
    () => new Map(definition.versions.map(({ name, schema }) => [name, schema])),
  );
  if (!known.has(gvk.version)) known.set(gvk.version, definition.origin.releases?.earlierSchema(gvk.version));
  return known.get(gvk.version);
}

const schemas = new WeakMap<CustomDefinition, Map<string, JsonSchema | undefined>>();

/**
 * The family of a definition's versions, if no rules describe them. With strategy None the server changes only the
 * apiVersion (`nop_converter.go` of apiextensions-apiserver). With a webhook, versions of the same schema are a family.
 * Differing defaults are steps.
 */
export function definedFamily(gvk: GroupVersionKind, surface: ApiSurface): FamilyMember | undefined {
  const definition = definitionOf(gvk, surface);
  if (definition === undefined) return undefined;
  const known = getOrInsertComputed(answers, definition, () => familiesOf(definition));
  for (const family of known) {
    const version = family.versions.find((familyVersion) => familyVersion.version === gvk.version);
    if (version !== undefined && family.versions.length > 1) return { family, version };
  }
  return undefined;
}

const answers = new WeakMap<CustomDefinition, readonly Family[]>();

function familiesOf(definition: CustomDefinition): readonly Family[] {
  const oldestFirst = [...definition.versions].sort((a, b) => compareVersions(b.name, a.name));
  if (definition.conversion === 'None') return [familyOf(definition, oldestFirst)];
  const groups: CustomVersion[][] = [];
  for (const version of oldestFirst) {
    const group = groups.find(([first]) => first !== undefined && sameSchema(first.schema, version.schema));
    if (group === undefined) groups.push([version]);
    else group.push(version);
  }
  return groups.map((group) => familyOf(definition, group));
}

function familyOf({ group, kind, origin }: CustomDefinition, versions: readonly CustomVersion[]): Family {
  const [first] = versions;
  const haveSameSchema = versions.every(({ schema }) => first !== undefined && sameSchema(schema, first.schema));
  return {
    kind,
    source: origin.label,
    versions: versions.map(({ name, schema }) => ({
      group,
      version: name,
      steps: haveSameSchema ? [] : defaultsOf(schema, versions, '', ''),
    })),
  };
}

/** The defaults of a schema that differ between versions, the outer ones first. */
function defaultsOf(
  schema: JsonSchema,
  versions: readonly CustomVersion[],
  path: string,
  within: string,
): readonly DefaultStep[] {
  const json = schema.default;
  const others = versions.map((version) => schemaAt(version.schema, path)?.default);
  const value = json === undefined ? undefined : plainOf(json);
  const differs = json !== undefined && others.some((other) => other === undefined || keyOf(other) !== keyOf(json));
  const step: readonly DefaultStep[] =
    differs && value !== undefined && path !== '' && !path.endsWith('[]') && !path.endsWith('{}')
      ? [{ step: 'default', path, value, ...(within === '' ? {} : { within }) }]
      : [];
  const below = [...schema.properties]
    .filter(([name]) => path !== '' || !['apiVersion', 'kind', 'metadata', 'status'].includes(name))
    .flatMap(([name, inner]) => defaultsOf(inner, versions, joined(path, name), path));
  const items = schema.items === undefined ? [] : defaultsOf(schema.items, versions, `${path}[]`, path);
  const { additionalProperties } = schema;
  const values =
    typeof additionalProperties === 'object' ? defaultsOf(additionalProperties, versions, `${path}{}`, path) : [];
  return [...step, ...below, ...items, ...values];
}

function joined(path: string, name: string): string {
  if (/[.[\]{}]/.test(name)) return `${path}[${name}]`;
  return path === '' ? name : `${path}.${name}`;
}

function schemaAt(root: JsonSchema, path: string): JsonSchema | undefined {
  let schema: JsonSchema | undefined = root;
  for (const [, field, key, values] of path.matchAll(/\.?([^.[\]{}]+)|\[([^\]]*)\]|(\{\})/g)) {
    const additional: JsonSchema['additionalProperties'] = schema?.additionalProperties;
    if (values !== undefined) schema = typeof additional === 'object' ? additional : undefined;
    else if (field === undefined && key === '') schema = schema?.items;
    else schema = schemaOfField(schema, field ?? key ?? '');
  }
  return schema;
}

/** A JSON value as plain data. */
export function plainOf(json: Json): Value {
  if (json.kind === 'scalar') return json.value;
  if (json.kind === 'list') return json.items.map(plainOf);
  return Object.fromEntries([...json.entries].map(([key, each]) => [key, plainOf(each)]));
}

function keyOf(json: Json): string {
  return JSON.stringify(plainOf(json), (_, nested: unknown) => (typeof nested === 'bigint' ? String(nested) : nested));
}
