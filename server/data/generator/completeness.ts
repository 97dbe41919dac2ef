import { factMinor, formatMinor, type Minor } from '../../src/targets/version.ts';
import { absentFacts, emulationTables } from './absent.ts';
import { contradictions } from './contradictions/contradictions.ts';
import type { Facts } from './facts.ts';
import { IncompleteFacts } from './incompleteFacts.ts';
import { arrayOf, fieldOf, type JsonObject, object, optionalText, text } from './json.ts';

/** Throws `IncompleteFacts` unless every table has the newest minor, and a person has decided what only a person can. */
export function assertComplete(facts: Facts): void {
  const missing = missingFacts(facts);
  if (missing.length > 0) throw new IncompleteFacts(missing);
}

/**
 * What the facts lack: what was in them before (`absentFacts`); of the newest minor tables that were not read from one of its releases, and tables by binary without
 * one of the binaries; of the newest that is released, authored tables that nobody has reviewed for it and decisions that
 * are open; and authored tables that say something else of a binary than what is built into it.
 */
export function missingFacts(facts: Facts): readonly string[] {
  const newest = [...facts.schemas.keys()].at(-1);
  if (newest === undefined) return ['server/data/facts/fields: no schema of any minor'];
  const absent = absentFacts(facts);
  // What else is missing follows from these.
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

/** Whether a release comes before its minor's first: `1.38.0-alpha.0`. */
export function isPreview(release: string): boolean {
  return release.includes('-');
}

/** The newest minor that the facts know from a release, and not from a preview before it. Throws if there is none. */
export function newestReleased({ releases }: Facts): Minor {
  const found = [...releases].findLast(([, release]) => !isPreview(release))?.[0];
  if (found === undefined) throw new RangeError('server/data/facts/fields: no schema of a release');
  return found;
}

function undecided(facts: Facts, newest: Minor): string[] {
  const decisions = [...facts.decisions].filter(([file]) => factMinor(file.replace(/\.json$/, '')) <= newest);
  return [...notReviewed(facts.reviewed, newest), ...open(new Map(decisions))];
}

function unread(sources: JsonObject, newest: Minor): string[] {
  return Object.entries(sources)
    .filter(([, releases]) => fieldOf(releases, formatMinor(newest)) === undefined)
    .map(
      ([table]) =>
        `server/data/facts/${table}: not read from any release of ${formatMinor(newest)} (facts/sources.json)`,
    );
}

/** The tables that have one entry for each binary: their file, their name in it, and the entries. */
function binaryTables({ emulation, registeredVersions }: Facts): (readonly [string, string, unknown])[] {
  return [
    ...emulationTables.map((table) => ['emulation.json', table, emulation[table]] as const),
    ['registered-versions.json', 'binaries', registeredVersions['binaries']],
  ];
}

/** A table starts with the first binary that it names and may leave none out from there on. */
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

function open(decisions: ReadonlyMap<string, unknown>): string[] {
  return [...decisions].flatMap(([file, list]) =>
    arrayOf(fieldOf(list, 'entries'))
      .map(object)
      .filter((entry) => (optionalText(entry['decision']) ?? '') === '')
      .map((entry) => `server/data/decisions/${file}: ${text(entry['what'])} is not decided`),
  );
}
