import { arrayOf, type JsonObject, object, text, texts } from '../../../server/data/generator/json.ts';
import type { KindFact, ServedFact } from '../derive/kinds.ts';
import { previousMinor, spansBefore, withMinor, withoutMinor } from './spans.ts';

/** The rows of `gvk.jsonl` with the kinds of a minor that is newer than all of them, or already included. */
export function mergeKinds(
  rows: readonly JsonObject[],
  minor: string,
  kinds: ReadonlyMap<string, KindFact>,
): JsonObject[] {
  const older = kindsBefore(rows, minor);
  const known = new Set(older.map(kindKey));
  const kept = older.map((row) => {
    const fact = kinds.get(kindKey(row));
    return withLifecycle(lived(row, minor, fact), minor, fact?.lifecycle);
  });
  const added = [...kinds]
    .filter(([key]) => !known.has(key))
    .map(([, fact]) => withLifecycle(newRow(fact, minor), minor, fact.lifecycle));
  return [...kept, ...added].sort((a, b) => (kindOrder(a) < kindOrder(b) ? -1 : 1));
}

/** `group/version/Kind`. */
export function kindKey(row: JsonObject): string {
  return `${text(row['group'])}/${text(row['version'])}/${text(row['kind'])}`;
}

/** By group, version and kind, each as text. */
function kindOrder(row: JsonObject): string {
  return [text(row['group']), text(row['version']), text(row['kind'])].join('\u0000');
}

/** An existing row: its spans continue or end, and its resource may change. */
function lived(row: JsonObject, minor: string, fact: KindFact | undefined): JsonObject {
  if (row['served'] === undefined) {
    if (row['published'] === undefined) return row;
    const published = texts(row['published']);
    if (published.length === 0 && fact?.def === undefined) return row;
    const isThere = fact !== undefined && (fact.def !== undefined || row['def'] === undefined);
    return { ...row, published: isThere ? withMinor(published, minor) : withoutMinor(published, minor) };
  }
  const spans = texts(row['served']);
  if (fact?.served === undefined) {
    const served = withoutMinor(spans, minor);
    return served === spans ? row : ended(row, served, minor);
  }
  return changed({ ...row, served: withMinor(spans, minor) }, minor, fact.served);
}

/** The keys in the order of the facts: `lastServed` and `removedIn` follow `firstServed`. */
function ended(row: JsonObject, served: readonly string[], minor: string): JsonObject {
  return Object.fromEntries(
    Object.entries({ ...row, served }).flatMap(([key, value]) =>
      key === 'firstServed'
        ? [
            [key, value],
            ['lastServed', previousMinor(minor)],
            ['removedIn', minor],
          ]
        : [[key, value]],
    ),
  );
}

/** A value becomes a list of changes when it differs in a minor. */
function changed(row: JsonObject, minor: string, served: ServedFact): JsonObject {
  const verbs = change(row, 'verbs', minor, served.verbs, []);
  const gates = change(row, 'gates', minor, served.gates.length === 0 ? null : served.gates, null);
  const enabled = change(row, 'enabledByDefault', minor, served.enabledByDefault, false);
  return { ...row, ...enabled, ...gates, ...verbs };
}

function change(row: JsonObject, key: string, minor: string, value: unknown, absent: unknown): JsonObject {
  const old = row[key];
  const list = isChanges(old) ? old : [[firstMinor(row), old ?? absent]];
  const last = list.at(-1)?.[1];
  if (JSON.stringify(last) === JSON.stringify(value)) return {};
  return { [key]: [...list, [minor, value]] };
}

function isChanges(value: unknown): value is readonly (readonly unknown[])[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((change) => Array.isArray(change) && /^1\.\d+$/.test(String(change[0])))
  );
}

function firstMinor(row: JsonObject): string {
  return texts(row['served'] ?? row['published'])[0]?.split('-')[0] ?? '1.8';
}

/** A lifecycle that announces other dates than before is kept with the minor that did; the newest one is `lifecycle`. */
function withLifecycle(row: JsonObject, minor: string, lifecycle: JsonObject | undefined): JsonObject {
  if (lifecycle === undefined) return row;
  const { lastSeenIn, ...old } = object(row['lifecycle'] ?? {});
  const now = { ...row, lifecycle: { ...lifecycle, lastSeenIn: minor } };
  if (row['lifecycle'] === undefined || JSON.stringify(old) === JSON.stringify(lifecycle)) return now;
  const history =
    row['lifecycleHistory'] === undefined ? [[firstMinor(row), inHistory(old)]] : arrayOf(row['lifecycleHistory']);
  return { ...now, lifecycleHistory: [...history, [minor, inHistory(lifecycle)]] };
}

/** In the history a replacement is one text. */
function inHistory(lifecycle: JsonObject): JsonObject {
  if (lifecycle['replacement'] === undefined) return lifecycle;
  return { ...lifecycle, replacement: kindKey(object(lifecycle['replacement'])) };
}

function newRow(fact: KindFact, minor: string): JsonObject {
  const { group, version, kind, stability, def, served } = fact;
  const named = { group, version, kind, ...(def === undefined ? {} : { def }), stability };
  if (served === undefined) {
    return { ...named, topLevel: false, published: def === undefined ? [] : [`${minor}-`] };
  }
  return {
    ...named,
    plural: served.plural,
    namespaced: served.namespaced,
    served: [`${minor}-`],
    firstServed: minor,
    enabledByDefault: served.enabledByDefault,
    ...(served.gates.length === 0 ? {} : { gates: served.gates }),
    verbs: served.verbs,
    ...(Object.keys(served.subresources).length === 0 ? {} : { subresources: served.subresources }),
    singular: served.singular,
    ...(served.shortNames.length === 0 ? {} : { shortNames: served.shortNames }),
    ...(served.categories.length === 0 ? {} : { categories: served.categories }),
  };
}

/** The rows without the newest minor. */
export function kindsBefore(rows: readonly JsonObject[], minor: string): JsonObject[] {
  return rows.flatMap((row) => {
    const spans = row['served'] ?? row['published'];
    const remaining = spans === undefined ? undefined : spansBefore(texts(spans), minor);
    if (remaining?.length === 0 && texts(spans).length > 0) return [];
    const { lastServed, removedIn, ...rest } = row;
    const gone = removedIn === undefined || removedIn === minor ? {} : { lastServed, removedIn };
    const spanned = row['served'] === undefined ? { published: remaining } : { served: remaining };
    const ordered = inOrder(row, { ...rest, ...gone, ...(remaining === undefined ? {} : spanned) });
    return [lifecycleBefore(changesBefore(ordered, minor), minor)];
  });
}

/** The members in the order of another object. */
function inOrder(like: JsonObject, value: JsonObject): JsonObject {
  return Object.fromEntries(Object.keys(like).flatMap((key) => (key in value ? [[key, value[key]]] : [])));
}

function changesBefore(row: JsonObject, minor: string): JsonObject {
  const older = ['verbs', 'gates', 'enabledByDefault'].flatMap((key) => {
    const value = row[key];
    if (!isChanges(value)) return [];
    const remaining = value.filter(([from]) => from !== minor);
    return [[key, remaining.length === 1 ? remaining[0]?.[1] : remaining]];
  });
  return { ...row, ...Object.fromEntries(older) };
}

function lifecycleBefore(row: JsonObject, minor: string): JsonObject {
  const { lifecycle, lifecycleHistory, ...rest } = row;
  if (lifecycle === undefined || object(lifecycle)['lastSeenIn'] !== minor) return row;
  const history = arrayOf(lifecycleHistory).map(arrayOf);
  const changedNow = history.at(-1)?.[0] === minor;
  const remaining = changedNow ? history.slice(0, -1) : history;
  const last = remaining.at(-1)?.[1];
  const shown = changedNow && last !== undefined ? outOfHistory(object(last)) : object(lifecycle);
  return {
    ...rest,
    lifecycle: { ...shown, lastSeenIn: previousMinor(minor) },
    ...(remaining.length < 2 ? {} : { lifecycleHistory: remaining }),
  };
}

function outOfHistory(lifecycle: JsonObject): JsonObject {
  if (lifecycle['replacement'] === undefined) return lifecycle;
  const [group, version, kind] = text(lifecycle['replacement']).split('/');
  return { ...lifecycle, replacement: { group, version, kind } };
}
