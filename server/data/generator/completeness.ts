import { factMinor, formatMinor, type Minor } from '../../src/targets/version.ts';
import { absentFacts, emulationTables } from './absent.ts';
import { contradictions } from './contradictions/contradictions.ts';
import type { Facts } from './facts.ts';
import { IncompleteFacts } from './incompleteFacts.ts';
import { arrayOf, fieldOf, type JsonObject, object, optionalText, text } from './json.ts';

/** Throws `IncompleteFacts` if `missingFacts` finds any. */
export function assertComplete(facts: Facts): void {
  const missing = missingFacts(facts);
  if (missing.length > 0) throw new IncompleteFacts(missing);
}

/**
 * The reasons why the facts are incomplete, each with its file:
 * - `absentFacts`;
 * - tables that were not read from a release of the newest minor;
 * - tables by binary without an entry for a binary;
 * - authored tables not reviewed for the newest released minor;
 * - decisions still open for it;
 * - authored tables that contradict a binary.
 */
export function missingFacts(facts: Facts): readonly string[] {
  const newest = [...facts.schemas.keys()].at(-1);
  if (newest === undefined) return ['server/data/facts/fields: no schema of any minor'];
  const absent = absentFacts(facts);
  // Other gaps would follow from these.
  if (absent.length > 0) return absent;
  return [
    ...unread(facts.sources, newest),
    ...binaryTables(facts).flatMap(([file, table, binaries]) => absentBinaries(file, table, binaries, newest)),
    ...[...facts.builtIn].flatMap(([file, binaries]) => absentBinaries(file, 'binaries', binaries, newest)),
    ...undecided(facts, newestReleased(facts)),
    ...contradicted(facts),
  ];
}

function contradicted({ builtIn, gates, authored }: Facts): string[] {
  const binaries = new Set([...builtIn.values()].flatMap((table) => Object.keys(table)));
  return [...binaries].flatMap((binary) => {
    const entries = [...builtIn].flatMap(([file, table]) => {
      const entry = table[binary];
      return entry === undefined ? [] : [[file, object(entry)] as const];
    });
    return contradictions(factMinor(binary), Object.fromEntries(entries), gates, authored);
  });
}

/** Whether a release is a pre-release: `1.38.0-alpha.0`. */
export function isPreview(release: string): boolean {
  return release.includes('-');
}

/** The newest minor whose facts come from a release, not from a pre-release. Throws `RangeError` if there is none. */
export function newestReleased({ releases }: Facts): Minor {
  const newest = [...releases].findLast(([, release]) => !isPreview(release))?.[0];
  if (newest === undefined) throw new RangeError('server/data/facts/fields: no schema of a release');
  return newest;
}

function undecided(facts: Facts, newest: Minor): string[] {
  const decisions = [...facts.decisions].filter(([file]) => factMinor(file.replace(/\.json$/, '')) <= newest);
  return [...notReviewed(facts.reviewed, newest), ...openDecisions(new Map(decisions))];
}

function unread(sources: JsonObject, newest: Minor): string[] {
  return Object.entries(sources)
    .filter(([, releases]) => fieldOf(releases, formatMinor(newest)) === undefined)
    .map(
      ([table]) =>
        `server/data/facts/${table}: not read from any release of ${formatMinor(newest)} (facts/sources.json)`,
    );
}

/** The tables with one entry for each binary: file, name in the file, entries. */
function binaryTables({ emulation, registeredVersions }: Facts): (readonly [string, string, unknown])[] {
  return [
    ...emulationTables.map((table) => ['emulation.json', table, emulation[table]] as const),
    ['registered-versions.json', 'binaries', registeredVersions['binaries']],
  ];
}

/** The binaries without an entry, from the first one that the table names to the newest. */
function absentBinaries(file: string, table: string, binaries: unknown, newest: Minor): string[] {
  const named = new Set(
    Object.keys(object(binaries))
      .filter((key) => key !== 'about')
      .map(factMinor),
  );
  const absent: string[] = [];
  for (let binary = Math.min(...named, newest); binary <= newest; binary++) {
    if (![...named].some((known) => known === binary))
      absent.push(`server/data/facts/${file}: ${table} has no entry 1.${binary}`);
  }
  return absent;
}

function notReviewed(reviewed: ReadonlyMap<string, unknown>, newest: Minor): string[] {
  return [...reviewed].flatMap(([file, value]) => {
    const until = optionalText(value);
    if (until === 'independent' || (until !== undefined && factMinor(until) >= newest)) return [];
    const known = until === undefined ? 'for no release' : `up to ${until}`;
    return [`server/data/authored/${file}: reviewed ${known}, not for ${formatMinor(newest)}`];
  });
}

function openDecisions(decisions: ReadonlyMap<string, unknown>): string[] {
  return [...decisions].flatMap(([file, list]) =>
    arrayOf(fieldOf(list, 'entries'))
      .map(object)
      .filter((entry) => (optionalText(entry['decision']) ?? '') === '')
      .map((entry) => `server/data/decisions/${file}: ${text(entry['what'])} is not decided`),
  );
}
