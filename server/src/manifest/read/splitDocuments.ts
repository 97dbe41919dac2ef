import type { Span } from '../../text/span.ts';
import type { SyntaxProblem } from '../manifest.ts';
import { quoted } from './explain/fault.ts';

/** One stretch of a file between separators. */
export interface Chunk extends Span {
  /** A fault in the preceding separator. */
  readonly problem: SyntaxProblem | undefined;
}

/**
 * Splits a file like `YAMLReader` of k8s.io/apimachinery (`pkg/util/yaml/decoder.go`): at every line that begins with
 * `---`, anywhere, followed only by blanks and a comment. `--- a: b` is YAML's document start, which Kubernetes' reader
 * refuses, and is a problem; `---a: b` is a key to the API server and not a separator. Chunks with only blanks and
 * comments are skipped.
 */
export function splitDocuments(text: string, from = 0): Chunk[] {
  const chunks: Chunk[] = [];
  let start = from;
  let problem: SyntaxProblem | undefined;
  let at = text.startsWith('---', from) ? from : nextDashes(text, from);
  for (; at >= 0; at = nextDashes(text, at)) {
    const after = text.charCodeAt(at + 3);
    if (after > 35 || after === 33 || after === 34) continue;
    if (problem !== undefined || !isEmpty(text, start, at)) chunks.push({ start, end: at, problem });
    start = endOfLine(text, at);
    problem = separatorProblem(text, at, start);
  }
  if (problem !== undefined || !isEmpty(text, start, text.length)) chunks.push({ start, end: text.length, problem });
  return chunks;
}

/** The offset of the next line that begins with `---`. Dashes are searched for: line breaks are far more frequent. */
function nextDashes(text: string, from: number): number {
  let at = text.indexOf('---', from + 1);
  while (at >= 0 && text.charCodeAt(at - 1) !== 10) at = text.indexOf('---', at + 4);
  return at;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function separatorProblem(text: string, at: number, lineEnd: number): SyntaxProblem | undefined {
  const rest = text.slice(at + 3, lineEnd).trim();
  if (rest === '' || rest.startsWith('#')) return undefined;
  const span = { start: at, end: lineEnd };
  if (text.startsWith('\n+++ ', lineEnd)) {
    return { message: 'this line is not YAML but the header of a diff', remedy: 'Remove the line.', span };
  }
  return {
    message: `only a comment may follow the separator --- on its line: Kubernetes' reader refuses ${quoted(rest)} there`,
    remedy: 'Begin the document on the next line.',
    span,
  };
}

/** Whether a chunk has only spaces, line breaks and comments; go-yaml refuses a document with a tab among them. */
function isEmpty(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 35) {
      const next = text.indexOf('\n', i);
      if (next < 0) return true;
      i = next;
    } else if (unit !== 32 && unit !== 10 && unit !== 13 && unit !== 0xfeff) return false;
  }
  return true;
}
