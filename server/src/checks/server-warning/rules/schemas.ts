import type { EffectiveVersions } from '../../../catalog/surface.ts';
import type { Minor } from '../../../target/version.ts';
import type { Cursor } from '../cursor.ts';
import { schemaFormatsAt, sends } from '../facts.ts';
import type { Warn, WarningRule } from '../rule.ts';

/** Nested so deep, no schema is a schema that a person wrote. */
const deepest = 200;

/** Schemas of CustomResourceDefinitions: formats that are not known, and sets of what cannot be in one. */
export const schemaRules: readonly WarningRule[] = [
  {
    source: 'staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go',
    kinds: ['apiextensions.k8s.io/CustomResourceDefinition'],
    run(root, warn, { versions }) {
      const spec = root.at('spec');
      const schemas = [
        spec.at('validation', 'openAPIV3Schema'),
        ...spec.at('versions').items.map((version) => version.at('schema', 'openAPIV3Schema')),
      ];
      for (const schema of schemas) {
        for (const one of schemasBelow(schema, 0)) {
          if (sends(versions.binary, 'schemaFormats')) warnOfFormat(one, versions, warn);
          if (sends(versions.binary, 'schemaSets')) warnOfSet(one, warn);
        }
      }
    },
  },
];

/** `GetUnrecognizedFormats`: formats are for strings, whole numbers and numbers. */
function warnOfFormat(schema: Cursor, { binary, minCompatibility }: EffectiveVersions, warn: Warn): void {
  const format = schema.at('format');
  const type = schema.at('type').text;
  if (format.text === '' || isKnown(format.text, type, minCompatibility)) return;
  if (type !== 'string' && !sends(binary, 'schemaFormatsOfEveryType')) return;
  warn(
    format,
    `The format "${format.text}" is not known; values are not checked against it.`,
    'Use a format that Kubernetes knows, or a pattern.',
  );
}

function isKnown(format: string, type: string, compatibility: Minor): boolean {
  if (type === '' || type === 'string') return schemaFormatsAt(compatibility).has(format.replaceAll('-', ''));
  if (type === 'integer') return format === 'int32' || format === 'int64';
  return type === 'number' && (format === 'float' || format === 'double');
}

function warnOfSet(schema: Cursor, warn: Warn): void {
  const type = schema.at('items', 'type').text;
  if (schema.at('x-kubernetes-list-type').text !== 'set' || (type !== 'object' && type !== 'array')) return;
  warn(
    schema.at('x-kubernetes-list-type'),
    `A set of items of the type ${type} is not supported by server-side apply and CEL rules.`,
    'Use a list of the type map with its keys, or atomic.',
  );
}

/** A schema and everything below it, as `SchemaHas` in apiextensions walks it. */
function* schemasBelow(schema: Cursor, depth: number): Generator<Cursor> {
  if (schema.node?.kind !== 'map' || depth > deepest) return;
  yield schema;
  const below: Cursor[] = [schema.at('not'), schema.at('additionalProperties'), schema.at('additionalItems')];
  const items = schema.at('items');
  below.push(items, ...items.items);
  for (const name of ['allOf', 'anyOf', 'oneOf']) below.push(...schema.at(name).items);
  for (const name of ['properties', 'patternProperties', 'definitions', 'dependencies']) {
    below.push(...schema.at(name).entries.map(([, one]) => one));
  }
  for (const one of below) yield* schemasBelow(one, depth + 1);
}
