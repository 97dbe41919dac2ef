import type { ChartTexts, FoundKey } from '../../helm/chartTexts.ts';
import { mapFor, type Node, stringFor } from '../../manifest/node.ts';
import { ranked, type Suggestion } from '../suggestion.ts';
import { functions, membersOf } from './helmObjects.ts';
import { namedTemplates } from './namedTemplates.ts';
import type { Scope, ValuePath } from './scope.ts';
import { type TemplatePosition, templatePositionAt, type Word } from './templatePosition.ts';
import { commentOf, keysBelow, schemaAt } from './values.ts';

/** The completions in a template, with the replaced span. */
export interface CompletedTemplate {
  readonly word: Word;
  readonly suggestions: readonly Suggestion[];
}

/** The completions at an offset of a template; undefined outside of its actions. */
export function completeTemplate(text: string, offset: number, chart: ChartTexts): CompletedTemplate | undefined {
  const position = templatePositionAt(text, offset);
  return position && { word: position.word, suggestions: suggestionsAt(position, chart) };
}

function suggestionsAt(position: TemplatePosition, chart: ChartTexts): readonly Suggestion[] {
  switch (position.slot) {
    case 'member':
      return position.object === undefined ? [] : members(position.object, chart, '');
    case 'template':
      return [...namedTemplates(chart.templates)].map(([name, defined]) =>
        suggestion({ label: name, detail: 'template', text: defined.at(-1)?.comment }),
      );
    case 'variable':
      return variables(position.scope);
    case 'function':
      return [
        ...(position.scope.dot === undefined || position.word.text !== ''
          ? []
          : members(position.scope.dot, chart, '.')),
        ...variables(position.scope),
        ...functions.flatMap(({ of, names }) =>
          names.map((label) => suggestion({ label, detail: `function of ${of}`, rank: 3 })),
        ),
      ];
  }
}

function variables({ variables: known }: Scope): readonly Suggestion[] {
  return ['$', ...known.keys()].map((label) => suggestion({ label, detail: 'variable', rank: 2 }));
}

/** The members of an object: for values, those in values files and their schema. */
function members(object: ValuePath, chart: ChartTexts, before: string): readonly Suggestion[] {
  const [first, ...path] = object;
  if (first !== 'Values') {
    return membersOf(object).map(({ name, text }) =>
      suggestion({ label: `${before}${name}`, detail: object.length === 0 ? 'of Helm' : object.join('.'), text }),
    );
  }
  const found = new Map<string, Suggestion>();
  for (const key of keysBelow(chart, path)) {
    if (found.has(key.key) || !isName.test(key.key)) continue;
    const text = commentOf(key) ?? schemaText(chart, [...path, key.key]);
    found.set(key.key, suggestion({ label: `${before}${key.key}`, detail: valueText(key), text }));
  }
  const schema = schemaAt(chart.schema, path);
  const properties = schema && mapFor(schema, 'properties');
  for (const { key } of properties?.entries ?? []) {
    if (found.has(key) || !isName.test(key)) continue;
    const text = schemaText(chart, [...path, key]);
    found.set(key, suggestion({ label: `${before}${key}`, detail: 'in values.schema.json', text, rank: 1 }));
  }
  return ranked([...found.values()]);
}

/** Others can only be had by `index`. */
const isName = /^[\p{L}_][\p{L}\p{Nd}_]*$/u;

function schemaText({ schema }: ChartTexts, path: ValuePath): string | undefined {
  const at = schemaAt(schema, path);
  return at && stringFor(at, 'description');
}

function valueText({ value }: FoundKey): string {
  return value.kind === 'scalar' ? scalarText(value) : value.kind === 'list' ? 'list' : 'map';
}

const longest = 60;

function scalarText(node: Extract<Node, { kind: 'scalar' }>): string {
  const text = typeof node.value === 'string' ? JSON.stringify(node.value) : String(node.value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

interface Offered {
  readonly label: string;
  readonly detail: string;
  readonly text?: string | undefined;
  readonly rank?: number;
}

function suggestion({ label, detail, text, rank = 0 }: Offered): Suggestion {
  return {
    label,
    kind: 'name',
    pieces: [label],
    detail,
    ...(text === undefined || text === '' ? {} : { text }),
    note: '',
    deprecated: false,
    rank,
  };
}
