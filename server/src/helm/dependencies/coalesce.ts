import { copyOf, type Table } from './values.ts';

/** A chart with the inputs for its values and those of its sub-charts. */
export interface ChartWithValues {
  readonly name: string;
  readonly values: Table;
  readonly charts: readonly ChartWithValues[];
}

/**
 * The values of a chart and its sub-charts, given ones before its own (`pkg/chartutil/coalesce.go`, `CoalesceValues`);
 * undefined if Helm refuses them, because a sub-chart's are not a table.
 */
export function coalesceValues(chart: ChartWithValues, given: Table): Table | undefined {
  return coalesce(chart, copyOf(given));
}

function coalesce(chart: ChartWithValues, values: Table): Table | undefined {
  addOwn(chart, values);
  for (const inner of chart.charts) {
    const known = tableAt(values, inner.name);
    if (known === undefined) return undefined;
    addGlobals(known, values);
    const all = coalesce(inner, known);
    if (all === undefined) return undefined;
    values.set(inner.name, all);
  }
  return values;
}

function addOwn(chart: ChartWithValues, values: Table): void {
  for (const [key, chartValue] of copyOf(chart.values)) {
    const value = values.get(key);
    if (value === undefined) values.set(key, chartValue);
    else if (value === null) values.delete(key);
    else if (value instanceof Map && chartValue instanceof Map) {
      const isInner = chart.charts.some(({ name }) => name === key);
      mergeTables(value, chartValue, isInner);
    }
  }
}

/** The table of a name, created if absent; undefined if the value is something else. */
function tableAt(values: Table, name: string): Table | undefined {
  const known = values.has(name) ? values.get(name) : new Map();
  return known instanceof Map ? known : undefined;
}

/** Global values of the parent override those of the sub-chart. */
function addGlobals(values: Table, above: Table): void {
  const table = tableAt(values, 'global');
  const from = tableAt(above, 'global');
  if (table === undefined || from === undefined) return;
  for (const [key, value] of from) {
    const known = table.get(key);
    if (!(value instanceof Map)) {
      if (!(known instanceof Map)) table.set(key, value);
      continue;
    }
    const copy = new Map(value);
    if (known instanceof Map) mergeTables(copy, known, true);
    if (known === undefined || known instanceof Map) table.set(key, copy);
  }
  values.set('global', table);
}

/**
 * Adds the missing entries of a table (`coalesceTablesFullKey`).
 *
 * @param keepsNull whether a null in `table` stays; otherwise it removes the default from the result.
 */
function mergeTables(table: Table, defaults: Table, keepsNull: boolean): void {
  const before = new Map(defaults);
  for (const [key, value] of table) if (value === null) defaults.set(key, null);
  for (const [key, value] of defaults) {
    const known = table.get(key);
    const hadValue = before.has(key) && before.get(key) !== null;
    if (known === null && !keepsNull && hadValue) table.delete(key);
    else if (known === undefined) table.set(key, value);
    else if (value instanceof Map && known instanceof Map) mergeTables(known, value, keepsNull);
  }
}
