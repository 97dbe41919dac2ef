import { structOf } from '../catalog/structOf.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import type { ApiField, ApiType, FieldType } from '../catalog/types.ts';
import type { KnownKind } from '../crd/sets/knownKinds.ts';
import { describeType } from '../decode/describeType.ts';
import { plainOrQuoted, quoted } from '../manifest/edit/write.ts';
import { formatMinor } from '../targets/version.ts';
import type { Descriptions } from './descriptions.ts';
import { gatesOf, outcomeOfField } from './fieldAt.ts';
import { descriptionOf } from './fieldDescription.ts';
import { hasKnownKeys, hasNamedValues, keysOfMap, valuesOfField } from './knownValues.ts';
import { referredKind } from './nameReference.ts';
import type { OutlinePosition } from './outline.ts';
import { serverOwnershipNote } from './serverOwnershipNote.ts';
import { ranked, type Suggestion } from './suggestion.ts';
import { suggestKinds, suggestVersions } from './suggestKinds.ts';
import { suggestKnownObjects } from './suggestKnownKinds.ts';
import { namesParts } from './suggestNames.ts';
import { suggestObjects } from './suggestObjects.ts';
import { memberType, type TypeAtPosition, typeAt } from './typeAt.ts';

interface TypedAt {
  readonly surface: ApiSurface;
  readonly typed: TypeAtPosition;
}

/** The document of a position, and the sources of suggestions besides targets. */
export interface SuggestContext {
  /** Whether strings and keys need quotes. */
  readonly isJson: boolean;
  /** The source of field descriptions. */
  readonly descriptions?: Descriptions;
  /** The kinds of the built-in sets, read when needed. */
  readonly knownKinds?: () => readonly KnownKind[];
  /** The type of a file that Kustomize reads: its apiVersion and kind may be absent, and no cluster serves them. */
  readonly rootType?: ApiType | undefined;
}

/** The completions at a position, by the targets, best first. */
export function suggestAt(
  position: OutlinePosition,
  surfaces: readonly ApiSurface[],
  context: SuggestContext,
): readonly Suggestion[] {
  const { isJson, descriptions, rootType } = context;
  const at = surfaces.flatMap((surface): TypedAt[] => {
    const typed = typeAt(position.container, surface, rootType);
    return typed === undefined ? [] : [{ surface, typed }];
  });
  const [first] = at;
  if (first === undefined) return [];
  const isRoot = first.typed.root === position.container && rootType === undefined;
  if (position.slot === 'value') return valuesBehind(position, at, isRoot, context);
  if (isRoot && first.typed.gvk === undefined) {
    return [...headOf(position, isJson), ...objectsAt(position, surfaces, context)];
  }
  const items = at.map(({ surface, typed }) => ({
    surface,
    typed: typed.type?.kind === 'list' ? memberType(typed, 0) : typed,
  }));
  const isItem = !position.flow && at.some(({ typed }) => typed.type?.kind === 'list');
  const inner = isItem ? { ...position, column: position.column + 2 } : position;
  const found = [
    ...fieldsOf(inner, items, isJson, descriptions),
    ...keysAt(inner, items, isJson),
    ...valuesOf(items, inner, isJson),
  ];
  if (!isItem) return ranked(found);
  return ranked(
    found.map((suggestion) => ({
      ...suggestion,
      pieces: suggestion.pieces.map((piece, index) => (index === 0 ? `- ${piece}` : piece)),
    })),
  );
}

const head: readonly string[] = ['apiVersion', 'kind', 'metadata'];

/** For a map that may become an object: it has no keys but those that objects begin with. */
function headOf(position: OutlinePosition, isJson: boolean): readonly Suggestion[] {
  const { entries } = position.container;
  // Dashes are the beginning of the next document.
  if (position.word.text.startsWith('-')) return [];
  if (![...entries.keys()].every((key) => key === position.word.text || key === 'spec' || head.includes(key)))
    return [];
  return head
    .filter((name) => !entries.has(name) && name !== 'metadata')
    .map((label, rank) => {
      const pieces = [keyText(label, position, isJson)];
      return {
        label,
        kind: 'field',
        pieces,
        detail: 'of every object',
        note: '',
        opensNext: !position.hasColon,
        deprecated: false,
        rank,
      };
    });
}

/** Whole objects, for a YAML document with only the word being typed. */
export function objectsAt(
  position: OutlinePosition,
  surfaces: readonly ApiSurface[],
  { isJson, knownKinds }: SuggestContext,
): readonly Suggestion[] {
  const { container, word, column, slot, flow, hasColon } = position;
  const isEmpty = slot === 'key' && !flow && !hasColon && column === 0 && container.parent === undefined;
  if (!isEmpty || isJson || container.kind !== 'map' || container.entries.size > 0) return [];
  if (word.quote !== '' || !/^[A-Za-z]*$/.test(word.text)) return [];
  return [...suggestObjects(surfaces), ...suggestKnownObjects(word.text, surfaces, knownKinds?.() ?? [])];
}

function valuesBehind(
  position: OutlinePosition,
  at: readonly TypedAt[],
  isRoot: boolean,
  { isJson, knownKinds }: SuggestContext,
): readonly Suggestion[] {
  const surfaces = at.map(({ surface }) => surface);
  const { key, container, column, word } = position;
  const head = { outline: container, column, word: word.text, knownKinds: knownKinds?.() ?? [] };
  if (isRoot && key === 'apiVersion')
    return suggestVersions(head, surfaces).map((suggestion) => positioned(suggestion, position, isJson));
  if (isRoot && key === 'kind')
    return suggestKinds(head, surfaces).map((suggestion) => positioned(suggestion, position, isJson));
  const members = at.map(({ surface, typed }) => ({ surface, typed: memberType(typed, key ?? 0) }));
  return ranked(valuesOf(members, position, isJson));
}

/** Version and kind names need quotes only in JSON; in a quoted word nothing can follow. */
function positioned(suggestion: Suggestion, { word, touchesColon }: OutlinePosition, isJson: boolean): Suggestion {
  const [first = '', ...rest] = suggestion.pieces;
  if (word.quote !== '' || isJson)
    return { ...suggestion, pieces: [word.quote === '' ? quoted(suggestion.label) : suggestion.label] };
  return { ...suggestion, pieces: [`${touchesColon ? ' ' : ''}${first}`, ...rest] };
}

function fieldsOf(
  position: OutlinePosition,
  at: readonly TypedAt[],
  isJson: boolean,
  descriptions: Descriptions | undefined,
): readonly Suggestion[] {
  const types = at.map(({ surface, typed }) => ({ surface, typed, type: structOf(typed.type) }));
  const names = new Set(types.flatMap(({ type }) => [...(type?.fields.keys() ?? [])]));
  return [...names]
    .filter((name) => name === position.word.text || !position.container.entries.has(name))
    .flatMap((name) => {
      const having = types.map(({ surface, typed, type }) => ({ surface, typed, field: type?.fields.get(name) }));
      const shown = having.find(({ field }) => field !== undefined);
      if (shown?.field === undefined) return [];
      const text = descriptions && descriptionOf(shown.typed, shown.field, shown.surface, descriptions);
      return [{ ...fieldSuggestion(shown.field, having, position, isJson), text }];
    });
}

interface FieldAtTarget extends TypedAt {
  readonly field: ApiField | undefined;
}

function fieldSuggestion(
  field: ApiField,
  having: readonly FieldAtTarget[],
  position: OutlinePosition,
  isJson: boolean,
): Suggestion {
  const lacking = having
    .filter((fieldAtTarget) => fieldAtTarget.field === undefined)
    .map(({ surface }) => surface.name);
  const dropping = having
    .filter(
      (fieldAtTarget) =>
        outcomeOfField(fieldAtTarget.field, fieldAtTarget.typed.gvk?.kind, fieldAtTarget.surface).state === 'dropped',
    )
    .map(({ surface }) => surface.name);
  const gates = [...new Set(having.flatMap(changeableGates))];
  const notes = [
    ...gates,
    ...(lacking.length === 0 ? [] : [`since ${formatMinor(field.introduced)}, not known to ${lacking.join(', ')}`]),
    ...(dropping.length === 0 ? [] : [`dropped by ${dropping.join(', ')}`]),
  ];
  const owned = having.some(
    ({ surface, typed }) =>
      serverOwnershipNote({ gvk: typed.gvk, steps: [...typed.steps, field.name] }, surface) !== undefined,
  );
  return {
    label: field.name,
    kind: 'field',
    pieces: [keyText(field.name, position, isJson, field.type)],
    opensNext: !position.hasColon && having.some((at) => hasNextList(at) || isName(at, position)),
    detail: `${describeType(field.type)}${field.required ? ', required' : ''}`,
    note: notes.join('; '),
    deprecated: field.deprecated,
    rank: owned ? 4 : field.deprecated ? 3 : notes.length > 0 ? 2 : field.required ? 0 : 1,
  };
}

/** Whether there is something to choose from below a field, or in the items of its list. */
function hasNextList({ field }: FieldAtTarget): boolean {
  const type = field?.type.kind === 'list' ? field.type.item : field?.type;
  if (field === undefined || type === undefined) return false;
  if (type.kind === 'object') return type.type.fields.size > 0;
  if (type.kind === 'map') return hasKnownKeys(field);
  return type.kind === 'scalar' && (type.scalar === 'boolean' || hasNamedValues(field));
}

/** Whether the workspace may have names for a field. */
function isName({ typed, field }: FieldAtTarget, { container }: OutlinePosition): boolean {
  const owner = structOf(typed.type);
  if (owner === undefined || field === undefined) return false;
  const textOf = (name: string) => container.entries.get(name) ?? '';
  return namesParts(owner.name, field.name) || referredKind(owner, field.name, textOf) !== undefined;
}

/** The gates that a field is under at a target where they can still be turned. */
function changeableGates({ surface, field }: FieldAtTarget): readonly string[] {
  if (field === undefined) return [];
  return gatesOf(field, surface).flatMap((name) => {
    const gate = surface.gates.get(name);
    return gate === undefined || gate.stage === 'GA' ? [] : [`${name} (${gate.stage.toLowerCase()})`];
  });
}

/** A key with the beginning of its value, without text that is already present. */
function keyText(
  name: string,
  { word, hasColon, flow, column }: OutlinePosition,
  isJson: boolean,
  type?: FieldType,
): string {
  const key = isJson && word.quote === '' ? quoted(name) : name;
  if (hasColon || word.quote !== '') return key;
  const below = `${key}:\n${' '.repeat(Math.max(column, 0) + 2)}`;
  if (flow || type === undefined || type.kind === 'scalar' || type.kind === 'schema-or') return `${key}: `;
  return type.kind === 'list' ? `${below}- ` : below;
}

/** The keys of a map that mean something. */
function keysAt(position: OutlinePosition, at: readonly TypedAt[], isJson: boolean): readonly Suggestion[] {
  const { container, word } = position;
  const keys = new Set(at.flatMap(({ typed }) => (typed.type?.kind === 'map' ? keysOfMap(typed) : [])));
  return [...keys]
    .filter((key) => key === word.text || !container.entries.has(key))
    .map((label) => ({
      label,
      kind: 'field',
      pieces: [keyText(label, position, isJson)],
      opensNext: !position.hasColon,
      detail: 'a key with a meaning',
      note: '',
      deprecated: false,
      rank: 1,
    }));
}

/** The values that a field names: booleans, enumerations, the constants of its Go type, and conventional ones. */
function valuesOf(at: readonly TypedAt[], position: OutlinePosition, isJson: boolean): readonly Suggestion[] {
  if (at.some(({ typed }) => typed.type?.kind === 'scalar' && typed.type.scalar === 'boolean')) {
    return ['true', 'false'].map((label) => valueSuggestion(label, label, '', position));
  }
  const named = at.map(({ surface, typed }) => ({
    surface,
    values: typed.type?.kind === 'scalar' ? valuesOfField(typed, surface, position.container) : [],
  }));
  return [...new Set(named.flatMap(({ values }) => values))].map((value) => {
    const lacking = named.filter(({ values }) => !values.includes(value)).map(({ surface }) => surface.name);
    const note = lacking.length === 0 ? '' : `not known to ${lacking.join(', ')}`;
    const written = isJson ? quoted(value) : plainOrQuoted(value);
    return valueSuggestion(value, position.word.quote === '' ? written : value, note, position);
  });
}

function valueSuggestion(
  label: string,
  written: string,
  note: string,
  { touchesColon, flow }: OutlinePosition,
): Suggestion {
  const space = touchesColon && !flow ? ' ' : '';
  const pieces = [`${space}${written}`];
  return { label, kind: 'value', pieces, detail: 'value', note, deprecated: false, rank: note === '' ? 0 : 2 };
}
