import { factMinor, formatMinor, type Minor, minor } from '../../src/targets/version.ts';
import { changedTables } from './digests.ts';
import { absentEntries } from './entries.ts';
import type { Facts } from './facts.ts';
import { isObject, object } from './json.ts';

/**
 * The tables, members, entries, rows and minors that `facts/sources.json` and `entries.txt` list and the facts lack. A
 * removed table must be an error: look-ups would answer as if it were empty.
 */
export function absentFacts(facts: Facts): string[] {
  const tables = [...emptyTables(facts), ...absentEmulation(facts), ...absentMinors(facts)];
  // An absent table explains its absent entries.
  if (tables.length > 0) return tables;
  const { authoredEntries, digests } = facts;
  return [
    ...absentEntries(authoredEntries.listed, authoredEntries.found),
    ...changedTables(digests.written, digests.found),
  ];
}

/** The tables that are lists, by the member of the facts that has them. */
const listTables = {
  kinds: 'facts/gvk.jsonl',
  gates: 'facts/features.jsonl',
  defaults: 'facts/defaults.jsonl',
  shapeChanges: 'facts/conversions-diff.jsonl',
  fieldGates: 'facts/field-gates.jsonl',
} as const;

function emptyTables(facts: Facts): string[] {
  const tables: readonly (keyof typeof listTables)[] = ['kinds', 'gates', 'defaults', 'shapeChanges', 'fieldGates'];
  return tables
    .filter((table) => facts[table].length === 0)
    .map((table) => `server/data/${listTables[table]}: has no row`);
}

/** The tables by binary that `facts/emulation.json` has. */
export const emulationTables = ['stillInstalled', 'storageOverrides', 'groupPriority'] as const;

function absentEmulation({ emulation, registeredVersions }: Facts): string[] {
  const tables = [
    ...[...emulationTables, 'unversionedClientGates'].map(
      (table) => ['emulation.json', table, emulation[table]] as const,
    ),
    ['registered-versions.json', 'binaries', registeredVersions['binaries']] as const,
  ];
  return tables
    .filter(([, , table]) => !isObject(table))
    .map(([file, table]) => `server/data/facts/${file}: ${table} is not there`);
}

/** The schemas missing between the oldest minor and the newest that was read. */
function absentMinors({ schemas, sources }: Facts): string[] {
  if (!isObject(sources['fields'])) return ['server/data/facts/sources.json: fields is not there'];
  const known: readonly Minor[] = [...schemas.keys(), ...Object.keys(object(sources['fields'])).map(factMinor)];
  const oldest = Math.min(...known);
  return Array.from({ length: Math.max(...known) - oldest + 1 }, (_, index) => minor(oldest + index))
    .filter((candidate) => !schemas.has(candidate))
    .map(
      (candidate) => `server/data/facts/fields/${formatMinor(candidate)}.json.gz: is not there (facts/sources.json)`,
    );
}
