import type { Changes, KindRow, LifecycleRow } from '../../src/catalog/pack.ts';
import { factMinor } from '../../src/targets/version.ts';
import type { Facts } from './facts.ts';
import { arrayOf, fieldOf, isObject, type JsonObject, optionalText, text, texts } from './json.ts';
import { changes, spanRow } from './spans.ts';

/** The rows of all kinds, in the order of the facts. */
export function kindRows(facts: Facts, oldest: number): KindRow[] {
  const names = new Set(facts.kinds.map(key));
  return facts.kinds.map((kind) => kindRow(kind, oldest, names));
}

function kindRow(fact: JsonObject, oldest: number, names: ReadonlySet<string>): KindRow {
  const served = arrayOf(fact['served']).map(spanRow);
  const kind = text(fact['kind']);
  const item = kind.endsWith('List') ? kind.slice(0, -'List'.length) : '';
  return [
    text(fact['group']),
    text(fact['version']),
    kind,
    stability(fact['stability']),
    optionalText(fact['def']) ?? '',
    optionalText(fact['plural']) ?? '',
    optionalText(fact['singular']) ?? (fact['plural'] === undefined ? '' : kind.toLowerCase()),
    fact['namespaced'] === true ? 1 : 0,
    texts(fact['shortNames']),
    changes(fact['verbs'] ?? [], oldest, (verbs) => texts(verbs))
      .at(-1)?.[1]
      .join(' ') ?? '',
    served,
    fact['enabledByDefault'] === undefined
      ? []
      : changes(fact['enabledByDefault'], oldest, (on) => (on === true ? 1 : 0)),
    fact['gates'] === undefined ? [] : changes(fact['gates'], oldest, (gates) => (gates === null ? [] : texts(gates))),
    lifecycle(fact, oldest),
    item !== '' && names.has(key({ ...fact, kind: item })) ? item : '',
  ];
}

function key(fact: JsonObject): string {
  return `${text(fact['group'])}/${text(fact['version'])}/${text(fact['kind'])}`;
}

function stability(value: unknown): 's' | 'b' | 'a' {
  if (value === 'stable') return 's';
  if (value === 'beta') return 'b';
  if (value === 'alpha') return 'a';
  throw new RangeError(`not a stability: ${String(value)}`);
}

/** The lifecycle by minor. Without recorded changes, it applies from the oldest minor to the last that has it. */
function lifecycle(fact: JsonObject, oldest: number): Changes<LifecycleRow | 0> {
  if (fact['lifecycle'] === undefined) return [];
  const history = fact['lifecycleHistory'];
  const rows: (readonly [number, LifecycleRow | 0])[] =
    history === undefined ? [[oldest, lifecycleRow(fact['lifecycle'])]] : [...changes(history, oldest, lifecycleRow)];
  const lastSeen = factMinor(text(fieldOf(fact['lifecycle'], 'lastSeenIn')));
  rows.push([lastSeen + 1, 0]);
  return rows;
}

function lifecycleRow(value: unknown): LifecycleRow {
  const dates = [fieldOf(value, 'introduced'), fieldOf(value, 'deprecated'), fieldOf(value, 'removed')] as const;
  const [introduced, deprecated, removed] = dates;
  const replacement = fieldOf(value, 'replacement');
  const minors = [minorOrNull(introduced), minorOrNull(deprecated), minorOrNull(removed)] as const;
  return replacement === undefined ? minors : [...minors, gvk(replacement)];
}

function minorOrNull(value: unknown): number | null {
  return value === undefined ? null : factMinor(text(value));
}

/** Reads a replacement: an object or `group/version/Kind`. */
function gvk(value: unknown): readonly [string, string, string] {
  if (isObject(value)) return [text(value['group']), text(value['version']), text(value['kind'])];
  const [group = '', version = '', kind = ''] = text(value).split('/');
  return [group, version, kind];
}
