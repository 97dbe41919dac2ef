import { type JsonObject, object } from '../../server/data/generator/json.ts';
import { formatMinor, type Minor, minor } from '../../server/src/targets/version.ts';
import { compareTables, comparisonText, type TableComparison } from './compare.ts';
import { StepFailed } from './go.ts';
import { addRelease, type DeriveRelease } from './merge/addRelease.ts';
import { newestMinor, readParts, withoutMinor } from './merge/tables.ts';
import { parseRelease, type Release } from './release.ts';
import { releasesRead, type Tables, tableFiles } from './tables.ts';

/** How one file of facts came out of a replay. */
export interface ReplayedFile {
  readonly file: string;
  /**
   * Equal bytes; equal except for what was not derived when the facts were made; equal except for unread properties or
   * row order; or different.
   */
  readonly result: 'equal' | 'more' | 'same-meaning' | 'different';
}

/** The result of a replay: each file, and the differing rows. */
export interface Replay {
  readonly files: readonly ReplayedFile[];
  readonly comparisons: readonly TableComparison[];
}

/**
 * Removes a release and all later ones from the tables, adds each again as derived, and compares the result. Throws
 * `StepFailed` for a release that the facts were not read from.
 */
export function replay(
  release: Release,
  known: Tables,
  derive: DeriveRelease,
): { readonly again: Tables; readonly replay: Replay } {
  const read = releasesRead(known);
  if (read.get(release.minorText) !== release.version)
    throw new StepFailed(
      `The facts of ${release.minorText} are from ${read.get(release.minorText) ?? 'no release'}, not from ${release.version}.`,
    );
  const minors = range(release.minor, newestMinor(known));
  let again = minors.toReversed().reduce((tables, minor) => withoutMinor(tables, formatMinor(minor)), known);
  for (const minor of minors) {
    const next = parseRelease(read.get(formatMinor(minor)) ?? '');
    if (next === undefined) throw new StepFailed(`facts/sources.json names no release of ${formatMinor(minor)}`);
    again = addRelease(again, next, known, derive);
  }
  return {
    again,
    replay: { files: comparedFiles(known, again, minors), comparisons: compareTables(known, again, release.minorText) },
  };
}

/** Each file of two states of the tables, and the fields of these minors. */
export function comparedFiles(known: Tables, again: Tables, minors: readonly Minor[]): ReplayedFile[] {
  const now = tableFiles(again);
  const asThen = tableFiles(withoutNew(again, known));
  const files = [...tableFiles(known)].map(([file, text]): ReplayedFile => {
    const other = now.get(file) ?? '';
    if (other === text) return { file, result: 'equal' };
    if (asThen.get(file) === text) return { file, result: 'more' };
    return { file, result: sortedLines(other) === sortedLines(text) ? 'same-meaning' : 'different' };
  });
  const fields = minors.map((minor): ReplayedFile => {
    const [old, derived] = [known, again].map((tables) => tables.fields.get(formatMinor(minor)) ?? {});
    const file = `fields/${formatMinor(minor)}.json.gz`;
    if (JSON.stringify(old) === JSON.stringify(derived)) return { file, result: 'equal' };
    const [left, right] = [old, derived].map((content) => JSON.stringify(readParts(content ?? {})));
    return { file, result: left === right ? 'same-meaning' : 'different' };
  });
  return [...files, ...fields];
}

/** The tables without the entries of minors that a table had none of: what is built into a binary was not always derived. */
function withoutNew(again: Tables, known: Tables): Tables {
  const builtIn = [...again.builtIn].map(([file, table]): [string, JsonObject] => {
    const binaries = onlyOf(table['binaries'], known.builtIn.get(file)?.['binaries']);
    return [file, { ...table, binaries }];
  });
  const read = object(known.sources['tables']);
  const tables = Object.entries(object(again.sources['tables'])).map(([table, releases]): [string, JsonObject] => [
    table,
    onlyOf(releases, read[table]),
  ]);
  return {
    ...again,
    builtIn: new Map(builtIn),
    sources: { ...again.sources, tables: Object.fromEntries(tables) },
  };
}

function onlyOf(entries: unknown, known: unknown): JsonObject {
  const names = object(known ?? {});
  return Object.fromEntries(Object.entries(object(entries)).filter(([name]) => names[name] !== undefined));
}

function sortedLines(text: string): string {
  return text.split('\n').sort().join('\n');
}

function range(first: Minor, last: Minor): Minor[] {
  return Array.from({ length: last - first + 1 }, (_, index) => minor(first + index));
}

/** A replay for people: a line for each file, and the first rows that differ. */
export function replayText({ files, comparisons }: Replay): string {
  const words = {
    equal: 'equal, byte for byte',
    more: 'equal, and has minors that it lacked',
    'same-meaning': 'says the same, written otherwise',
    different: 'differs',
  };
  return [...files.map(({ file, result }) => `${file}: ${words[result]}`), comparisonText(comparisons)].join('\n');
}
