import { isObject, type JsonObject, object, text, texts } from '../../../server/data/generator/json.ts';

/** The rows of `defaults.jsonl` with the defaults of a minor that is newer than all of them, or already included. */
export function mergeDefaults(
  rows: readonly JsonObject[],
  minor: string,
  facts: ReadonlyMap<string, JsonObject>,
  podAt: ReadonlyMap<string, string>,
): JsonObject[] {
  const older = defaultsBefore(rows, minor);
  const known = new Set(older.map((row) => text(row['gvk'])));
  const kept = older.map((row) => {
    const fact = facts.get(text(row['gvk']));
    return fact === undefined ? row : withMinor(row, minor, fact);
  });
  const added = [...facts]
    .filter(([gvk, fact]) => !known.has(gvk) && Object.keys(fact).length > 0)
    .map(([gvk, fact]) => {
      const at = podAt.get(gvk);
      return { gvk, minors: [minor], ...(at === undefined ? {} : { podAt: at }), ...fact };
    });
  return [...kept, ...added].sort((a, b) => (text(a['gvk']) < text(b['gvk']) ? -1 : 1));
}

const about = new Set(['gvk', 'minors', 'podAt']);

function withMinor(row: JsonObject, minor: string, fact: JsonObject): JsonObject {
  const minors = texts(row['minors']);
  const first = minors[0] ?? minor;
  const cases = [...new Set([...Object.keys(row), ...Object.keys(fact)])].filter((key) => !about.has(key));
  const merged = cases.flatMap((name) => {
    const values = mergeCase(object(row[name] ?? {}), object(fact[name] ?? {}), first, minor);
    return Object.keys(values).length === 0 ? [] : [[name, values]];
  });
  const { gvk, podAt } = row;
  return { gvk, minors: [...minors, minor], ...(podAt === undefined ? {} : { podAt }), ...Object.fromEntries(merged) };
}

function mergeCase(old: JsonObject, now: JsonObject, first: string, minor: string): JsonObject {
  const paths = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort();
  return Object.fromEntries(paths.map((path) => [path, mergeValue(old[path], now[path], first, minor)]));
}

/** A value that stays is written once, one that changes as `[[first minor, value], …]`, with null if it is absent. */
function mergeValue(old: unknown, now: unknown, first: string, minor: string): unknown {
  if (isInstant(old)) return old;
  const changes = changesOf(old) ?? [[first, old ?? null]];
  const last = changes.at(-1)?.[1];
  if (JSON.stringify(last) === JSON.stringify(now ?? null)) return old;
  return { changes: [...changes, [minor, now ?? null]] };
}

/** A measurement time: not a fact, so its first value is kept. */
function isInstant(value: unknown): boolean {
  return /"\d{4}-\d{2}-\d{2}T[\d:.]+Z"/.test(JSON.stringify(value) ?? '');
}

function changesOf(value: unknown): readonly (readonly unknown[])[] | undefined {
  if (!isObject(value) || !Array.isArray(value['changes'])) return undefined;
  return value['changes'];
}

/** The rows without the newest minor. */
export function defaultsBefore(rows: readonly JsonObject[], minor: string): JsonObject[] {
  return rows.flatMap((row) => {
    const minors = texts(row['minors']);
    if (!minors.includes(minor)) return [row];
    const remaining = minors.filter((listed) => listed !== minor);
    if (remaining.length === 0) return [];
    const entries = Object.entries(row).flatMap(([key, value]) => {
      if (key === 'minors') return [[key, remaining]];
      if (about.has(key)) return [[key, value]];
      const values = caseBefore(object(value), minor);
      return Object.keys(values).length === 0 ? [] : [[key, values]];
    });
    return [Object.fromEntries(entries)];
  });
}

function caseBefore(values: JsonObject, minor: string): JsonObject {
  return Object.fromEntries(
    Object.entries(values).flatMap(([path, value]) => {
      const changes = changesOf(value)?.filter(([from]) => from !== minor);
      if (changes === undefined || isInstant(value)) return [[path, value]];
      if (changes.length > 1) return [[path, { changes }]];
      const only = changes[0]?.[1];
      return only === null || only === undefined ? [] : [[path, only]];
    }),
  );
}
