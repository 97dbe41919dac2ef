import { checkCodes } from '../checks/checkCodes.ts';
import type { Analysis } from '../judge/analysis.ts';
import { nearest } from '../text/nearest.ts';
import type { Span } from '../text/span.ts';
import { type Comment, isInText, suppressionComments, textNodes } from './comments.ts';
import { correctArguments, correctDirective } from './correctForm.ts';
import { covered, type SuppressionExtent } from './covered.ts';
import { readDirective } from './directive.ts';
import { type MalformedSuppression, type Suppression, type Suppressions, suppressionWord } from './suppression.ts';

const directivePattern = new RegExp(`^#[ \\t]*${suppressionWord}(-\\w+)?(?![\\w-])(.*)$`);
const formRemedy = `Write # ${suppressionWord} CODE: reason, or # ${suppressionWord} CODE until 2027-01-31: reason.`;
const formNames = `The forms are # ${suppressionWord}, ${suppressionWord}-document and ${suppressionWord}-file.`;
const extentText = 'On its own line it applies to the node below, after other text to its line.';
const extents: ReadonlyMap<string, SuppressionExtent> = new Map([
  ['', 'node'],
  ['-document', 'document'],
  ['-file', 'file'],
]);

/** Reads the comments of a file that ignore findings, or were meant to. */
export function readSuppressions({ manifest: { text, documents }, resources }: Analysis): Suppressions {
  const suppressions: Suppression[] = [];
  const malformed: MalformedSuppression[] = [];
  let texts: readonly Span[] | undefined;
  for (const comment of suppressionComments(text)) {
    const { span } = comment;
    texts ??= textNodes(documents, resources);
    if (isInText(texts, span.start)) continue;
    const read = readComment(comment);
    // Outside of code fences, a Markdown line with `#` is a heading.
    if (read === undefined || (read.isGuess && isMarkdown(text) && !isInside(documents, span))) continue;
    if ('extent' in read) suppressions.push({ span, ...read.words, covers: covered(text, span, read.extent) });
    else malformed.push({ span, ...read.refusal });
  }
  return { suppressions, malformed };
}

type ParsedComment =
  | { readonly isGuess: false; readonly extent: SuppressionExtent; readonly words: Words }
  | { readonly isGuess: boolean; readonly refusal: Refusal };

function readComment({ sign, content, isOwnLine }: Comment): ParsedComment | undefined {
  const directive = readDirective(content);
  if (sign.startsWith('{')) {
    if (directive === undefined) return undefined;
    const message = 'it is a comment of the template, not of the YAML';
    return {
      isGuess: true,
      refusal: { message, remedy: `Write # ${suppressionWord} CODE: reason.`, corrected: undefined },
    };
  }
  const [whole, suffix = '', writtenArguments = ''] = directivePattern.exec(`${sign}${content}`) ?? [];
  const extent = extents.get(suffix);
  if (whole !== undefined && extent !== undefined) {
    const words = readWords(writtenArguments.trim());
    if (!('message' in words)) return { isGuess: false, extent, words };
    return {
      isGuess: false,
      refusal: { ...words, corrected: correctedComment(`${suppressionWord}${suffix}`, writtenArguments) },
    };
  }
  if (directive === undefined) return undefined;
  const word = correctDirective(directive, isOwnLine);
  const isSign = directive.written === word;
  const message = isSign ? `it begins with "${sign.trim()}"` : `there is no "${directive.written}"`;
  const remedy = isSign ? `Write # ${word}.` : word === undefined ? formNames : remedyOf(word);
  return { isGuess: true, refusal: { message, remedy, corrected: correctedComment(word, directive.rest) } };
}

function remedyOf(word: string): string {
  return word === suppressionWord ? `Write ${word}. ${extentText}` : `Write ${word}.`;
}

function correctedComment(word: string | undefined, writtenArguments: string): string | undefined {
  const words = correctArguments(writtenArguments);
  return word === undefined || words === undefined ? undefined : `# ${word} ${words}`;
}

function isMarkdown(text: string): boolean {
  return /^ {0,3}(?:`{3}|~{3})/m.test(text);
}

function isInside(documents: Analysis['manifest']['documents'], { start }: Span): boolean {
  return documents.some(({ span }) => span.start <= start && start <= span.end);
}

type Refusal = Omit<MalformedSuppression, 'span'>;

interface Words {
  readonly codes: readonly string[];
  readonly until: string | undefined;
  readonly reason: string;
}

function readWords(writtenArguments: string): Words | Omit<Refusal, 'corrected'> {
  const parts = /^([^:]*?)(?:\s+until\b\s*([^:]*?))?\s*(?::\s*(.*))?$/.exec(writtenArguments);
  const codes = (parts?.[1] ?? '').split(/[\s,]+/).filter((code) => code !== '');
  const until = parts?.[2];
  const reason = parts?.[3] ?? '';
  if (codes.length === 0) return { message: 'it names no code', remedy: formRemedy };
  const unknown = codes.find((code) => !checkCodes.has(code));
  if (unknown !== undefined) {
    const close = nearest(unknown, checkCodes.keys(), 1)[0];
    const remedy = close === undefined ? 'kubecompat explain lists the codes.' : `Did you mean ${close}?`;
    return { message: `there is no code "${unknown}"`, remedy };
  }
  if (until !== undefined && !isDate(until)) {
    return { message: `"${until}" is not a date`, remedy: 'Write its last day, such as 2027-01-31.' };
  }
  return reason === '' ? { message: 'it has no reason', remedy: formRemedy } : { codes, until, reason };
}

const monthLengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a text is a date in suppression syntax: `2027-01-31`. */
export function isDate(text: string): boolean {
  const [, month, day] = /^\d{4}-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return month !== undefined && Number(day) >= 1 && Number(day) <= (monthLengths[Number(month) - 1] ?? 0);
}

/** The span of a suppression, with the line break if it has its own line. */
export function wholeComment(text: string, { start, end }: Span): Span {
  let from = start;
  while (from > 0 && (text[from - 1] === ' ' || text[from - 1] === '\t')) from--;
  const ownLine = from === 0 || text[from - 1] === '\n' || text[from - 1] === '\r';
  if (!ownLine) return { start: from, end };
  const lineEnd = /\r?\n|\r|$/g;
  lineEnd.lastIndex = end;
  const match = lineEnd.exec(text);
  return { start: from, end: match === null ? end : match.index + match[0].length };
}
