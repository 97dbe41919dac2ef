import type { PlainJson } from '../../src/crd/schema/json.ts';
import { arrayOf, isObject, type JsonObject } from './json.ts';

/**
 * The releases in which a field has rules that the facts do not contain: expressions (`cel`) and combined schemas
 * (`logic`) are only counted, and a server validates the field in its code (`code`).
 *
 * @returns `true` for all releases, changes by index of the release, or undefined for none.
 */
export function unknownRules(row: JsonObject, indexOf: (release: unknown) => number): PlainJson | undefined {
  if (row['code'] === true) return true;
  const [rules, combined, type] = ['cel', 'logic', 't'].map((key) => changesOf(row[key], indexOf));
  const releases = new Set([rules, combined, type].flatMap((changes) => (changes ?? []).map(([from]) => from)));
  const changes: (readonly [number, boolean])[] = [];
  for (const release of [...releases].sort((a, b) => a - b)) {
    const has = isAny(at(rules, release)) || isCombined(at(combined, release), at(type, release));
    if (has !== (changes.at(-1)?.[1] ?? false)) changes.push([release, has]);
  }
  const [first, ...others] = changes;
  if (first === undefined) return undefined;
  return first[0] === 0 && others.length === 0 ? true : { changes };
}

type Changes = readonly (readonly [number, unknown])[];

function changesOf(value: unknown, indexOf: (release: unknown) => number): Changes {
  if (value === undefined) return [];
  if (!isObject(value) || value['changes'] === undefined) return [[0, value]];
  return arrayOf(value['changes']).map((change) => {
    const [release, next] = arrayOf(change);
    return [indexOf(release), next];
  });
}

function at(changes: Changes | undefined, release: number): unknown {
  return changes?.findLast(([from]) => from <= release)?.[1];
}

/** The alternatives of int-or-string do not count: its type covers them. */
function isCombined(count: unknown, type: unknown): boolean {
  return isAny(count) && !(type === 'int-or-string' && count === 2);
}

function isAny(count: unknown): boolean {
  return typeof count === 'number' && count > 0;
}
