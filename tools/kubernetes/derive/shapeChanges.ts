import { fieldOf, type JsonObject, object, text, texts } from '../../../server/data/generator/json.ts';
import { elementOf } from '../../../server/data/generator/notation.ts';
import { compareVersions, parseGroupVersion } from '../../../server/src/targets/groupVersion.ts';
import { previousMinor, spansBefore } from '../merge/spans.ts';
import type { Types } from './objects.ts';

/** The differences between two versions of a kind, as listed in `conversions-diff.jsonl`. */
const lists = ['removed', 'added', 'nowRequired', 'noLongerRequired', 'type', 'enum'] as const;
type Changes = Record<(typeof lists)[number], unknown[]>;

/**
 * The rows of `conversions-diff.jsonl` with the version pairs of a minor: each pair that it serves of one kind of a
 * group, and each version that was added when another of the kind was removed. An equal row stays unchanged.
 */
export function shapeChangesOf(
  rows: readonly JsonObject[],
  kinds: readonly JsonObject[],
  minor: string,
  fields: ReadonlyMap<string, JsonObject>,
): JsonObject[] {
  const known = new Map(rows.map((row) => [pairKey(row), row]));
  for (const pair of [...pairsOf(kinds, minor), ...pairsBetweenGroups(rows, kinds, minor)]) {
    const old = known.get(pairKey(pair.row));
    const now = { ...pair.row, ...changesOf(pair, minor, fields) };
    known.set(pairKey(pair.row), old === undefined ? now : renewed(old, now));
  }
  const served = servedKinds(kinds);
  const rest = [...known.values()].map((row) => closed(row, minor, served));
  const added = rest.filter((row) => !rows.some((old) => pairKey(old) === pairKey(row)));
  return added.length === 0 ? rest : rest.sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

/**
 * The rows without the contributions of the newest minor: pairs that were compared in it. Rows that ended with the
 * minor before continue.
 */
export function shapeChangesBefore(rows: readonly JsonObject[], minor: string): JsonObject[] {
  return rows.flatMap((row) => {
    const compared = row['comparedIn'];
    // Kinds do not record their move to another group: such a pair is known from the row alone.
    if (compared === minor && isBetweenGroups(row)) return [{ ...row, comparedIn: previousMinor(minor) }];
    if (compared === minor || (Array.isArray(compared) && compared.at(-1) === minor)) return [];
    const spans = texts(row['both']);
    const reopened = spansBefore(spans, minor);
    return [JSON.stringify(reopened) === JSON.stringify(spans) ? row : { ...row, both: reopened }];
  });
}

function isBetweenGroups(row: JsonObject): boolean {
  const [from, to] = [row['from'], row['to']].map((version) => parseGroupVersion(text(version))?.group);
  return from !== to;
}

function pairKey(row: JsonObject): string {
  return `${text(row['kind'])} ${text(row['from'])} ${text(row['to'])}`;
}

function order(row: JsonObject): string {
  return [row['kind'], row['from'], row['to']].map(text).join('\u0000');
}

/** The old row with its changes: equal differences keep their order. */
function renewed(old: JsonObject, now: JsonObject): JsonObject {
  const same = lists.every((list) => JSON.stringify(sorted(old[list])) === JSON.stringify(sorted(now[list])));
  return same ? { ...old, comparedIn: now['comparedIn'] } : { ...now, both: old['both'] };
}

function sorted(list: unknown): unknown[] {
  return Array.isArray(list) ? [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : [];
}

/** A pair that was served together until now and no longer is. */
function closed(row: JsonObject, minor: string, served: ReadonlySet<string>): JsonObject {
  const inBoth = texts(row['both']);
  const isOpen = inBoth.at(-1)?.endsWith('-') === true;
  const isServed = ['from', 'to'].every((side) => served.has(`${text(row[side])}/${text(row['kind'])}`));
  return isOpen && !isServed
    ? { ...row, both: [...inBoth.slice(0, -1), `${inBoth.at(-1)}${previousMinor(minor)}`] }
    : row;
}

interface Pair {
  readonly row: JsonObject;
  readonly from: string;
  readonly to: string;
}

function pairsOf(kinds: readonly JsonObject[], minor: string): Pair[] {
  const groups = new Map<string, JsonObject[]>();
  for (const row of kinds) {
    const isThere = isOpen(row) || row['lastServed'] === previousMinor(minor);
    if (row['served'] === undefined || !isThere || row['def'] === undefined) continue;
    const key = `${text(row['group'])}/${text(row['kind'])}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].flatMap((versions) => {
    const ascending = [...versions].sort((a, b) => compareVersions(text(b['version']), text(a['version'])));
    return ascending.flatMap((from, index) => ascending.slice(index + 1).flatMap((to) => pair(from, to, minor)));
  });
}

/** The pairs between groups that both go on being served. */
function pairsBetweenGroups(rows: readonly JsonObject[], kinds: readonly JsonObject[], minor: string): Pair[] {
  const open = new Map(
    kinds
      .filter((row) => row['served'] !== undefined && isOpen(row))
      .map((row) => [`${apiVersion(row)}/${text(row['kind'])}`, row]),
  );
  return rows.filter(isBetweenGroups).flatMap((row) => {
    const [from, to] = ['from', 'to'].map((side) => open.get(`${text(row[side])}/${text(row['kind'])}`)?.['def']);
    if (from === undefined || to === undefined) return [];
    const { kind, both } = row;
    return [
      { row: { kind, from: row['from'], to: row['to'], both, comparedIn: minor }, from: text(from), to: text(to) },
    ];
  });
}

function pair(from: JsonObject, to: JsonObject, minor: string): Pair[] {
  if (!isOpen(to)) return [];
  const isNew = text(to['firstServed']) === minor;
  if (!isOpen(from) && !isNew) return [];
  const named = { kind: from['kind'], from: apiVersion(from), to: apiVersion(to) };
  const row = isOpen(from)
    ? {
        ...named,
        both: [
          `${text(
            [from, to]
              .map((version) => text(version['firstServed']))
              .sort(byMinor)
              .at(-1),
          )}-`,
        ],
        comparedIn: minor,
      }
    : { ...named, both: [], comparedIn: [previousMinor(minor), minor] };
  return [{ row, from: text(from['def']), to: text(to['def']) }];
}

function byMinor(a: string, b: string): number {
  return Number(a.split('.')[1]) - Number(b.split('.')[1]);
}

function isOpen(row: JsonObject): boolean {
  return texts(row['served']).at(-1)?.endsWith('-') === true;
}

function apiVersion(row: JsonObject): string {
  const [group, version] = [text(row['group']), text(row['version'])];
  return group === '' ? version : `${group}/${version}`;
}

function servedKinds(kinds: readonly JsonObject[]): Set<string> {
  const open = kinds.filter((row) => row['served'] !== undefined && isOpen(row));
  return new Set(open.map((row) => `${apiVersion(row)}/${text(row['kind'])}`));
}

function changesOf(pair: Pair, minor: string, fields: ReadonlyMap<string, JsonObject>): Partial<Changes> {
  const compared = pair.row['comparedIn'];
  const [oldMinor, newMinor] = Array.isArray(compared) ? texts(compared) : [minor, minor];
  const types = (name: string | undefined): Types => {
    const defs = object(fieldOf(fields.get(name ?? '') ?? {}, 'defs') ?? {});
    return Object.fromEntries(Object.entries(defs).map(([key, type]) => [key, object(type)]));
  };
  const found: Changes = { removed: [], added: [], nowRequired: [], noLongerRequired: [], type: [], enum: [] };
  new Comparison(types(oldMinor), types(newMinor), found).structs(pair.from, pair.to, '', []);
  return Object.fromEntries(lists.flatMap((list) => (found[list].length === 0 ? [] : [[list, found[list]]])));
}

class Comparison {
  readonly #old: Types;
  readonly #new: Types;
  readonly #found: Changes;

  constructor(old: Types, now: Types, found: Changes) {
    this.#old = old;
    this.#new = now;
    this.#found = found;
  }

  structs(from: string, to: string, path: string, inside: readonly string[]): void {
    if (inside.includes(`${from} ${to}`)) return;
    const [oldFields, newFields] = [this.#old[from] ?? {}, this.#new[to] ?? {}];
    const [before, after] = [oldFields, newFields].map((type) => object(fieldOf(type, 'f') ?? {}));
    for (const name of [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort()) {
      if (path === '' && name === 'metadata') continue;
      const at = path === '' ? name : `${path}.${name}`;
      const [old, now] = [before?.[name], after?.[name]];
      if (old === undefined) this.#found.added.push(texts(newFields['req']).includes(name) ? `${at} (required)` : at);
      else if (now === undefined) this.#found.removed.push(at);
      else {
        this.#required(texts(oldFields['req']).includes(name), texts(newFields['req']).includes(name), at);
        this.#fields(object(old), object(now), at, [...inside, `${from} ${to}`]);
      }
    }
  }

  #required(before: boolean, after: boolean, at: string): void {
    if (!before && after) this.#found.nowRequired.push(at);
    if (before && !after) this.#found.noLongerRequired.push(at);
  }

  #fields(old: JsonObject, now: JsonObject, path: string, inside: readonly string[]): void {
    const [from, to] = [text(old['t']), text(now['t'])];
    const at = `${path}${'[]'.repeat(from.split('[').length - 1)}`;
    const [before, after] = [elementOf(from), elementOf(to)];
    const areStructs = this.#old[before]?.['f'] !== undefined && this.#new[after]?.['f'] !== undefined;
    // Structs may have other names in another version: what counts is their fields.
    if (areStructs && from.replace(before, '') === to.replace(after, '')) this.structs(before, after, at, inside);
    else if (unversioned(from) !== unversioned(to)) this.#found.type.push([path, from, to]);
    const [gone, come] = [texts(old['e']), texts(now['e'])];
    const added = come.filter((value) => !gone.includes(value));
    const removed = gone.filter((value) => !come.includes(value));
    if (old['e'] !== undefined && now['e'] !== undefined && added.length + removed.length > 0)
      this.#found.enum.push([path, added, removed]);
  }
}

/**
 * The unversioned name of a type: `resource.v1.Device` and `resource.v1beta1.Device` are equal, as are those of two
 * groups.
 */
function unversioned(type: string): string {
  return type.replace(/[^[\].]+\.v\d+(?:(?:alpha|beta)\d+)?\./, '');
}
