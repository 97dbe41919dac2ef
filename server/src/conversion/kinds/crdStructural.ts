import type { MapNode, Node, ScalarValue } from '../../manifest/node.ts';
import { type Draft, type DraftList, DraftMap, listDraft, scalarDraft } from '../../manifest/reconcile/draft.ts';
import { dataOf } from '../draftValue.ts';

/*
 * The requirements of structural schemas, without which apiextensions.k8s.io/v1 refuses them
 * (`k8s.io/apiextensions-apiserver/pkg/apiserver/schema/validation.go`, `ValidateStructural`). A non-structural schema
 * becomes the nearest one that accepts every previously valid value.
 */

/** Preserves unknown fields beside the properties of a schema. */
export const preserveUnknownFields = 'x-kubernetes-preserve-unknown-fields';

/** The number of changes to a schema, by kind. */
export interface SchemaChanges {
  /** Nodes that got a type. */
  typed: number;
  /** Nodes of unknown type that now accept any value. */
  opened: number;
  /** Removed combinations of schemas (`anyOf` and similar), so that more is allowed. */
  uncombined: number;
  /** Restrictions of `metadata` beyond its names that are gone. */
  metadata: number;
}

/**
 * Makes the schema of one version structural and preserves unknown fields wherever it has properties; a schema that
 * already does stays unchanged.
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
  below(root, root.map('properties'), done);
  return done;
}

function node(schema: DraftMap, state: State, done: SchemaChanges): void {
  if (state === 'amiss') restructure(schema, done);
  const properties = schema.map('properties');
  if (properties !== undefined && schema.scalar(preserveUnknownFields) !== true)
    schema.set(preserveUnknownFields, scalarDraft(true));
  below(schema, properties, done);
}

/** The requirements on a schema itself. */
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

/** The schemas inside a schema. Those that need no changes, which most are, are not opened. */
function below(schema: DraftMap, properties: DraftMap | undefined, done: SchemaChanges): void {
  for (const key of schemaWords) {
    const inner = schema.map(key);
    if (inner !== undefined) ifNotFine(inner, done);
  }
  if (properties === undefined) return;
  if (properties.untouched && properties.origin !== undefined) {
    for (const { key, value } of properties.origin.entries) {
      const state = value.kind === 'map' ? stateAsRead(value) : 'fine';
      const inner = state === 'fine' ? undefined : properties.map(key);
      if (inner !== undefined) node(inner, state, done);
    }
    return;
  }
  for (const { value } of properties.fields()) if (value instanceof DraftMap) ifNotFine(value, done);
}

function ifNotFine(schema: DraftMap, done: SchemaChanges): void {
  const { untouched, origin } = schema;
  const state = untouched && origin !== undefined ? stateAsRead(origin) : 'amiss';
  if (state !== 'fine') node(schema, state, done);
}

/**
 * A quick classification of a schema: no changes needed, since it has a type, no combinations and no properties, and
 * neither have the schemas inside; only unknown fields to preserve and changes inside; or possibly not structural.
 */
type State = 'fine' | 'structural' | 'amiss';

/** One look at each of the words that were read spares asking for every word that could matter. */
function stateAsRead({ entries }: MapNode): State {
  let type: ScalarValue = null;
  let items: Node | undefined;
  let isFine = true;
  for (const { key, value } of entries) {
    if (key === 'items') items = value;
    if (value.kind === 'scalar') {
      if (key === 'type') type = value.value;
    } else if (key === 'type' || junctors.includes(key)) {
      return 'amiss';
    } else if (key === 'properties') {
      isFine = false;
    } else if (isFine && value.kind === 'map' && schemaWords.includes(key)) {
      isFine = stateAsRead(value) === 'fine';
    }
  }
  if (type === null) return 'amiss';
  if (type === 'array' && (items === undefined || (items.kind === 'scalar' && items.value === null))) return 'amiss';
  return isFine ? 'fine' : 'structural';
}

/**
 * Removes combinations with keywords that only the node itself may have; an integer-or-string combination is converted.
 */
function combine(schema: DraftMap, done: SchemaChanges): void {
  const anyOf = schema.list('anyOf');
  if (anyOf !== undefined && isIntOrString(anyOf)) {
    if (schema.get('type') !== undefined) {
      schema.take('anyOf');
    } else {
      const [first, second] = anyOf.items;
      const swapped = first instanceof DraftMap && first.string('type') === 'string';
      if (swapped && second !== undefined) schema.set('anyOf', listDraft([second, first]));
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
const remarks = ['title', 'description', 'default'];

/**
 * Whether a schema in a combination adds only validation, on fields and items that the node has. It may repeat the
 * node's type.
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

/** Removes from a part what only the node itself may have: annotations, and a repeated type. */
function reduce(part: DraftMap): void {
  for (const word of [...remarks, 'type']) if (part.get(word) !== undefined) part.take(word);
  const properties = [...(part.map('properties')?.fields() ?? [])].map(({ value }) => value);
  const combined = junctors.flatMap((junctor) => {
    const value = part.get(junctor);
    return value?.kind === 'list' && isIntOrString(value) ? [] : partsOf(value);
  });
  const below = [part.map('items'), ...properties, ...combined];
  for (const draft of below) if (draft instanceof DraftMap) reduce(draft);
}

function partsOf(value: Draft | undefined): readonly DraftMap[] {
  if (value instanceof DraftMap) return [value];
  return value?.kind === 'list' ? value.items.flatMap((item) => (item instanceof DraftMap ? [item] : [])) : [];
}

function isIntOrString({ items }: DraftList): boolean {
  const types = items.map((item) => JSON.stringify(dataOf(item)));
  return types.length === 2 && types.includes('{"type":"integer"}') && types.includes('{"type":"string"}');
}

/** The type that a schema's other words only make sense for. */
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

/** At the root `metadata` may only restrict the two names. */
function restrictMetadata(properties: DraftMap | undefined, done: SchemaChanges): void {
  const metadata = properties?.map('metadata');
  if (properties === undefined || metadata === undefined) return;
  const names = [...(metadata.map('properties')?.fields() ?? [])].map(({ key }) => key);
  const words = [...metadata.fields()].map(({ key }) => key);
  const fine =
    words.every((word) => word === 'type' || word === 'properties') &&
    names.every((name) => name === 'name' || name === 'generateName') &&
    metadata.string('type') === 'object';
  if (fine) return;
  const plain = new DraftMap();
  plain.set('type', scalarDraft('object'));
  properties.set('metadata', plain);
  done.metadata++;
}
