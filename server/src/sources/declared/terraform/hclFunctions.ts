import { booleanValue, numberOf, sizeOf } from '../operators.ts';
import { folderOf, nameOf } from '../surroundings.ts';
import { nullValue, type TextValue, type Value } from '../value.ts';

/** What a function of HCL gives for values that are known; undefined if it is known only at run time. */
type HclFunction = (values: readonly Value[]) => Value | undefined;

/**
 * The functions of Terraform that the version of a cluster comes through, whose results depend on their arguments alone
 * (https://developer.hashicorp.com/terraform/language/functions). Those that Bicep shares are in `functions.ts`.
 */
export function callHcl(name: string, values: readonly Value[]): Value | undefined {
  const called = functions.get(name);
  if (called === undefined) return undefined;
  // Unknown values decide nothing, and neither do values derived from them.
  return values.find(({ kind }) => kind === 'open') ?? called(values);
}

const functions: ReadonlyMap<string, HclFunction> = new Map<string, HclFunction>([
  ['tonumber', ([first]) => first],
  ['tobool', ([first]) => first],
  ['upper', ([first]) => changed(first, (text) => text.toUpperCase())],
  ['trimsuffix', ([first, end]) => changed(first, (text) => withoutSuffix(text, textOf(end)))],
  ['startswith', ([first, start]) => tested(first, (text) => text.startsWith(textOf(start)))],
  ['endswith', ([first, end]) => tested(first, (text) => text.endsWith(textOf(end)))],
  ['strcontains', ([first, part]) => tested(first, (text) => text.includes(textOf(part)))],
  ['replace', replaced],
  ['substr', ([first, from, length]) => changed(first, (text) => part(text, numberOf(from), numberOf(length)))],
  ['split', split],
  ['join', joined],
  ['element', element],
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
  ['dirname', ([path]) => changed(path, (text) => folderOf(text) || '.')],
  ['basename', ([path]) => changed(path, nameOf)],
  ['abspath', ([path]) => path],
]);

function textOf(value: Value | undefined): string {
  return value?.kind === 'text' ? value.text : '';
}

function changed(value: Value | undefined, change: (text: string) => string): Value | undefined {
  if (value?.kind !== 'text') return value;
  const text = change(value.text);
  return text === value.text ? value : { ...value, text, made: true };
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

/** A text between slashes is a pattern of Go's, which is not run. */
function replaced([first, old, by]: readonly Value[]): Value | undefined {
  const pattern = textOf(old);
  if (pattern === '' || /^\/.*\/$/.test(pattern)) return undefined;
  return changed(first, (text) => text.replaceAll(pattern, () => textOf(by)));
}

function split([separator, first]: readonly Value[]): Value | undefined {
  if (first?.kind !== 'text') return undefined;
  return texts(first.text.split(textOf(separator)), first);
}

function joined([separator, ...lists]: readonly Value[]): Value | undefined {
  const items = lists.flatMap(itemsOf);
  const unknown = items.find(({ kind }) => kind === 'open');
  if (unknown !== undefined) return unknown;
  const parts = items.flatMap((item) => (item.kind === 'text' ? [item] : []));
  const [first] = parts;
  if (first === undefined || parts.length < items.length) return undefined;
  const text = parts.map((item) => item.text).join(textOf(separator));
  return { ...first, text, made: true };
}

function element([list, index]: readonly Value[]): Value | undefined {
  const items = itemsOf(list);
  const at = numberOf(index);
  return at === undefined || items.length === 0
    ? undefined
    : items[((at % items.length) + items.length) % items.length];
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

function listOf(items: readonly Value[]): Value {
  return { kind: 'list', items: () => items };
}

function texts(all: readonly string[] | undefined, of: Value | undefined): Value | undefined {
  if (all === undefined) return undefined;
  const from = of?.kind === 'text' ? of : madeOf;
  return listOf(all.map((text): TextValue => ({ ...from, text, made: true })));
}

/** A number without a position. */
export function numberValue(number: number): TextValue {
  return { ...madeOf, type: 'number', text: String(number) };
}

const madeOf: TextValue = {
  kind: 'text',
  type: 'string',
  text: '',
  origin: { file: { path: '', text: '' }, span: { start: 0, end: 0 } },
  made: true,
};
