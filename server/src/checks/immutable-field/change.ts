import { entryFor, isNull, type ListNode, type MapNode, type Node } from '../../manifest/node.ts';
import type { PathSteps } from '../../text/fieldPath.ts';
import type { Span } from '../../text/span.ts';
import { type ImmutableRule, resourceLists } from './rules.ts';
import { differ, type Form, fieldOf, isBlank, nodeAt, scalarText } from './values.ts';

/** The first value of a field that an update certainly changes. */
export interface Change {
  readonly path: string;
  /** The new value; if removed, the key of its parent. */
  readonly span: Span;
  readonly now: Node | undefined;
  readonly stored: Node | undefined;
}

/** How the server treats absent fields. */
export interface AbsentFields {
  /** Whether the update keeps a field of the stored object that the resource leaves out. */
  readonly stays: (steps: PathSteps) => boolean;
  /** The default of an omitted field; undefined if there is none or it is unknown. */
  readonly defaultAt: (steps: PathSteps) => Node | undefined;
  /** The value that the server computes from other fields of the resource for an omitted one; undefined for most. */
  readonly computedAt: (steps: PathSteps) => Node | undefined;
  /** Whether a value of an update is kept, as the zero of its type, if it is null in a map of texts. */
  readonly keepsNulls: boolean;
  /** Whether the server may compute an unknown value from others where it is left out. */
  readonly isComputed: (steps: PathSteps) => boolean;
  /** Whether the stored object was read from a server, so that its absent fields are unset. */
  readonly isStoredWhole: boolean;
}

/** A resource's object, with a span for all of it. */
interface Whole {
  readonly root: MapNode;
  readonly kindSpan: Span;
}

/**
 * The change of a rule's field in an update. Only certain changes count: a field that one object omits and the server
 * may have filled in has not changed.
 */
export function changeOf(rule: ImmutableRule, now: Whole, stored: Whole, leftOut: AbsentFields): Change | undefined {
  const compared = { rule, leftOut };
  return firstOf(rule.paths, (path) => {
    const [node, old] = [nodeAt(now.root, path), nodeAt(stored.root, path)];
    const at = fieldAt(now, path);
    if (rule.missing !== undefined) {
      return node === undefined ? { path: at.path, span: at.outerKey, now: node, stored: old } : undefined;
    }
    if (rule.compares === 'count') return countChange(compared, node, old, at);
    if (node === undefined && old !== undefined && leftOut.stays(at.steps)) return undefined;
    if (rule.compares === 'increase') return increase(node, old, at);
    if (rule.compares === 'set') return setChange(node, old, at);
    if (rule.compares === 'named') return namedChange(compared, node, old, at);
    if (rule.compares === 'keys') return keysChange(node, old, at, leftOut);
    if (rule.compares === 'added') return addedItem(node, old, at, leftOut);
    if (rule.compares === 'kept') return lostItem(compared, node, old, at);
    if (rule.compares === 'extended') return changedTerm(compared, node, old, at);
    return valueChange(compared, orFallback(node, rule), orFallback(old, rule), at);
  });
}

interface Compared {
  readonly rule: ImmutableRule;
  readonly leftOut: AbsentFields;
}

/** An empty text or list is defaulted like an absent one. */
function orFallback(node: Node | undefined, { fallback }: ImmutableRule): Node | undefined {
  const isEmpty =
    node === undefined ||
    (node.kind === 'scalar' && node.value === '') ||
    (node.kind === 'list' && node.items.length === 0);
  return isEmpty ? (fallback ?? node) : node;
}

interface ComparedField {
  readonly path: string;
  readonly steps: PathSteps;
  readonly name: string;
  /** The key that names the value. */
  readonly key: Span;
  /** The key that names the object around it. */
  readonly outerKey: Span;
}

function fieldAt({ root, kindSpan }: Whole, path: readonly string[]): ComparedField {
  let at: ComparedField = { path: '', steps: [], name: '', key: kindSpan, outerKey: kindSpan };
  let node: Node | undefined = root;
  for (const step of path) {
    at = node?.kind === 'list' ? comparedItem(at, Number(step)) : comparedField(at, node, step);
    node = nodeAt(node, [step]);
  }
  return at;
}

function comparedField(at: ComparedField, object: Node | undefined, name: string): ComparedField {
  const key = object?.kind === 'map' ? entryFor(object, name)?.keySpan : undefined;
  return {
    path: at.path === '' ? name : `${at.path}.${name}`,
    steps: [...at.steps, name],
    name,
    key: key ?? at.key,
    outerKey: at.key,
  };
}

function comparedItem(at: ComparedField, index: number): ComparedField {
  return { ...at, path: `${at.path}[${index}]`, steps: [...at.steps, index], outerKey: at.key };
}

function valueChange(
  compared: Compared,
  node: Node | undefined,
  old: Node | undefined,
  at: ComparedField,
): Change | undefined {
  const { rule, leftOut } = compared;
  if (rule.isFree(at.path)) return undefined;
  if (isNothing(node) && old !== undefined && old.end > 0 && leftOut.stays(at.steps)) return undefined;
  if (old === undefined && rule.isSettable(at.name)) return undefined;
  const isWhole = leftOut.isStoredWhole && isNothing(old);
  const now = filledIn(compared, node, old, at) ?? (leftOut.isStoredWhole ? leftOut.computedAt(at.steps) : undefined);
  // Free and dropped fields of an absent object have not changed.
  const stored = isWhole ? (now?.kind === 'map' ? nothing : undefined) : filledIn(compared, old, node, at);
  const change = { path: at.path, span: writtenSpan(now) ?? at.outerKey, now, stored };
  if (rule.isOwnZero(at.name) && isText(node ?? old, '') && (node === undefined) !== (old === undefined)) return change;
  const isKey = (rule.isKeyed && at.steps.length > depthOf(rule)) || rule.isVerbatim(at.path);
  if (isKey && (node === undefined) !== (old === undefined)) return change;
  // Admission completes only new objects; in updates, only defaults apply again.
  const isGone = rule.isFilledOnce && leftOut.isStoredWhole && isNothing(node) && !leftOut.isComputed(at.steps);
  const isUnset =
    (rule.staysUnset(at.name) || rule.isVerbatim(at.path) || isGone) &&
    !(now === undefined && leftOut.defaultAt(at.steps) !== undefined);
  if (now?.kind === 'scalar' && stored?.kind === 'scalar') {
    if (rule.isRename(at.name, scalarText(stored), scalarText(now))) return undefined;
    const isCertain = isUnset || rule.fallback !== undefined || !isUndecided(now, stored);
    return isCertain && differ(now, stored, formOf(rule, at)) ? change : undefined;
  }
  const isOpen = now?.kind === 'map' && stored?.kind === 'map' && (isWhole || rule.isOpen(at.name));
  if (!isOpen && (now === undefined || stored === undefined || isBlank(now) || isBlank(stored))) {
    const isCertain = (isUnset || isWhole) && !isZeroForNull(now, stored) && !isZeroForNull(stored, now);
    // A server writes false only if it differs from an absent field.
    const wasFalse = leftOut.isStoredWhole && now === undefined && stored?.kind === 'scalar' && stored.value === false;
    return (isBlank(now) !== isBlank(stored) || wasFalse) && isCertain ? change : undefined;
  }
  if (now.kind === 'list' && stored.kind === 'list') {
    if (now.items.length !== stored.items.length) return countChange(compared, now, stored, at);
    return firstOf(now.items, (item, index) =>
      valueChange(compared, item, stored.items[index], comparedItem(at, index)),
    );
  }
  if (now.kind !== stored.kind) return change;
  if (now.kind !== 'map' || stored.kind !== 'map') return undefined;
  const names = new Set([...now.entries, ...stored.entries].map(({ key }) => key));
  return firstOf([...names], (name) =>
    valueChange(compared, keyOf(compared, now, name), fieldOf(stored, name), comparedField(at, now, name)),
  );
}

/** The value of a field; in a map of texts, null is an empty text to the server. */
function keyOf({ rule, leftOut }: Compared, now: MapNode, name: string): Node | undefined {
  const value = entryFor(now, name)?.value;
  return value !== undefined && rule.isKeyed && leftOut.keepsNulls && isNull(value)
    ? { kind: 'scalar', value: '', style: 'plain', start: value.start, end: value.end }
    : fieldOf(now, name);
}

function isText(node: Node | undefined, text: string): boolean {
  return node?.kind === 'scalar' && node.value === text;
}

/** Absent, or an empty list or object. */
function isNothing(node: Node | undefined): boolean {
  return node === undefined || (node.kind !== 'scalar' && isBlank(node));
}

function formOf({ compares }: ImmutableRule, { steps }: ComparedField): Form {
  if (compares === 'base64') return 'base64';
  return resourceLists.has(String(steps.at(-2))) ? 'resources' : 'plain';
}

/** The number of steps to the field of a rule. */
function depthOf({ paths }: ImmutableRule): number {
  return Math.min(...paths.map((path) => path.length));
}

/** A key with an empty value is kept with the zero of its type, such as a quantity of 0. */
function isZeroForNull(node: Node | undefined, other: Node | undefined): boolean {
  if (node?.kind !== 'map') return false;
  return node.entries.some(({ key, value }) => isNull(value) && scalarText(fieldOf(other, key)) === '0');
}

/** The effective value on the server, as far as known for absent values. */
function filledIn(
  { rule, leftOut }: Compared,
  node: Node | undefined,
  other: Node | undefined,
  { name, steps }: ComparedField,
): Node | undefined {
  if (node === undefined) {
    if (other?.kind === 'map' && rule.isOpen(name)) return nothing;
    return rule.defaultOf(name) ?? leftOut.defaultAt(steps);
  }
  const isZero = node.kind === 'scalar' && (node.value === '' || node.value === 0);
  return isZero ? (rule.defaultOf(name) ?? node) : node;
}

const nothing: MapNode = { kind: 'map', entries: [], flow: true, start: 0, end: 0 };

/** A value that Go may omit, so that a default replaces it. */
function isUndecided(now: Node, stored: Node): boolean {
  return [now, stored].some((node) => node.kind === 'scalar' && (node.value === '' || node.value === 0));
}

function increase(
  now: Node | undefined,
  stored: Node | undefined,
  { path, outerKey }: ComparedField,
): Change | undefined {
  const [applied, existing] = [now, stored].map((node) => (node?.kind === 'scalar' ? node.value : undefined));
  if (typeof applied !== 'number' || typeof existing !== 'number' || applied <= existing) return undefined;
  return { path, span: writtenSpan(now) ?? outerKey, now, stored };
}

function setChange(
  now: Node | undefined,
  stored: Node | undefined,
  { path, outerKey }: ComparedField,
): Change | undefined {
  const [applied, existing] = [textsOf(now), textsOf(stored)];
  const isSame = applied.size === existing.size && [...applied].every((text) => existing.has(text));
  return isSame ? undefined : { path, span: writtenSpan(now) ?? outerKey, now, stored };
}

function textsOf(node: Node | undefined): ReadonlySet<string> {
  return new Set(node?.kind === 'list' ? node.items.map(scalarText) : []);
}

function namedChange(
  compared: Compared,
  now: Node | undefined,
  stored: Node | undefined,
  at: ComparedField,
): Change | undefined {
  if (now?.kind !== 'list' || stored?.kind !== 'list') return undefined;
  return firstOf(now.items, (item, index) => {
    const name = scalarText(fieldOf(item, 'name'));
    const old = stored.items.find((node) => scalarText(fieldOf(node, 'name')) === name);
    return old === undefined ? undefined : valueChange(compared, item, old, comparedItem(at, index));
  });
}

/** A key of the stored map that has another value, or none. */
function keysChange(
  now: Node | undefined,
  stored: Node | undefined,
  { path, steps, outerKey }: ComparedField,
  { stays }: AbsentFields,
): Change | undefined {
  if (stored?.kind !== 'map') return undefined;
  return firstOf(stored.entries, ({ key, value }) => {
    const written = fieldOf(now, key);
    const isKept = written === undefined ? stays([...steps, key]) : scalarText(written) === scalarText(value);
    const span = writtenSpan(written) ?? writtenSpan(now) ?? outerKey;
    return isKept ? undefined : { path: `${path}[${key}]`, span, now: written, stored: value };
  });
}

/** An item whose name no item of the stored list has. */
function addedItem(
  now: Node | undefined,
  stored: Node | undefined,
  at: ComparedField,
  { isStoredWhole }: AbsentFields,
): Change | undefined {
  if (now?.kind !== 'list' || (stored === undefined && !isStoredWhole)) return undefined;
  const items = stored?.kind === 'list' ? stored.items : [];
  const known = new Set(items.map((item) => scalarText(fieldOf(item, 'name'))));
  return firstOf(now.items, (item, index) => {
    const name = fieldOf(item, 'name');
    const path = `${comparedItem(at, index).path}.name`;
    return name === undefined || known.has(scalarText(name))
      ? undefined
      : { path, span: name, now: name, stored: undefined };
  });
}

/** The list, if an item of the stored one is certainly not in it. */
function lostItem(compared: Compared, now: Node | undefined, stored: Node | undefined, at: ComparedField) {
  const items = itemsOf(now);
  if (items?.every(({ kind }) => kind === 'map') !== true) return undefined;
  const whole = replaced(compared);
  const isLost = (old: Node) =>
    !compared.rule.isAddedAgain(
      ['key', 'operator', 'effect'].map((name) => scalarText(fieldOf(old, name))).join(' '),
    ) && items.every((item, index) => valueChange(whole, item, old, comparedItem(at, index)) !== undefined);
  return itemsOf(stored)?.some(isLost) === true ? changeAt(at, now, stored) : undefined;
}

/** The item, if its lists no longer begin with what the stored one has; the list, if it has more or fewer items. */
function changedTerm(compared: Compared, now: Node | undefined, stored: Node | undefined, at: ComparedField) {
  const [terms, olds] = [itemsOf(now), itemsOf(stored)];
  if (terms === undefined || olds === undefined || olds.length === 0) return undefined;
  if (terms.length !== olds.length) return changeAt(at, now, stored);
  const whole = replaced(compared);
  return firstOf(terms, (term, index) => {
    const [item, old] = [comparedItem(at, index), olds[index]];
    if (term.kind !== 'map' || old?.kind !== 'map') return undefined;
    const isChanged = isBlank(old)
      ? !isBlank(term)
      : old.entries.some(({ key, value }) => {
          const [before, after] = [itemsOf(value) ?? [], itemsOf(fieldOf(term, key))];
          return after !== undefined && !startsWith(whole, after, before, comparedField(item, term, key));
        });
    return isChanged ? changeAt(item, term, old) : undefined;
  });
}

function startsWith(compared: Compared, now: readonly Node[], stored: readonly Node[], at: ComparedField): boolean {
  return stored.every((old, index) => {
    const item = now[index];
    return item !== undefined && valueChange(compared, item, old, comparedItem(at, index)) === undefined;
  });
}

/** The items of a list; none if it is absent, undefined if it is something else, such as a placeholder. */
function itemsOf(node: Node | undefined): readonly Node[] | undefined {
  if (node === undefined) return [];
  return node.kind === 'list' ? node.items : undefined;
}

/** An apply that has an atomic list replaces it as a whole. */
function replaced({ rule, leftOut }: Compared): Compared {
  return { rule, leftOut: { ...leftOut, stays: () => false } };
}

function changeAt({ path, outerKey }: ComparedField, now: Node | undefined, stored: Node | undefined): Change {
  return { path, span: writtenSpan(now) ?? outerKey, now, stored };
}

function countChange(
  { rule, leftOut }: Compared,
  now: Node | undefined,
  stored: Node | undefined,
  { path, steps }: ComparedField,
): Change | undefined {
  if (now?.kind !== 'list' || rule.isFree(path)) return undefined;
  const before = stored?.kind === 'list' ? stored.items.length : 0;
  if (now.items.length === before) return undefined;
  const mayGrow = rule.growsInServer && !(rule.isFilledOnce && leftOut.isStoredWhole);
  if (now.items.length < before && mayGrow && holdsObjects(stored)) return undefined;
  if (now.items.length < before && stored?.kind === 'list' && itemsStay(now, stored, steps, leftOut)) return undefined;
  return { path, span: now.items[before] ?? now, now, stored };
}

/** Whether an apply keeps omitted items, if items can be distinguished. */
function itemsStay(now: ListNode, stored: ListNode, steps: PathSteps, { stays }: AbsentFields): boolean {
  const keyOf = (item: Node) => (item.kind === 'scalar' ? scalarText(item) : scalarText(fieldOf(item, 'name')));
  const kept = new Set(now.items.map(keyOf));
  const items = stored.items.map((item, index) => ({ key: keyOf(item), steps: [...steps, index] }));
  if (items.some(({ key }) => key === '')) return stays(steps);
  return items.every((item) => kept.has(item.key) || stays(item.steps));
}

/** Other managers do not add to a list of texts, such as a command. */
function holdsObjects(node: Node | undefined): boolean {
  return node?.kind === 'list' && node.items[0]?.kind !== 'scalar';
}

function firstOf<T>(items: readonly T[], find: (item: T, index: number) => Change | undefined): Change | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Undefined for a value that is not in the text. */
function writtenSpan(node: Node | undefined): Span | undefined {
  return node === undefined || node.end === 0 ? undefined : node;
}
