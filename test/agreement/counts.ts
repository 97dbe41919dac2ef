import { formats } from '../../server/src/report/formats.ts';
import { plain } from '../../server/src/report/style.ts';
import type { WorkspaceReport } from '../../server/src/report/workspaceReport.ts';

/** The counts of a format, if it has them. */
export interface Counts {
  readonly errors?: number;
  readonly warnings?: number;
  readonly resources?: number;
  readonly files?: number;
  /** Resources that a target refuses. */
  readonly refused?: number;
}

type Count = (text: string) => Counts;

const many = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

/** The number before a word; 0 if a sentence lacks it. */
const named = (sentence: string, word: string) =>
  Number(new RegExp(`(\\d+) ${word}`).exec(sentence.replaceAll(',', ''))?.[1] ?? 0);

function bySentence(text: string, form: RegExp): Counts {
  const sentence = form.exec(text)?.[0] ?? '';
  return {
    errors: named(sentence, 'error'),
    warnings: named(sentence, 'warning'),
    resources: named(sentence, 'resource'),
    files: Number(/(\d+) file/.exec(sentence)?.[1] ?? Number.NaN),
  };
}

const lines = (text: string) => text.split('\n').filter((line) => line !== '');

/** Reads the counts of each format that counts a finding of several targets once. */
const counts: Readonly<Record<string, Count>> = {
  text: (text) => bySentence(text, /^.*resources? checked in.*$/m),
  table: (text) => bySentence(text, /^.*resources? checked in.*$/m),
  markdown: (text) => bySentence(text, /^.*resources? checked in.*$/m),
  html: (text) => {
    const words = text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    const [, refused = 'NaN'] = /Refused (\d+) resources? that a target refuses/.exec(words) ?? [];
    return { ...bySentence(words, /\d+ files?, (?:\d+ of )?\d+ resources? checked: [^.]*/), refused: Number(refused) };
  },
  csv: (text) => ({
    errors: many(text, /^finding,(?:"(?:[^"]|"")*"|[^,"]*)(?:,(?:"(?:[^"]|"")*"|[^,"]*)){8},error,/gm),
    warnings: many(text, /^finding,(?:"(?:[^"]|"")*"|[^,"]*)(?:,(?:"(?:[^"]|"")*"|[^,"]*)){8},warning,/gm),
  }),
  sarif: (text) => {
    const { runs }: { runs: readonly { results: readonly { level: string }[] }[] } = JSON.parse(text);
    const of = (level: string) => runs.flatMap(({ results }) => results).filter((result) => result.level === level);
    return { errors: of('error').length, warnings: of('warning').length };
  },
  gitlab: (text) => {
    const issues: readonly { severity: string }[] = JSON.parse(text);
    const of = (severity: string) => issues.filter((issue) => issue.severity === severity).length;
    return { errors: of('major'), warnings: of('minor') };
  },
  github: (text) => ({
    errors: many(text, /^::error (?!.*title=not checked)/gm) + many(text, /^- .*? error [a-z-]+: /gm),
    warnings: many(text, /^::warning (?!.*title=not checked)/gm) + many(text, /^- .*? warning [a-z-]+: /gm),
  }),
  junit: (text) => ({
    resources: Number(/<property name="resources" value="(\d+)"/.exec(text)?.[1]),
    refused: Number(/<testsuites [^>]*failures="(\d+)"/.exec(text)?.[1]),
  }),
};

/** Formats whose numbers are for each target; `countsOfTargets` reads them. */
const countedByTarget: ReadonlySet<string> = new Set(['json', 'jsonl']);

/** The counts of a report in every format that counts a finding of several targets once, by its name. */
export function countsByFormat(report: WorkspaceReport): Readonly<Record<string, Counts>> {
  const context = { style: plain, width: undefined, sourceOf: () => undefined };
  return Object.fromEntries(
    formats.flatMap((format) => {
      if (countedByTarget.has(format.name)) return [];
      const count = counts[format.name];
      if (count === undefined) throw new Error(`${format.name}: test/agreement/counts.ts cannot read its counts`);
      return [[format.name, count([...format.render(report, context)].join(''))]];
    }),
  );
}

/** The findings in JSON Lines, and in the sums of the JSON report, which count each target. */
export function countsOfTargets(report: WorkspaceReport): readonly number[] {
  const context = { style: plain, width: undefined, sourceOf: () => undefined };
  const printed = [...(formats.find(({ name }) => name === 'jsonl')?.render(report, context) ?? [])].join('');
  const rows: readonly { type: string }[] = lines(printed).map((line) => JSON.parse(line));
  const sums = Object.values(report.summary.byTarget).flatMap((bySeverity) => Object.values(bySeverity));
  const severities = Object.values(report.summary.bySeverity);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return [report.findings.length, rows.filter(({ type }) => type === 'finding').length, sum(severities), sum(sums)];
}
