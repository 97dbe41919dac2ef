import type { Severity } from '../../server/src/finding.ts';
import { fixedDay } from './inputs.ts';

/** An expected finding of a fixture. */
export interface Expectation {
  /** 0-based line of the text without annotations. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
}

/** A parsed fixture. */
export interface Fixture {
  /** Target expressions, at least one. */
  readonly targets: readonly string[];
  /** Today, for suppressions with an end date. */
  readonly today: string;
  /** The checked text, without annotations. */
  readonly text: string;
  readonly expected: readonly Expectation[];
}

const header = /^# target: (\S.*)$/;
const day = /^# today: (\S+)$/;
const carets = /^( *)#( *)(\^+) (error|warning|information|hint) ([a-z0-9-]+): (.*)$/;
const columns = /^ *# @(\d+)-(\d+) (error|warning|information|hint) ([a-z0-9-]+): (.*)$/;

/** Reads a fixture; see README.md beside this file for the form. Throws if the form is wrong. */
export function readFixture(source: string): Fixture {
  const targets: string[] = [];
  let today = fixedDay;
  const kept: string[] = [];
  const expected: Expectation[] = [];
  for (const line of source.split('\n')) {
    const expectation = readExpectation(line, kept.length - 1);
    if (expectation !== undefined) {
      expected.push(expectation);
      continue;
    }
    const target = header.exec(line)?.[1];
    if (target !== undefined) targets.push(target);
    today = day.exec(line)?.[1] ?? today;
    kept.push(line);
  }
  if (targets.length === 0) throw new Error('a fixture begins with a line "# target: EXPRESSION"');
  return { targets, today, text: kept.join('\n'), expected };
}

function readExpectation(line: string, above: number): Expectation | undefined {
  const drawn = carets.exec(line);
  if (drawn !== null) {
    const [, indent = '', gap = '', mark = '', severity = '', code = '', message = ''] = drawn;
    const start = indent.length + 1 + gap.length;
    return { line: above, start, end: start + mark.length, severity: toSeverity(severity), code, message };
  }
  const numbered = columns.exec(line);
  if (numbered === null) return undefined;
  const [, start = '', end = '', severity = '', code = '', message = ''] = numbered;
  return { line: above, start: Number(start), end: Number(end), severity: toSeverity(severity), code, message };
}

function toSeverity(text: string): Severity {
  if (text === 'error' || text === 'warning' || text === 'information' || text === 'hint') return text;
  throw new Error(`no severity: ${text}`);
}
