import { isValueList, isValueMap, type Value, type ValueMap } from '../../../server/src/conversion/value.ts';
import { listOf, mapOf } from '../../support/values.ts';
import type { IsolatedPair } from './pairs.ts';

/** Names with a meaning for a server. */
const kept: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'spec', 'status']);

/** A pair of definitions with new names for the kind and all fields, and a function that renames them in a text. */
export interface RenamedPair {
  readonly pair: IsolatedPair;
  readonly inText: (text: string) => string;
}

/** Renames the kind and fields of definitions, so that they represent a change and not a project. */
export function renamed({ before, after }: IsolatedPair): RenamedPair {
  const names = new Map<string, string>();
  for (const manifest of [before, after]) collect(manifest, names);
  const inText = (text: string): string =>
    text.replace(/('[^']*'|"[^"]*")|([A-Za-z_]\w*)(?!\w*\()/g, (whole, literal?: string, word?: string) => {
      if (literal !== undefined || word === undefined) return whole;
      const escaped = /^__(\w+)__$/.exec(word)?.[1];
      return names.get(escaped ?? word) ?? whole;
    });
  const schemas = (manifest: ValueMap): ValueMap => {
    const spec = mapOf(manifest['spec']);
    const group = String(spec['group']);
    const versions = listOf(spec['versions']).map((version) => {
      const { schema, selectableFields: _fields, subresources, ...versionFields } = mapOf(version);
      const status = mapOf(subresources)['status'];
      const parts = status === undefined ? {} : { subresources: { status } };
      return {
        ...versionFields,
        ...parts,
        schema: { openAPIV3Schema: schemaOf(mapOf(mapOf(schema)['openAPIV3Schema'])) },
      };
    });
    return {
      ...manifest,
      metadata: { name: `lamps.${group}` },
      spec: {
        group,
        scope: spec['scope'] ?? 'Namespaced',
        names: { kind: 'Lamp', listKind: 'LampList', plural: 'lamps', singular: 'lamp' },
        versions,
      },
    };
  };
  const nameOf = (name: string): string => names.get(name) ?? name;
  const schemaOf = (schema: ValueMap): ValueMap =>
    Object.fromEntries(
      Object.entries(schema).map(([keyword, value]): [string, Value] => {
        if (keyword === 'properties' && isValueMap(value)) {
          return [
            keyword,
            Object.fromEntries(Object.entries(value).map(([name, member]) => [nameOf(name), schemaOf(mapOf(member))])),
          ];
        }
        if (keyword === 'required' || keyword === 'x-kubernetes-list-map-keys') {
          return [keyword, listOf(value).map((name) => nameOf(String(name)))];
        }
        if (keyword === 'default') return [keyword, plainOf(value)];
        if (keyword === 'x-kubernetes-validations') {
          const rules = listOf(value).map(mapOf);
          return [
            keyword,
            rules.map(({ rule, optionalOldSelf }) => ({
              rule: inText(String(rule)),
              ...(optionalOldSelf === undefined ? {} : { optionalOldSelf }),
            })),
          ];
        }
        if (isValueList(value))
          return [keyword, value.map((member) => (isValueMap(member) ? schemaOf(member) : member))];
        return [keyword, isValueMap(value) ? schemaOf(value) : value];
      }),
    );
  const plainOf = (value: Value): Value => {
    if (isValueList(value)) return value.map(plainOf);
    if (!isValueMap(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [nameOf(name), plainOf(member)]));
  };
  return { pair: { before: schemas(before), after: schemas(after) }, inText };
}

function collect(value: Value, names: Map<string, string>): void {
  if (isValueList(value)) for (const member of value) collect(member, names);
  if (!isValueMap(value)) return;
  const { properties } = value;
  for (const name of isValueMap(properties) ? Object.keys(properties) : []) {
    if (!kept.has(name) && !names.has(name)) names.set(name, `field${names.size + 1}`);
  }
  for (const member of Object.values(value)) collect(member, names);
}
