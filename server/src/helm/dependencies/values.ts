import type { Node } from '../../manifest/node.ts';

/** A table of a chart's values. */
export type Table = Map<string, ChartValue>;

/** A value of a chart as dependencies need it; lists, texts and numbers are `other`. */
export type ChartValue = Table | boolean | null | 'other';

/** The values that a file has at its top; empty if it is not a table. */
export function tableOf(node: Node | undefined): Table {
  const value = node === undefined ? null : valueIn(node);
  return value instanceof Map ? value : new Map();
}

function valueIn(node: Node): ChartValue {
  if (node.kind === 'scalar') return node.value === null || typeof node.value === 'boolean' ? node.value : 'other';
  if (node.kind === 'list') return 'other';
  return new Map(node.entries.map(({ key, value }) => [key, valueIn(value)]));
}

/** A deep copy. */
export function copyOf(table: Table): Table {
  return new Map([...table].map(([key, value]) => [key, value instanceof Map ? copyOf(value) : value]));
}

/** Several files of values as one: later ones take precedence, tables are merged (`pkg/cli/values`, `mergeMaps`). */
export function mergeFiles(files: readonly Table[]): Table {
  return files.reduce<Table>(mergeMaps, new Map());
}

function mergeMaps(a: Table, b: Table): Table {
  const merged = new Map(a);
  for (const [key, value] of b) {
    const before = merged.get(key);
    merged.set(key, value instanceof Map && before instanceof Map ? mergeMaps(before, value) : value);
  }
  return merged;
}

/** The value at a path of names; undefined if absent or a table (`pkg/chartutil/values.go`, `PathValue`). */
export function valueAt(values: Table, path: string): Exclude<ChartValue, Table> | undefined {
  const names = path.split('.');
  const last = names.pop() ?? '';
  let table = values;
  for (const name of names) {
    const next = table.get(name);
    if (!(next instanceof Map)) return undefined;
    table = next;
  }
  const value = table.get(last);
  return value instanceof Map ? undefined : value;
}
