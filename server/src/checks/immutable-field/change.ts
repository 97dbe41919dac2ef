import { entryFor, type MapNode, type Node } from '../../manifest/node.ts';
import type { Span } from '../../text/span.ts';
import type { ImmutableRule } from './rules.ts';
import { differ, fieldOf, isBlank, nodeAt } from './values.ts';

/** The first value of a field that an update certainly changes. */
export interface Change {
  readonly path: string;
  /** The new value; where it is gone, the key of what it is missing in. */
  readonly span: Span;
  readonly now: Node | undefined;
  readonly stored: Node | undefined;
}

/** A resource's object, and the place that stands for all of it. */
interface Whole {
  readonly root: MapNode;
  readonly kindSpan: Span;
}

/**
 * What an update changes of a rule's field. Only what is certain counts: where one object leaves out what the server may
 * have filled in, nothing has changed.
 */
export function changeOf(rule: ImmutableRule, now: Whole, stored: Whole): Change | undefined {
  return firstOf(rule.paths, (path) => {
    const [own, old] = [nodeAt(now.root, path), nodeAt(stored.root, path)];
    const at = placeOf(now, path);
    if (rule.compares === 'count') return countChange(rule, own, old, at);
    return valueChange(rule, orFallback(own, rule), orFallback(old, rule), at);
  });
}

/** An empty text is filled in as nothing is. */
function orFallback(node: Node | undefined, { fallback }: ImmutableRule): Node | undefined {
  return node === undefined || (node.kind === 'scalar' && node.value === '') ? (fallback ?? node) : node;
}

interface Place {
  readonly path: string;
  readonly name: string;
  /** The key that names the value. */
  readonly key: Span;
  /** The key that names the object around it. */
  readonly outerKey: Span;
}

function placeOf({ root, kindSpan }: Whole, path: readonly string[]): Place {
  let at: Place = { path: '', name: '', key: kindSpan, outerKey: kindSpan };
  let node: Node | undefined = root;
  for (const step of path) {
    at = node?.kind === 'list' ? itemPlace(at, Number(step)) : fieldPlace(at, node, step);
    node = nodeAt(node, [step]);
  }
  return at;
}

function fieldPlace(at: Place, object: Node | undefined, name: string): Place {
  const key = object?.kind === 'map' ? entryFor(object, name)?.keySpan : undefined;
  return { path: at.path === '' ? name : `${at.path}.${name}`, name, key: key ?? at.key, outerKey: at.key };
}

function itemPlace(at: Place, index: number): Place {
  return { ...at, path: `${at.path}[${index}]`, outerKey: at.key };
}

function valueChange(rule: ImmutableRule, own: Node | undefined, old: Node | undefined, at: Place): Change | undefined {
  if (rule.isFree(at.path)) return undefined;
  const [now, stored] = [filledIn(rule, own, old, at.name), filledIn(rule, old, own, at.name)];
  const change = { path: at.path, span: writtenSpan(now) ?? at.outerKey, now, stored };
  if (now?.kind === 'scalar' && stored?.kind === 'scalar') {
    const isCertain = rule.staysUnset(at.name) || rule.fallback !== undefined || !isUndecided(now, stored);
    return isCertain && differ(now, stored, rule.compares === 'base64') ? change : undefined;
  }
  const isOpen = now?.kind === 'map' && stored?.kind === 'map' && rule.isOpen(at.name);
  if (!isOpen && (now === undefined || stored === undefined || isBlank(now) || isBlank(stored))) {
    return isBlank(now) !== isBlank(stored) && rule.staysUnset(at.name) ? change : undefined;
  }
  if (now.kind === 'list' && stored.kind === 'list') {
    if (now.items.length !== stored.items.length) return countChange(rule, now, stored, at);
    return firstOf(now.items, (item, index) => valueChange(rule, item, stored.items[index], itemPlace(at, index)));
  }
  if (now.kind !== 'map' || stored.kind !== 'map') return undefined;
  const names = new Set([...now.entries, ...stored.entries].map(({ key }) => key));
  return firstOf([...names], (name) =>
    valueChange(rule, fieldOf(now, name), fieldOf(stored, name), fieldPlace(at, now, name)),
  );
}

/** What the server has for a value, as far as that is known where there is none. */
function filledIn(
  rule: ImmutableRule,
  node: Node | undefined,
  other: Node | undefined,
  name: string,
): Node | undefined {
  if (node === undefined) return other?.kind === 'map' && rule.isOpen(name) ? nothing : rule.defaultOf(name);
  return node.kind === 'scalar' && (node.value === '' || node.value === 0) ? (rule.defaultOf(name) ?? node) : node;
}

const nothing: MapNode = { kind: 'map', entries: [], flow: true, start: 0, end: 0 };

/** A value that Go may leave out, so that a default takes its place. */
function isUndecided(now: Node, stored: Node): boolean {
  return [now, stored].some((node) => node.kind === 'scalar' && (node.value === '' || node.value === 0));
}

function countChange(
  rule: ImmutableRule,
  now: Node | undefined,
  stored: Node | undefined,
  { path }: Place,
): Change | undefined {
  if (now?.kind !== 'list' || rule.isFree(path)) return undefined;
  const before = stored?.kind === 'list' ? stored.items.length : 0;
  if (now.items.length === before || (now.items.length < before && rule.growsInServer)) return undefined;
  return { path, span: now.items[before] ?? now, now, stored };
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
