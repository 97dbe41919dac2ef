import { entryFor, type MapNode, mapFor, type Node, valueFor } from '../../manifest/node.ts';
import { entryOf, type FieldPath, fieldOf, itemOf } from '../../text/fieldPath.ts';
import type { Span } from '../../text/span.ts';
import type { CustomDefinition, CustomVersion } from '../definition.ts';
import type { JsonSchema } from '../schema/schema.ts';
import type { SchemaPosition } from './rule.ts';

const nowhere: Span = { start: 0, end: 0 };
const spec = fieldOf(undefined, 'spec');

/** The place of a field of `spec`; of `spec` itself where it has none. */
export function specPosition(definition: CustomDefinition, name: string): SchemaPosition {
  const entry = definition.spec === undefined ? undefined : entryFor(definition.spec, name);
  const first = definition.spec?.entries[0]?.keySpan ?? nowhere;
  return { path: entry === undefined ? spec : fieldOf(spec, name), span: entry?.keySpan ?? first, version: undefined };
}

/** The place of a version. */
export function versionPosition(definition: CustomDefinition, version: CustomVersion): SchemaPosition {
  const index = definition.versions.indexOf(version);
  return {
    path: itemOf(fieldOf(spec, 'versions'), index),
    span: version.span ?? nowhere,
    version: version.name,
  };
}

/** The place of a version's schema. */
export function schemaPosition(definition: CustomDefinition, version: CustomVersion): SchemaPosition {
  const { path, span } = versionPosition(definition, version);
  const versions = definition.spec === undefined ? undefined : valueFor(definition.spec, 'versions');
  const node = versions?.kind === 'list' ? versions.items[definition.versions.indexOf(version)] : undefined;
  const schema = node?.kind === 'map' ? mapFor(node, 'schema') : undefined;
  const key = schema === undefined ? undefined : entryFor(schema, 'openAPIV3Schema')?.keySpan;
  return { path: fieldOf(fieldOf(path, 'schema'), 'openAPIV3Schema'), span: key ?? span, version: version.name };
}

/** The place of a keyword of the schema at a place; the place itself where the schema does not have it. */
export function keywordPosition({ node }: JsonSchema, position: SchemaPosition, keyword: string): SchemaPosition {
  const entry = node === undefined ? undefined : entryFor(node, keyword);
  return entry === undefined ? position : { ...position, path: fieldOf(position.path, keyword), span: entry.keySpan };
}

/** The place of a property of the schema at a place. */
export function propertyPosition({ node }: JsonSchema, position: SchemaPosition, name: string): SchemaPosition {
  const properties = node === undefined ? undefined : mapFor(node, 'properties');
  return within(properties, entryOf(fieldOf(position.path, 'properties'), name), position, name);
}

/** The place of the schema below `items` or `additionalProperties`. */
export function positionBelow({ node }: JsonSchema, position: SchemaPosition, keyword: string): SchemaPosition {
  return within(node, fieldOf(position.path, keyword), position, keyword);
}

function within(map: Node | undefined, path: FieldPath, position: SchemaPosition, key: string): SchemaPosition {
  const entry = map?.kind === 'map' ? entryFor(map satisfies MapNode, key) : undefined;
  return { ...position, path, span: entry?.keySpan ?? position.span };
}
