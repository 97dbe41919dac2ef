import type { Catalog, History } from '../../../server/src/catalog/catalog.ts';
import type { DefaultFacts, FactValue } from '../../../server/src/catalog/conversionFacts.ts';
import { alwaysRuleFor, gatedRulesFor } from '../../../server/src/catalog/droppedFields/rules.ts';
import type { ApiField } from '../../../server/src/catalog/types.ts';
import type { GroupVersionKind } from '../../../server/src/targets/groupVersion.ts';
import { factMinor, formatMinor, type Minor } from '../../../server/src/targets/version.ts';
import type { FieldNode } from './builtInTree.ts';
import type { VersionNote } from './merge.ts';
import { typeText } from './typeText.ts';

/** The notes on a field from the schema and the rules of dropped fields, independent of its path in a kind. */
export function fieldNotes({ fields: versions, minors }: FieldNode, kind: string): readonly VersionNote[] {
  const newest = versions.at(-1);
  const last = minors.at(-1);
  if (newest === undefined || last === undefined) return [];
  const notes: VersionNote[] = [];
  if (newest.required) notes.push({ kind: 'required', text: '' });
  const older = versions.find((version) => typeText(version.type) !== typeText(newest.type));
  if (older !== undefined) notes.push({ kind: 'validated', text: `was ${typeText(older.type)} in older releases` });
  const values = newest.enum ?? [];
  if (values.length > 0) notes.push({ kind: 'values', text: valuesText(values, minors[0] ?? last) });
  for (const gate of gatesOf(versions, last, kind)) notes.push({ kind: 'gate', text: gate });
  const always = alwaysRuleFor(newest, last, factMinor);
  if (always !== undefined) notes.push({ kind: 'dropped', text: `since ${always.since}: ${always.why}` });
  if (newest.deprecated) notes.push({ kind: 'deprecated', text: '' });
  return notes;
}

function valuesText(values: NonNullable<ApiField['enum']>, first: Minor): string {
  return values
    .map(
      ({ value, introduced }) =>
        `${value === '' ? '""' : value}${introduced > first ? ` (${formatMinor(introduced)} on)` : ''}`,
    )
    .join(', ');
}

/** The gates of a field, from definitions, measurements and rules. */
function gatesOf(versions: readonly ApiField[], last: Minor, kind: string): readonly string[] {
  return [
    ...new Set(
      versions.flatMap((field) => [
        ...gatedRulesFor(field, last).flatMap(({ gates, kinds }) =>
          kinds === undefined || kinds.includes(kind) ? gates : [],
        ),
        ...field.gates,
      ]),
    ),
  ];
}

/** The defaults of a kind, by path. */
export class DefaultNotes {
  readonly #catalog: Catalog;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** Notes by the paths of a kind's version; in a pod template those of a Pod apply as well. */
  of(gvk: GroupVersionKind): (path: string) => readonly VersionNote[] {
    const defaults = this.#catalog.defaults(gvk);
    if (defaults === undefined) return () => [];
    const notes = defaultsIn(defaults);
    const { podTemplate } = defaults;
    if (podTemplate === undefined) return (path) => notes.get(path) ?? [];
    const pod = this.#catalog.kindsOf('', 'Pod')[0];
    const facts = pod && this.#catalog.defaults(pod);
    const ofPod = facts === undefined ? new Map<string, readonly VersionNote[]>() : defaultsIn(facts);
    const below = `${podTemplate}.`;
    return (path) =>
      notes.get(path) ?? (path.startsWith(below) ? ofPod.get(path.slice(below.length)) : undefined) ?? [];
  }
}

function defaultsIn({ cases }: DefaultFacts): ReadonlyMap<string, readonly VersionNote[]> {
  const texts = new Map<string, string[]>();
  const add = (path: string, text: string) => {
    const known = texts.get(path);
    if (known === undefined) texts.set(path, [text]);
    else if (!known.includes(text)) known.push(text);
  };
  for (const { when, values, absent } of cases) {
    const condition = when === undefined ? '' : ` where ${when.path} is ${when.value}`;
    for (const [path, history] of values) {
      const text = historyText(history);
      if (text !== undefined && path !== when?.path) add(path, `${text}${condition}`);
    }
    for (const path of absent.at(-1)?.[1] ?? []) if (path !== when?.path) add(path, `none${condition}`);
  }
  return new Map([...texts].map(([path, lines]) => [path, [{ kind: 'default', text: lines.join('; ') }]]));
}

/** The newest value, and earlier ones with the measured releases. */
function historyText(history: History<FactValue | undefined>): string | undefined {
  const [newest, ...older] = history.toReversed();
  if (newest === undefined) return undefined;
  const text = ([, value]: (typeof history)[number]) => (value === undefined ? 'none' : JSON.stringify(value));
  if (older.length === 0) return newest[1] === undefined ? undefined : text(newest);
  return `${text(newest)} from ${formatMinor(newest[0])}${older.map((span) => `, before ${text(span)}`).join('')}`;
}
