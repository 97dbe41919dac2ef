import { changed, joined } from '../functions.ts';
import { folderOf, nameOf } from '../neighbouringFiles.ts';
import { booleanValue, numberOf, sizeOf } from '../operators.ts';
import { computedText, listOf, maxItems, noOrigin, nullValue, type TextValue, type Value } from '../value.ts';

/** The result of an HCL function for known values; undefined if it is known only at run time. */
type HclFunction = (values: readonly Value[]) => Value | undefined;

/**
 * The pure functions of Terraform that versions of clusters pass through
 * (https://developer.hashicorp.com/terraform/language/functions). Those that Bicep shares are in `functions.ts`.
 */
export function callHcl(name: string, values: readonly Value[]): Value | undefined {
  const called = functions.get(name);
  if (called === undefined) return undefined;
  // The result for an unknown value is unknown.
  return values.find(({ kind }) => kind === 'open') ?? called(values);
}

const functions: ReadonlyMap<string, HclFunction> = new Map<string, HclFunction>([
  ['tonumber', ([first]) => first],
  ['tobool', ([first]) => first],
  ['upper', ([first]) => first && changed(first, (text) => text.toUpperCase())],
  ['trimsuffix', ([first, end]) => first && changed(first, (text) => withoutSuffix(text, textOf(end)))],
  ['startswith', ([first, start]) => tested(first, (text) => text.startsWith(textOf(start)))],
  ['endswith', ([first, end]) => tested(first, (text) => text.endsWith(textOf(end)))],
  ['strcontains', ([first, part]) => tested(first, (text) => text.includes(textOf(part)))],
  ['replace', replaced],
  [
    'substr',
    ([first, from, length]) => first && changed(first, (text) => part(text, numberOf(from), numberOf(length))),
  ],
  ['split', split],
  ['join', ([separator, ...lists]) => joined(lists.flatMap(itemsOf), undefined, textOf(separator))],
  ['element', element],
  ['one', one],
  ['length', ([first]) => counted(first)],
  ['keys', ([first]) => texts(first?.kind === 'map' ? [...first.keys].sort() : undefined, first)],
  ['values', valuesOf],
  ['concat', ([...lists]) => listOf(lists.flatMap(itemsOf))],
  ['flatten', ([first]) => listOf(itemsOf(first).flatMap((item) => (item.kind === 'list' ? item.items() : [item])))],
  ['compact', ([first]) => listOf(itemsOf(first).filter((item) => item.kind === 'text' && item.text !== ''))],
  ['distinct', ([first]) => first],
  ['sort', ([first]) => listOf([...itemsOf(first)].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1)))],
  ['reverse', ([first]) => listOf([...itemsOf(first)].reverse())],
  ['coalescelist', (lists) => lists.find((list) => itemsOf(list).length > 0)],
  ['contains', contains],
  ['dirname', ([path]) => path && changed(path, (text) => folderOf(text) || '.')],
  ['basename', ([path]) => path && changed(path, nameOf)],
  ['abspath', ([path]) => path],
]);

function textOf(value: Value | undefined): string {
  return value?.kind === 'text' ? value.text : '';
}

function tested(value: Value | undefined, test: (text: string) => boolean): Value | undefined {
  return value?.kind === 'text' ? booleanValue(test(value.text), value.origin) : undefined;
}

function withoutSuffix(text: string, end: string): string {
  return end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text;
}

function part(text: string, from = 0, length = -1): string {
  const start = from < 0 ? Math.max(0, text.length + from) : from;
  return length < 0 ? text.slice(start) : text.slice(start, start + length);
}

/** `replace()`; a text between slashes is a regular expression of Go, which is not evaluated. */
function replaced([first, old, by]: readonly Value[]): Value | undefined {
  const pattern = textOf(old);
  if (pattern === '' || /^\/.*\/$/.test(pattern)) return undefined;
  if (first?.kind !== 'text') return first;
  const longest = (first.text.length / pattern.length) * textOf(by).length + first.text.length;
  return computedText(first, longest, () => first.text.replaceAll(pattern, () => textOf(by)));
}

function split([separator, first]: readonly Value[]): Value | undefined {
  if (first?.kind !== 'text') return undefined;
  return texts(first.text.split(textOf(separator), maxItems + 1), first);
}

function element([list, index]: readonly Value[]): Value | undefined {
  const items = itemsOf(list);
  const at = numberOf(index);
  return at === undefined || items.length === 0
    ? undefined
    : items[((at % items.length) + items.length) % items.length];
}

/** The only item of a list; null for an empty list. */
function one([list]: readonly Value[]): Value | undefined {
  const [first = nullValue, ...others] = itemsOf(list);
  return list?.kind !== 'list' || others.length > 0 ? undefined : first;
}

function counted(value: Value | undefined): Value | undefined {
  if (value === undefined) return undefined;
  const size = value.kind === 'text' ? value.text.length : sizeOf(value);
  return size === undefined ? undefined : numberValue(size);
}

function valuesOf([map]: readonly Value[]): Value | undefined {
  if (map?.kind !== 'map') return undefined;
  return listOf([...map.keys].sort().map((key) => map.get(key) ?? nullValue));
}

function contains([list, value]: readonly Value[]): Value | undefined {
  if (list?.kind !== 'list' || value?.kind !== 'text') return undefined;
  const items = list.items();
  if (items.some((item) => item.kind === 'text' && item.text === value.text)) return booleanValue(true, value.origin);
  const unknown = items.find((item) => item.kind !== 'text');
  if (unknown === undefined) return booleanValue(false, value.origin);
  return unknown.kind === 'open' ? unknown : undefined;
}

function itemsOf(value: Value | undefined): readonly Value[] {
  if (value?.kind === 'open') return [value];
  return value?.kind === 'list' ? value.items() : [];
}

function texts(all: readonly string[] | undefined, of: Value | undefined): Value | undefined {
  if (all === undefined) return undefined;
  const from = of?.kind === 'text' ? of : generated;
  return listOf(all.map((text): TextValue => ({ ...from, text, isGenerated: true })));
}

/** A number without a position. */
export function numberValue(number: number): TextValue {
  return { ...generated, type: 'number', text: String(number) };
}

const generated: TextValue = { kind: 'text', type: 'string', text: '', origin: noOrigin, isGenerated: true };
