import { fieldOf, isObject, type JsonObject, object, text } from '../../server/data/generator/json.ts';
import { readParts } from './merge/tables.ts';
import type { Tables } from './tables.ts';

/** The number of equal rows in two states of a table, and the differing ones. */
export interface TableComparison {
  readonly table: string;
  readonly equal: number;
  /** The rows that differ, that only the older state has, and that only the newer one has, by their keys. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Compares two states of all tables; for fields, those of one minor, by the properties that are read. */
export function compareTables(before: Tables, after: Tables, minor: string): TableComparison[] {
  return [
    compareRows(
      'gvk.jsonl',
      byKey(before.kinds, ['group', 'version', 'kind']),
      byKey(after.kinds, ['group', 'version', 'kind']),
    ),
    compareRows('features.jsonl', byKey(before.gates, ['gate']), byKey(after.gates, ['gate'])),
    compareRows(`fields/${minor}.json.gz (types)`, fieldRows(before, minor), fieldRows(after, minor)),
    compareRows('defaults.jsonl', byKey(before.defaults, ['gvk']), byKey(after.defaults, ['gvk'])),
    compareRows('field-gates.jsonl', gateRows(before), gateRows(after)),
    compareRows(
      'conversions-diff.jsonl',
      byKey(before.shapeChanges, ['kind', 'from', 'to']),
      byKey(after.shapeChanges, ['kind', 'from', 'to']),
    ),
    ...['stillInstalled', 'storageOverrides', 'groupPriority'].map((table) =>
      compareRows(
        `emulation.json ${table}`,
        entries(fieldOf(before.emulation, table)),
        entries(fieldOf(after.emulation, table)),
      ),
    ),
    compareRows(
      'registered-versions.json',
      entries(before.registeredVersions['binaries']),
      entries(after.registeredVersions['binaries']),
    ),
    ...[...before.builtIn.keys()].map((file) =>
      compareRows(file, builtInRows(before, file, minor), builtInRows(after, file, minor)),
    ),
  ];
}

/** Properties that record the releases in which a row was read or compared: rows may be equal otherwise. */
const provenance = new Set(['specsFrom', 'minors', 'both', 'comparedIn']);

function byKey(rows: readonly JsonObject[], parts: readonly string[]): Map<string, string> {
  return new Map(
    rows.map((row) => {
      const content = Object.fromEntries(Object.entries(row).filter(([name]) => !provenance.has(name)));
      return [parts.map((part) => text(row[part])).join('/'), JSON.stringify(content)];
    }),
  );
}

function gateRows({ fieldGates }: Tables): Map<string, string> {
  return new Map(fieldGates.map((row) => [row.slice(0, 3).join(' '), JSON.stringify(row)]));
}

/** What is built into one binary, each member of its lists of facts as a row. */
function builtInRows({ builtIn }: Tables, file: string, minor: string): Map<string, string> {
  const entry = fieldOf(builtIn.get(file)?.['binaries'], minor);
  return new Map(
    [...entries(entry ?? {})].flatMap(([name, item]) => {
      const value: unknown = JSON.parse(item);
      return isObject(value)
        ? [...entries(value)].map(([key, type]): [string, string] => [`${name} ${key}`, type])
        : [[name, item] as const];
    }),
  );
}

function fieldRows({ fields }: Tables, minor: string): Map<string, string> {
  const file = fields.get(minor);
  return file === undefined ? new Map() : entries(readParts(file));
}

/** The entries of an object, each as text independent of member order. */
function entries(value: unknown): Map<string, string> {
  return new Map(Object.entries(object(value)).map(([key, item]) => [key, JSON.stringify(ordered(item))]));
}

function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function compareRows(
  table: string,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): TableComparison {
  const common = [...before.keys()].filter((key) => after.has(key));
  const changed = common.filter((key) => before.get(key) !== after.get(key));
  return {
    table,
    equal: common.length - changed.length,
    changed,
    removed: [...before.keys()].filter((key) => !after.has(key)),
    added: [...after.keys()].filter((key) => !before.has(key)),
  };
}

/** The comparison for people: one line per table, and the first keys of differences. */
export function comparisonText(comparisons: readonly TableComparison[]): string {
  return comparisons
    .flatMap(({ table, equal, changed, removed, added }) => [
      `${table}: ${equal} equal, ${changed.length} changed, ${removed.length} gone, ${added.length} added`,
      ...shown('changed', changed),
      ...shown('gone', removed),
      ...shown('added', added),
    ])
    .join('\n');
}

const shownKeys = 5;

function shown(what: string, keys: readonly string[]): string[] {
  if (keys.length === 0) return [];
  const more = keys.length > shownKeys ? `, … (${keys.length - shownKeys} more)` : '';
  return [`  ${what}: ${keys.slice(0, shownKeys).join(', ')}${more}`];
}
