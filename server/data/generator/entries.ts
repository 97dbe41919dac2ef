import { isObject, type JsonObject } from './json.ts';

/** Members of a table that describe the table, not Kubernetes. */
export const metadataKeys: ReadonlySet<string> = new Set(['about', 'source', 'reviewed']);

/** The members of an authored table and their entries, one a line: `rules`, `rules spec.replicas`. */
export function entriesOf(table: JsonObject): readonly string[] {
  return Object.entries(table)
    .filter(([member]) => !metadataKeys.has(member))
    .flatMap(([member, value]) => [member, ...numbered(namesOf(value).map((name) => `${member} ${name}`))]);
}

function namesOf(value: unknown): readonly string[] {
  if (isObject(value)) return Object.keys(value).filter((name) => !metadataKeys.has(name));
  return Array.isArray(value) ? value.map(nameOf) : [];
}

/** Names an item of a list by its first two texts, as lists have no member in common that could name it. */
function nameOf(item: unknown): string {
  if (!isObject(item)) return line(String(item));
  const texts = Object.values(item).flatMap((value) => (typeof value === 'string' ? [value] : firstOf(value)));
  return line(texts.slice(0, 2).join(' '));
}

function firstOf(value: unknown): string[] {
  return Array.isArray(value) && value.every((part) => typeof part === 'string') ? [value.join(',')] : [];
}

function line(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 120);
}

function numbered(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** The text of `entries.txt`: the entries of all tables, sorted, so that merges rarely conflict. */
export function entriesText(tables: ReadonlyMap<string, readonly string[]>): string {
  const lines = [...tables].flatMap(([file, entries]) => entries.map((entry) => `${file} ${entry}\n`));
  return lines.sort().join('');
}

/** Reads `entries.txt`: the entries by file of `authored/`. */
export function readEntries(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const row of text.split('\n').filter((line) => line !== '')) {
    const at = row.indexOf(' ');
    found.set(row.slice(0, at), [...(found.get(row.slice(0, at)) ?? []), row.slice(at + 1)]);
  }
  return found;
}

/**
 * A message for each listed table, member or entry that is absent; an absent table or member stands for its entries.
 */
export function absentEntries(
  listed: ReadonlyMap<string, readonly string[]>,
  present: ReadonlyMap<string, readonly string[]>,
): string[] {
  return [...listed].flatMap(([file, entries]) => {
    const known = present.get(file);
    if (known === undefined) return [absence(file, 'it')];
    const knownEntries = new Set(known);
    const absent = entries.filter((entry) => !knownEntries.has(entry));
    const members = new Set(absent.filter((entry) => !entry.includes(' ')));
    return absent
      .filter((entry) => members.has(entry) || !members.has(entry.slice(0, entry.indexOf(' '))))
      .map((entry) => absence(file, entry));
  });
}

function absence(file: string, what: string): string {
  return `server/data/authored/${file}: ${what} is not there (if that is meant, delete its lines in server/data/entries.txt)`;
}
