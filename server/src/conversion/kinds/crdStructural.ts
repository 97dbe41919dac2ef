import type { MapNode, Node, ScalarValue } from '../../manifest/node.ts';
import { type Draft, type DraftList, DraftMap, listDraft, scalarDraft } from '../../manifest/reconcile/draft.ts';
import { dataOf } from '../draftValue.ts';

/*
 * apiextensions.k8s.io/v1 requires structural schemas
 * (`k8s.io/apiextensions-apiserver/pkg/apiserver/schema/validation.go`, `ValidateStructural`). A non-structural schema
 * becomes the nearest one that accepts every previously valid value.
 */

/** The keyword of a schema that preserves unknown fields. */
export const preserveUnknownFields = 'x-kubernetes-preserve-unknown-fields';

/** The number of changes to a schema, by kind. */
export interface SchemaChanges {
  /** Nodes that got a type. */
  typed: number;
  /** Nodes of unknown type that now accept any value. */
  opened: number;
  /** Removed combinations of schemas (`anyOf` and similar), so that more is allowed. */
  uncombined: number;
  /** Removed restrictions of `metadata`, other than those of its names. */
  metadata: number;
}

/**
 * Makes the schema of a version structural, and preserves unknown fields at each of its schemas with properties.
 */
export function makeStructural(root: DraftMap): SchemaChanges {
  const done: SchemaChanges = { typed: 0, opened: 0, uncombined: 0, metadata: 0 };
  if (root.get('type') === undefined) setType(root, 'object', done);
  if (root.take('additionalProperties') !== undefined) open(root, done);
  const properties = root.map('properties');
  for (const name of ['apiVersion', 'kind']) {
    const draftMap = properties?.map(name);
    if (draftMap !== undefined && draftMap.get('type') === undefined) setType(draftMap, 'string', done);
  }
  restrictMetadata(properties, done);
  restructure(root, done);
  root.set(preserveUnknownFields, scalarDraft(true));
  completeChildren(root, root.map('properties'), done);
  return done;
}

function complete(schema: DraftMap, state: State, done: SchemaChanges): void {
  if (state === 'unclear') restructure(schema, done);
  const properties = schema.map('properties');
  if (properties !== undefined && schema.scalar(preserveUnknownFields) !== true)
    schema.set(preserveUnknownFields, scalarDraft(true));
  completeChildren(schema, properties, done);
}

/** Makes a schema structural, without the schemas in its fields and items. */
function restructure(schema: DraftMap, done: SchemaChanges): void {
  combine(schema, done);
  if (
    schema.get('type') === undefined &&
    schema.scalar(intOrString) !== true &&
    schema.scalar(preserveUnknownFields) !== true
  ) {
    const type = impliedType(schema);
    if (type === undefined) open(schema, done);
    else setType(schema, type, done);
  }
  if (schema.string('type') === 'array' && schema.get('items') === undefined) {
    const items = new DraftMap();
    open(items, done);
    schema.set('items', items);
  }
}

/** Completes the schemas of fields and items. Makes no drafts of unchanged ones, which most are. */
function completeChildren(schema: DraftMap, properties: DraftMap | undefined, done: SchemaChanges): void {
  for (const key of schemaWords) {
    const inner = schema.map(key);
    if (inner !== undefined) completeUnlessFine(inner, done);
  }
  if (properties === undefined) return;
  if (properties.untouched && properties.origin !== undefined) {
    for (const { key, value } of properties.origin.entries) {
      const state = value.kind === 'map' ? stateOf(value) : 'fine';
      const inner = state === 'fine' ? undefined : properties.map(key);
      if (inner !== undefined) complete(inner, state, done);
    }
    return;
  }
  for (const { value } of properties.fields()) if (value instanceof DraftMap) completeUnlessFine(value, done);
}

function completeUnlessFine(schema: DraftMap, done: SchemaChanges): void {
  const { untouched, origin } = schema;
  const state = untouched && origin !== undefined ? stateOf(origin) : 'unclear';
  if (state !== 'fine') complete(schema, state, done);
}

/**
 * A quick classification of a schema:
 * - `fine`: it needs no changes: neither it nor its inner schemas have properties or combinations, and it has a type;
 * - `structural`: it must only preserve unknown fields, and inner schemas may need changes;
 * - `unclear`: it may not be structural.
 */
type State = 'fine' | 'structural' | 'unclear';

/** Classifies a schema by one pass over its keywords, which is faster than a look-up of each possible keyword. */
function stateOf({ entries }: MapNode): State {
  let type: ScalarValue = null;
  let items: Node | undefined;
  let isFine = true;
  for (const { key, value } of entries) {
    if (key === 'items') items = value;
    if (value.kind === 'scalar') {
      if (key === 'type') type = value.value;
    } else if (key === 'type' || junctors.includes(key)) {
      return 'unclear';
    } else if (key === 'properties') {
      isFine = false;
    } else if (isFine && value.kind === 'map' && schemaWords.includes(key)) {
      isFine = stateOf(value) === 'fine';
    }
  }
  if (type === null) return 'unclear';
  if (type === 'array' && (items === undefined || (items.kind === 'scalar' && items.value === null))) return 'unclear';
  return isFine ? 'fine' : 'structural';
}

/** Removes combinations with keywords that they must not have, and converts a combination of integer and string. */
function combine(schema: DraftMap, done: SchemaChanges): void {
  const anyOf = schema.list('anyOf');
  if (anyOf !== undefined && isIntOrString(anyOf)) {
    if (schema.get('type') !== undefined) {
      schema.take('anyOf');
    } else {
      const [first, second] = anyOf.items;
      const isReversed = first instanceof DraftMap && first.string('type') === 'string';
      if (isReversed && second !== undefined) schema.set('anyOf', listDraft([second, first]));
      if (schema.scalar(intOrString) !== true) {
        schema.set(intOrString, scalarDraft(true));
        done.typed++;
      }
    }
  }
  for (const junctor of junctors) {
    const value = schema.get(junctor);
    if (value === undefined || (junctor === 'anyOf' && value.kind === 'list' && isIntOrString(value))) continue;
    const parts = partsOf(value);
    if (parts.every((part, i) => isPart(part, schema, junctor === 'allOf' && i === 0))) {
      for (const part of parts) reduce(part);
    } else {
      schema.take(junctor);
      done.uncombined++;
    }
  }
}

const schemaWords = ['items', 'additionalProperties'];
const junctors = ['anyOf', 'oneOf', 'allOf', 'not'];
const intOrString = 'x-kubernetes-int-or-string';

/** Keywords that do not constrain values. */
const annotationWords = ['title', 'description', 'default'];

/**
 * Whether a schema in a combination adds only validation, for fields and items that the combined schema has. It may
 * repeat the type.
 */
function isPart(part: DraftMap, of: DraftMap | undefined, mayBeIntOrString = false): boolean {
  for (const { key } of part.fields()) {
    if (key === 'nullable' || key === 'additionalProperties' || key.startsWith('x-kubernetes-')) return false;
  }
  const type = part.get('type');
  if (type !== undefined && (of === undefined || of.string('type') !== part.string('type'))) return false;
  for (const { key, value } of part.map('properties')?.fields() ?? []) {
    const draftMap = of?.map('properties')?.map(key);
    if (draftMap === undefined || !(value instanceof DraftMap) || !isPart(value, draftMap)) return false;
  }
  const items = part.map('items');
  if (items !== undefined && (of?.map('items') === undefined || !isPart(items, of.map('items')))) return false;
  return junctors.every((junctor) => {
    const value = part.get(junctor);
    if (value === undefined) return true;
    if (mayBeIntOrString && junctor === 'anyOf' && value.kind === 'list' && isIntOrString(value)) return true;
    return partsOf(value).every((inner) => isPart(inner, of));
  });
}

/** Removes keywords that a schema in a combination must not have: annotations, and a repeated type. */
function reduce(part: DraftMap): void {
  for (const word of [...annotationWords, 'type']) if (part.get(word) !== undefined) part.take(word);
  const properties = [...(part.map('properties')?.fields() ?? [])].map(({ value }) => value);
  const combined = junctors.flatMap((junctor) => {
    const value = part.get(junctor);
    return value?.kind === 'list' && isIntOrString(value) ? [] : partsOf(value);
  });
  const inner = [part.map('items'), ...properties, ...combined];
  for (const draft of inner) if (draft instanceof DraftMap) reduce(draft);
}

function partsOf(value: Draft | undefined): readonly DraftMap[] {
  if (value instanceof DraftMap) return [value];
  return value?.kind === 'list' ? value.items.flatMap((item) => (item instanceof DraftMap ? [item] : [])) : [];
}

function isIntOrString({ items }: DraftList): boolean {
  const types = items.map((item) => JSON.stringify(dataOf(item)));
  return types.length === 2 && types.includes('{"type":"integer"}') && types.includes('{"type":"string"}');
}

/** The only type that the keywords of a schema apply to; undefined if it is unclear. */
function impliedType(schema: DraftMap): string | undefined {
  const has = (...words: readonly string[]) => words.some((word) => schema.get(word) !== undefined);
  if (has('properties', 'additionalProperties', 'required', 'minProperties', 'maxProperties')) return 'object';
  if (has('items', 'minItems', 'maxItems')) return 'array';
  if (has('pattern', 'minLength', 'maxLength')) return 'string';
  const choices = schema.list('enum')?.items.map((item) => (item.kind === 'scalar' ? typeof item.value : undefined));
  if (choices !== undefined && choices.length > 0 && choices.every((choice) => choice === 'string')) return 'string';
  return undefined;
}

function setType(schema: DraftMap, type: string, done: SchemaChanges): void {
  schema.set('type', scalarDraft(type));
  done.typed++;
}

function open(schema: DraftMap, done: SchemaChanges): void {
  schema.set(preserveUnknownFields, scalarDraft(true));
  done.opened++;
}

/** Removes restrictions of the root's `metadata`, except for those of `name` and `generateName` alone. */
function restrictMetadata(properties: DraftMap | undefined, done: SchemaChanges): void {
  const metadata = properties?.map('metadata');
  if (properties === undefined || metadata === undefined) return;
  const names = [...(metadata.map('properties')?.fields() ?? [])].map(({ key }) => key);
  const words = [...metadata.fields()].map(({ key }) => key);
  const isAllowed =
    words.every((word) => word === 'type' || word === 'properties') &&
    names.every((name) => name === 'name' || name === 'generateName') &&
    metadata.string('type') === 'object';
  if (isAllowed) return;
  const unrestricted = new DraftMap();
  unrestricted.set('type', scalarDraft('object'));
  properties.set('metadata', unrestricted);
  done.metadata++;
}
