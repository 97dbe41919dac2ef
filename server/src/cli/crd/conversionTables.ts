import { describeStep } from '../../conversion/describeSteps.ts';
import type { Family, FamilyVersion } from '../../conversion/family.ts';
import type { LostValue, PairCheck } from '../../conversion/lossless.ts';
import type { Style } from '../../report/style.ts';
import { textTable } from '../../report/textTable.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';
import { printable } from '../../text/displayWidth.ts';

/** A family of versions, with the check results of its rules. */
export interface CheckedFamily {
  readonly family: Family;
  readonly pairs: readonly PairCheck[];
  /** The versions without a known schema, which could not be checked. */
  readonly unknown: readonly FamilyVersion[];
}

const heads = ['version', 'rule', 'in the version', 'in the hub'];
const checkHeads = ['from', 'to', 'objects', 'survive the round trip'];
const shortHeads = ['from', 'to', 'what', 'field', 'objects', 'why'];

/** The rules and their check results, for people. */
export function familiesText(families: readonly CheckedFamily[], style: Style): string {
  return families
    .map((family) => {
      const rules = ruleRows(family.family);
      const short = shortRows(family.pairs);
      return [
        style('strong', printable(titleOf(family.family))),
        `${style('quiet', 'source')} ${printable(family.family.source)}\n`,
        rules.length === 0
          ? 'All versions have the same fields: only the apiVersion changes.\n'
          : textTable(heads, rules, style),
        ...(family.pairs.length === 0 ? [] : [textTable(checkHeads, checkRows(family.pairs), style)]),
        ...(short.length === 0 ? [] : [textTable(shortHeads, short, style)]),
        ...unknownLines(family),
      ].join('\n');
    })
    .join('\n\n');
}

/** The same as Markdown. */
export function familiesMarkdown(families: readonly CheckedFamily[]): string {
  const parts = families.map((family) => {
    const rules = ruleRows(family.family);
    const short = shortRows(family.pairs);
    return [
      `## ${escaped(titleOf(family.family))}`,
      `Source: ${escaped(family.family.source)}`,
      rules.length === 0
        ? 'All versions have the same fields: only the apiVersion changes.'
        : markdownTable(heads, rules),
      ...(family.pairs.length === 0 ? [] : [markdownTable(checkHeads, checkRows(family.pairs))]),
      ...(short.length === 0 ? [] : [markdownTable(shortHeads, short)]),
      ...unknownLines(family),
    ].join('\n\n');
  });
  return `${parts.join('\n\n')}\n`;
}

function titleOf({ kind, versions }: Family): string {
  const hub = versions.findLast(({ steps }) => steps.length === 0) ?? versions.at(-1);
  return `${kind}: ${versions.map(formatGroupVersion).join(', ')}${hub === undefined ? '' : ` (the hub is ${hub.version})`}`;
}

function ruleRows({ versions }: Family): readonly (readonly string[])[] {
  return versions.flatMap(({ version, steps }) =>
    steps.flatMap(describeStep).map(({ rule, version: inVersion, hub }) => [version, rule, inVersion, hub]),
  );
}

function checkRows(pairs: readonly PairCheck[]): readonly (readonly string[])[] {
  return pairs.map(({ from, to, objects, equal }) => [from.version, to.version, String(objects), String(equal)]);
}

const saying: Readonly<Record<LostValue['what'], string>> = {
  lost: 'is lost',
  forced: 'is forced',
  left: 'is left to do',
  refused: 'is refused',
  'not-back': 'is not restored',
  changed: 'changes silently',
};

function shortRows(pairs: readonly PairCheck[]): readonly (readonly string[])[] {
  return pairs.flatMap(({ from, to, shortfalls }) =>
    shortfalls.map(({ what, path, count, says }) => [
      from.version,
      to.version,
      saying[what],
      path,
      String(count),
      says.length > 100 ? `${says.slice(0, 100)}…` : says,
    ]),
  );
}

function unknownLines({ unknown }: CheckedFamily): readonly string[] {
  if (unknown.length === 0) return [];
  return [`Not checked: there is no definition of ${unknown.map(formatGroupVersion).join(', ')}.`];
}

function markdownTable(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  return [line(names), line(names.map(() => '---')), ...rows.map(line)].join('\n');
}

function escaped(text: string): string {
  return printable(text).replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
