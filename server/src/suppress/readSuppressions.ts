import { checkCodes } from '../checks/checkCodes.ts';
import type { Analysis } from '../judge/analysis.ts';
import { nearest } from '../text/nearest.ts';
import type { Span } from '../text/span.ts';
import { isInText, textNodes } from './comments.ts';
import { covered, type Extent } from './covered.ts';
import {
  type MalformedSuppression,
  mayIgnoreFindings,
  type Suppression,
  type Suppressions,
  suppressionWord,
} from './suppression.ts';

const comment = new RegExp(`(?<=^|\\s)#[ \\t]*${suppressionWord}(-\\w+)?(?![\\w-])(.*)$`, 'gm');
const form = `Write # ${suppressionWord} CODE: reason, or # ${suppressionWord} CODE until 2027-01-31: reason.`;
const extents: ReadonlyMap<string, Extent> = new Map([
  ['', 'node'],
  ['-document', 'document'],
  ['-file', 'file'],
]);

/** Reads the comments of a file that ignore findings. Texts without the word cost one search. */
export function readSuppressions({ manifest: { text, documents }, resources }: Analysis): Suppressions {
  if (!mayIgnoreFindings(text)) return { suppressions: [], malformed: [] };
  const texts = textNodes(documents, resources);
  const suppressions: Suppression[] = [];
  const malformed: MalformedSuppression[] = [];
  for (const match of text.matchAll(comment)) {
    const [whole, suffix = '', rest = ''] = match;
    const span = { start: match.index, end: match.index + whole.trimEnd().length };
    if (isInText(texts, span.start)) continue;
    const extent = extents.get(suffix);
    if (extent === undefined) {
      const remedy = `The forms are ${[...extents.keys()].map((one) => suppressionWord + one).join(', ')}.`;
      malformed.push({ span, message: `there is no ${suppressionWord}${suffix}`, remedy });
      continue;
    }
    const words = readWords(rest.trim());
    if ('message' in words) malformed.push({ span, ...words });
    else suppressions.push({ span, ...words, covers: covered(text, span, extent) });
  }
  return { suppressions, malformed };
}

type Refusal = Omit<MalformedSuppression, 'span'>;

interface Words {
  readonly codes: readonly string[];
  readonly until: string | undefined;
  readonly reason: string;
}

function readWords(rest: string): Words | Refusal {
  const parts = /^([^:]*?)(?:\s+until\b\s*([^:]*?))?\s*(?::\s*(.*))?$/.exec(rest);
  const codes = (parts?.[1] ?? '').split(/[\s,]+/).filter((code) => code !== '');
  const until = parts?.[2];
  const reason = parts?.[3] ?? '';
  if (codes.length === 0) return { message: 'it names no code', remedy: form };
  const unknown = codes.find((code) => !checkCodes.has(code));
  if (unknown !== undefined) {
    const close = nearest(unknown, checkCodes.keys(), 1)[0];
    const remedy = close === undefined ? 'kubecompat explain lists the codes.' : `Did you mean ${close}?`;
    return { message: `there is no code "${unknown}"`, remedy };
  }
  if (until !== undefined && !isDay(until)) {
    return { message: `"${until}" is no day`, remedy: 'Write the last day that it counts on like 2027-01-31.' };
  }
  return reason === '' ? { message: 'it gives no reason', remedy: form } : { codes, until, reason };
}

const monthLengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a text is a day as suppressions write it: `2027-01-31`. */
export function isDay(text: string): boolean {
  const [, month, day] = /^\d{4}-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return month !== undefined && Number(day) >= 1 && Number(day) <= (monthLengths[Number(month) - 1] ?? 0);
}

/** The stretch of text that a suppression takes, with the line break where it has a line of its own. */
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
