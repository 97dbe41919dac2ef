import { judgeReview, type ReviewProblem } from '../../crd/reviews/judgeReviews.ts';
import { type ReviewFile, reviewPairs } from '../../crd/reviews/review.ts';
import { roundTrips } from '../../crd/reviews/roundTrips.ts';
import { count } from '../../report/wrap.ts';
import { printable } from '../../text/displayWidth.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { discover } from '../../workspace/disk/discover.ts';
import { readText } from '../../workspace/disk/readFile.ts';
import { exitCode } from '../command.ts';
import { UsageError } from '../flags/arguments.ts';
import type { Terminal } from '../output/terminal.ts';

/**
 * `crd reviews`: judges the answers of a conversion webhook in ConversionReview samples. No webhook is called. Returns
 * the exit code; throws a UsageError.
 */
export function judgeReviews(operands: readonly string[], terminal: Terminal): number {
  if (operands.length === 0) {
    throw new UsageError('no samples to check', 'name files or folders with ConversionReviews');
  }
  const { files, unread } = readFiles(operands, terminal);
  const pairs = reviewPairs(files);
  if (pairs.length === 0) {
    throw new UsageError('there is no ConversionReview with a request in these files', 'name files that contain some');
  }
  const judged = pairs.map(judgeReview);
  const trips = roundTrips(judged.flatMap(({ converted }) => converted));
  const problems = [...judged.flatMap((judgedReview) => judgedReview.problems), ...trips.problems];
  const texts = new Map(files.map(({ file, text }) => [file, text]));
  const alone = pairs.filter(({ response }) => response === undefined);
  terminal.out([
    ...sorted(problems).map((problem) => describe(problem, texts, terminal)),
    `${problems.length === 0 ? 'a server accepts every response' : count(problems.length, 'problem')}; ${count(pairs.length, 'review')}, ${count(trips.followed, 'conversion')} checked both ways, ${trips.oneWay} one way\n`,
  ]);
  for (const { request } of alone) {
    const uid = request.uid === '' ? '' : ` ${request.uid}`;
    terminal.problem(`${request.file} has a request${uid} without a response`, 'add the response with its uid');
  }
  if (problems.some(({ severity }) => severity === 'error')) return exitCode.findings;
  return alone.length > 0 || unread ? exitCode.notJudged : exitCode.fine;
}

function readFiles(
  operands: readonly string[],
  terminal: Terminal,
): { readonly files: readonly ReviewFile[]; readonly unread: boolean } {
  const found = discover(operands, terminal.cwd);
  let unread = false;
  for (const { file, message, remedy, missing, counts } of found.problems) {
    if (missing) throw new UsageError(`${file} ${message}`, remedy);
    terminal.problem(`${file} ${message}`, remedy);
    unread ||= counts;
  }
  const files = found.files.flatMap(({ path, file }) => {
    const content = readText(path);
    if (content.ok) return [{ file, text: content.text }];
    terminal.problem(`${file} ${content.message}`, content.remedy);
    unread = true;
    return [];
  });
  return { files, unread };
}

function sorted(problems: readonly ReviewProblem[]): readonly ReviewProblem[] {
  return [...problems].sort((a, b) => (a.file === b.file ? a.span.start - b.span.start : a.file < b.file ? -1 : 1));
}

function describe(
  { file, span, severity, message }: ReviewProblem,
  texts: ReadonlyMap<string, string>,
  { style }: Terminal,
): string {
  const { line, character } = new LineIndex(texts.get(file) ?? '').position(span.start);
  return `${style('quiet', `${printable(file)}:${line + 1}:${character + 1}`)} ${style(severity, severity)} ${printable(message)}\n`;
}
