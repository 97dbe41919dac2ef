import { builtInFiles } from '../../../server/data/generator/facts.ts';
import { fieldOf, type JsonObject, object } from '../../../server/data/generator/json.ts';
import type { ReleaseFacts } from '../gather.ts';
import type { Release } from '../release.ts';
import { releasesRead, type Tables } from '../tables.ts';
import { mergeRelease } from './tables.ts';

/** Derives a release on top of tables that end with its minor or the one before it; `measuresDropped` as in `GatherOptions`. */
export type DeriveRelease = (release: Release, tables: Tables, measuresDropped: boolean) => ReleaseFacts;

/**
 * The tables with a release. Of a minor that `known` has, only those tables are touched that were read from it: not all
 * began with the first minor, and a later patch begins none.
 */
export function addRelease(tables: Tables, release: Release, known: Tables, derive: DeriveRelease): Tables {
  const { minorText } = release;
  if (!releasesRead(known).has(minorText)) return mergeRelease(tables, release, derive(release, tables, true));
  const names = tablesRead(known, minorText);
  const facts = derive(release, tables, names.has('field-gates.jsonl'));
  return onlyRead(tables, mergeRelease(tables, release, facts), names, minorText);
}

function tablesRead(tables: Tables, minorText: string): ReadonlySet<string> {
  const read = Object.entries(object(tables.sources['tables']));
  const names = read.filter(([, releases]) => fieldOf(releases, minorText) !== undefined).map(([table]) => table);
  // What is built into a binary is known of each that was derived since there are these tables.
  return new Set([...names, ...builtInFiles]);
}

/** The members of `Tables` by the file that holds them, of the tables that were not read from every minor. */
const tableOf = {
  'defaults.jsonl': 'defaults',
  'field-gates.jsonl': 'fieldGates',
} as const;

function onlyRead(before: Tables, after: Tables, names: ReadonlySet<string>, minorText: string): Tables {
  const unread = Object.entries(tableOf).filter(([file]) => !names.has(file));
  const kept = Object.fromEntries(unread.map(([, table]) => [table, before[table]]));
  const sources = Object.entries(object(after.sources['tables'])).map(([table, releases]): [string, JsonObject] => {
    const { [minorText]: added, ...others } = object(releases);
    return [table, names.has(table) && added !== undefined ? { ...others, [minorText]: added } : others];
  });
  return { ...after, ...kept, sources: { ...after.sources, tables: Object.fromEntries(sources) } };
}
