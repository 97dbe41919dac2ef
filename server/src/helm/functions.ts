import { agreed, type Capabilities } from './capabilities.ts';
import type { Condition } from './condition.ts';
import { satisfies } from './constraint.ts';
import { certainText, indented, isVersion, type Output } from './output.ts';
import { booleanValue, conditionOf, textValue, truthOf, unknown, unknownWith, type Value } from './value.ts';

/** A function of Go's templates, of sprig or of Helm. */
export type TemplateFunction = (args: readonly Value[], capabilities: Capabilities | undefined) => Value;

/**
 * The functions used in conditions on the cluster and in helpers that print an apiVersion. The results of any other
 * function are unknown.
 */
export const functions: ReadonlyMap<string, TemplateFunction> = new Map<string, TemplateFunction>([
  ['and', (args) => junction(args, 'all')],
  ['or', (args) => junction(args, 'any')],
  ['not', ([value]) => not(value)],
  ['empty', ([value]) => not(value)],
  ['eq', ([first, ...others]) => equals(first, others)],
  ['ne', ([first, second]) => not(equals(first, second === undefined ? [] : [second]))],
  ['lt', (args) => compared(args, (order) => order < 0)],
  ['le', (args) => compared(args, (order) => order <= 0)],
  ['gt', (args) => compared(args, (order) => order > 0)],
  ['ge', (args) => compared(args, (order) => order >= 0)],
  ['default', ([fallback, value]) => defaulted(fallback, value)],
  ['ternary', ([yes, no, condition]) => chosen(condition && truthOf(condition), yes, no)],
  ['semverCompare', ([constraint, version], capabilities) => semverCompare(constraint, version, capabilities)],
  ['print', (args) => (args.every((arg) => arg.kind === 'text') ? joined(args) : unknown)],
  ['printf', ([format, ...args]) => printf(format, args)],
  ['indent', ([width, text]) => indent(width, text, '')],
  ['nindent', ([width, text]) => indent(width, text, '\n')],
  ['list', (items) => ({ kind: 'list', items })],
  ['tuple', (items) => ({ kind: 'list', items })],
  ['dict', (args) => dictionary(args)],
  ['hasKey', ([owner, key]) => hasKey(owner, key)],
  ['semver', ([version]) => (version?.kind === 'text' && isVersion(version.output) ? version : unknown)],
  ['int', ([value]) => wholeNumber(value)],
  ['int64', ([value]) => wholeNumber(value)],
  ['float64', ([value]) => wholeNumber(value)],
  ['atoi', ([value]) => wholeNumber(value)],
  ['toString', ([value]) => (value?.kind === 'text' ? value : changed(value, (text) => text))],
  ['quote', ([value]) => changed(value, (text) => JSON.stringify(text))],
  ['squote', ([value]) => changed(value, (text) => `'${text}'`)],
  ['lower', ([value]) => changed(value, (text) => text.toLowerCase())],
  ['upper', ([value]) => changed(value, (text) => text.toUpperCase())],
  ['trim', ([value]) => kept(value, (text) => text.trim())],
  ['trimPrefix', ([prefix, value]) => trimPrefix(prefix, value)],
  ['trimSuffix', ([end, value]) => changed(value, (text) => withoutEnd(text, textOf(end)))],
  ['replace', ([from, to, value]) => changed(value, (text) => replaced(text, textOf(from), textOf(to)))],
  ['contains', (args, capabilities) => tested(args, capabilities, (text, other) => text.includes(other))],
  ['hasPrefix', (args, capabilities) => tested(args, capabilities, (text, other) => text.startsWith(other))],
  ['hasSuffix', (args, capabilities) => tested(args, capabilities, (text, other) => text.endsWith(other))],
]);

/** The text of a value, if it is text and certain. */
export function textOf(value: Value | undefined): string | undefined {
  return value?.kind === 'text' ? certainText(value.output) : undefined;
}

function not(value: Value | undefined): Value {
  if (value === undefined) return unknown;
  const truth = truthOf(value);
  if (truth !== undefined) return { kind: 'boolean', value: !truth };
  const condition = conditionOf(value);
  return unknownWith(condition && { kind: 'not', of: condition });
}

/** `and` returns the first empty argument, `or` the first nonempty one; otherwise both return the last. */
function junction(args: readonly Value[], kind: 'all' | 'any'): Value {
  const deciding = kind === 'any';
  const open: Value[] = [];
  for (const arg of args) {
    const truth = truthOf(arg);
    if (truth === deciding) return open.length === 0 ? arg : { kind: 'unknown', truth };
    if (truth === undefined) open.push(arg);
  }
  const last = args.at(-1);
  if (open.length === 0 || (open.length === 1 && open[0] === last)) return last ?? unknown;
  const conditions = open.map(conditionOf);
  const named = conditions.filter((condition): condition is Condition => condition !== undefined);
  // If one is unnamed, anything is possible; if all are named, so is the result.
  if (named.length < conditions.length) return unknown;
  const [only, ...others] = named;
  return unknownWith(others.length === 0 ? only : { kind, of: named });
}

/** `eq`: whether the first argument equals any other. */
function equals(first: Value | undefined, others: readonly Value[]): Value {
  if (first === undefined) return unknown;
  const truth = equalsOne(first, others);
  if (truth !== undefined) return { kind: 'boolean', value: truth };
  const id = conditionOf(first);
  const texts = others.map(textOf);
  if (id?.kind !== 'value' || texts.includes(undefined)) return unknown;
  const each: readonly Condition[] = texts.map((text) => ({ kind: 'value', id: `${id.id} == ${text}` }));
  const [only, ...more] = each;
  return unknownWith(more.length === 0 ? only : { kind: 'any', of: each });
}

function equalsOne(first: Value, others: readonly Value[]): boolean | undefined {
  const each = others.map((other) => equal(first, other));
  if (each.includes(true)) return true;
  return each.includes(undefined) ? undefined : false;
}

function equal(first: Value, second: Value): boolean | undefined {
  if (first.kind === 'text' && second.kind === 'text') {
    const [left, right] = [textOf(first), textOf(second)];
    return left === undefined || right === undefined ? undefined : left === right;
  }
  if (first.kind === 'number' && second.kind === 'number') return first.value === second.value;
  return first.kind === 'boolean' && second.kind === 'boolean' ? first.value === second.value : undefined;
}

function compared([a, b]: readonly Value[], test: (order: number) => boolean): Value {
  if (a?.kind === 'number' && b?.kind === 'number') return booleanValue(test(a.value - b.value));
  const [left, right] = [textOf(a), textOf(b)];
  if (left === undefined || right === undefined) return unknown;
  return booleanValue(test(left < right ? -1 : left > right ? 1 : 0));
}

function defaulted(fallback: Value | undefined, value: Value | undefined): Value {
  if (fallback === undefined) return unknown;
  if (value === undefined) return fallback;
  const truth = truthOf(value);
  if (truth !== undefined) return truth ? value : fallback;
  if (fallback.kind === 'text' && isVersion(fallback.output)) return fallback;
  return { kind: 'unknown', truth: truthOf(fallback) === true ? true : undefined };
}

function chosen(truth: boolean | undefined, yes: Value | undefined, no: Value | undefined): Value {
  return (truth === undefined ? undefined : truth ? yes : no) ?? unknown;
}

function semverCompare(
  constraint: Value | undefined,
  version: Value | undefined,
  capabilities: Capabilities | undefined,
): Value {
  const wanted = textOf(constraint);
  if (wanted === undefined || version?.kind !== 'text') return unknown;
  if (isVersion(version.output)) return booleanValue(capabilities?.satisfies(wanted));
  const written = certainText(version.output);
  return booleanValue(written === undefined ? undefined : satisfies(wanted, written));
}

function joined(args: readonly Value[]): Value {
  const output: Output = args.flatMap((arg) => (arg.kind === 'text' ? arg.output : []));
  return { kind: 'text', output };
}

function printf(format: Value | undefined, args: readonly Value[]): Value {
  const pattern = textOf(format);
  if (pattern === undefined) return unknown;
  if ((pattern === '%s' || pattern === '%v') && args.length === 1 && args[0]?.kind === 'text') return args[0];
  let next = 0;
  let certain = true;
  const text = pattern.replace(/%(.)/g, (_, verb: string) => {
    if (verb === '%') return '%';
    const written = plainText(args[next++]);
    if (written === undefined || !'svdq'.includes(verb)) certain = false;
    return verb === 'q' ? JSON.stringify(written ?? '') : (written ?? '');
  });
  return certain && next === args.length ? textValue(text) : unknown;
}

function plainText(value: Value | undefined): string | undefined {
  if (value?.kind === 'number' || value?.kind === 'boolean') return String(value.value);
  return textOf(value);
}

/** Wider than the indentation of any manifest. */
const widest = 200;

function indent(width: Value | undefined, text: Value | undefined, before: '' | '\n'): Value {
  if (width?.kind !== 'number' || width.value < 0 || width.value > widest) return unknown;
  if (text?.kind === 'text') {
    const [pad, ...rest] = indented(text.output, width.value);
    return pad?.kind === 'printed' ? { kind: 'text', output: [{ ...pad, text: before + pad.text }, ...rest] } : unknown;
  }
  const span = { start: 0, end: 0 };
  const newline = before === '\n';
  return { kind: 'text', output: [{ kind: 'hole', span, indent: width.value, newline, version: false }] };
}

function dictionary(args: readonly Value[]): Value {
  const entries = new Map<string, Value>();
  for (let i = 0; i < args.length; i += 2) {
    const key = textOf(args[i]);
    if (key === undefined) return unknown;
    entries.set(key, args[i + 1] ?? textValue(''));
  }
  return { kind: 'dictionary', entries };
}

function hasKey(owner: Value | undefined, key: Value | undefined): Value {
  const name = textOf(key);
  return booleanValue(owner?.kind === 'dictionary' && name !== undefined ? owner.entries.has(name) : undefined);
}

function wholeNumber(value: Value | undefined): Value {
  if (value?.kind === 'number') return { kind: 'number', value: Math.trunc(value.value) };
  const text = textOf(value);
  if (text === undefined) return unknown;
  if (/^(?:0|[1-9]\d{0,8})$/.test(text)) return { kind: 'number', value: Number(text) };
  // A text that is no number in any notation is 0, such as the minor `33+` (`github.com/spf13/cast`, ToInt64).
  return /^\d+\+/.test(text) ? { kind: 'number', value: 0 } : unknown;
}

function changed(value: Value | undefined, change: (text: string) => string | undefined): Value {
  const text = plainText(value);
  const result = text === undefined ? undefined : change(text);
  return result === undefined ? unknown : textValue(result);
}

/** The result of a function that leaves the cluster version as it is. */
function kept(value: Value | undefined, change: (text: string) => string): Value {
  return value?.kind === 'text' && isVersion(value.output) ? value : changed(value, change);
}

function trimPrefix(prefix: Value | undefined, value: Value | undefined): Value {
  const start = textOf(prefix);
  if (start === undefined) return unknown;
  if (start === 'v') return kept(value, (text) => (text.startsWith('v') ? text.slice(1) : text));
  return changed(value, (text) => (text.startsWith(start) ? text.slice(start.length) : text));
}

function withoutEnd(text: string, end: string | undefined): string | undefined {
  if (end === undefined) return undefined;
  return end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text;
}

function replaced(text: string, from: string | undefined, to: string | undefined): string | undefined {
  return from === undefined || from === '' || to === undefined ? undefined : text.split(from).join(to);
}

function tested(
  [part, value]: readonly Value[],
  capabilities: Capabilities | undefined,
  test: (text: string, part: string) => boolean,
): Value {
  const other = textOf(part);
  if (other === undefined) return unknown;
  if (value?.kind === 'text' && isVersion(value.output)) {
    const isKnown = capabilities?.hasKnownSuffix === true;
    return booleanValue(isKnown ? agreed(capabilities.versions.map((version) => test(version, other))) : undefined);
  }
  const text = textOf(value);
  return booleanValue(text === undefined ? undefined : test(text, other));
}
