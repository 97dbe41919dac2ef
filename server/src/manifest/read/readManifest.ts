import { memoizeLast } from '../../text/memoize.ts';
import type { Span } from '../../text/span.ts';
import type { Manifest, ManifestDocument, SyntaxProblem } from '../manifest.ts';
import type { Node } from '../node.ts';
import { isPlainText, readFast } from './readFast.ts';
import { type ReadDocument, readFull } from './readFull.ts';
import { readJson } from './readJson.ts';
import { splitDocuments } from './splitDocuments.ts';
import { actionAt, actionLine } from './template.ts';

/**
 * Reads a file of YAML documents or JSON texts like Kubernetes (`YAMLOrJSONDecoder` in k8s.io/apimachinery). Never
 * throws: faults are in the problems of each document, and the other documents are still read.
 *
 * @param mayMatter whether a YAML document is wanted, by its text; others keep their place, and are as empty ones.
 */
export function readManifest(text: string, mayMatter?: (document: string) => boolean): Manifest {
  return mayMatter === undefined ? readWhole(text) : readTexts(text, mayMatter);
}

/** Several questions about a file are answered one after the other, each from its text. */
const readWhole = memoizeLast((text: string) => readTexts(text, undefined));

function readTexts(text: string, mayMatter: ((document: string) => boolean) | undefined): Manifest {
  const documents: ManifestDocument[] = [];
  const yaml = /^\s*\{/.test(text) ? readJsonTexts(text, documents) : 0;
  if (yaml !== undefined) readYaml(text, yaml, documents, mayMatter);
  return { text, documents };
}

/** Reads the single document of a file that is not a manifest, such as a configuration; undefined if it is empty. */
export function readYamlDocument(text: string): ManifestDocument | undefined {
  return readManifest(text).documents[0];
}

/** In UTF-16 units. */
const longText = 128 * 1024;

/** Reads JSON texts while there are any; returns where YAML begins, undefined at the end. */
function readJsonTexts(text: string, documents: ManifestDocument[]): number | undefined {
  let at = 0;
  for (;;) {
    const start = skipSpace(text, at);
    if (start >= text.length) return undefined;
    const found = readJson(text, start);
    if ('root' in found) {
      add(documents, start, found.end, found.root, []);
      at = found.end;
    } else if (documents.length > 1 || (found.span.end >= text.length && text.length - start > longText)) {
      // After two texts the stream is certainly JSON, and faults are not retried as YAML. Nor is truncated JSON, which
      // is not YAML either: retrying a long text would be expensive.
      add(documents, start, text.length, undefined, [found]);
      return undefined;
    } else {
      return documents.length === 0 ? 0 : start;
    }
  }
}

function readYaml(
  text: string,
  from: number,
  documents: ManifestDocument[],
  mayMatter: ((document: string) => boolean) | undefined,
): void {
  // Kubernetes' reader of lines ends the last one if the file does not.
  const padded = text.endsWith('\n') ? text : `${text}\n`;
  const plain = mayMatter === undefined && isPlainText(padded);
  for (const chunk of splitDocuments(padded, from)) {
    const start = padded.charCodeAt(chunk.start) === 0xfeff ? chunk.start + 1 : chunk.start;
    const isRead = mayMatter?.(padded.slice(start, chunk.end)) ?? true;
    const { root, problems } = isRead ? readChunk(padded, start, chunk.end, plain) : unread;
    const all = chunk.problem === undefined ? problems : [chunk.problem, ...problems];
    const within = all.map((problem) => ({ ...problem, span: spanWithin(problem.span, text.length) }));
    add(documents, Math.min(start, text.length), Math.min(chunk.end, text.length), root, within);
  }
}

const unread: ReadDocument = { root: undefined, problems: [] };

/** The line break that ends the last line may not be there. */
function spanWithin({ start, end }: Span, length: number): Span {
  return { start: Math.min(start, length), end: Math.min(end, length) };
}

function add(
  documents: ManifestDocument[],
  start: number,
  end: number,
  root: Node | undefined,
  problems: readonly SyntaxProblem[],
): void {
  documents.push({ index: documents.length, span: { start, end }, root, problems });
}

/**
 * Reads one document between two line starts of a text that ends in a line break.
 *
 * @param isPlain whether {@link isPlainText} is known to hold for it.
 */
export function readChunk(text: string, start: number, end: number, isPlain = false): ReadDocument {
  const simple = isPlain || isPlainText(text.slice(start, end));
  const fast = simple ? readFast(text, start, end) : undefined;
  if (fast?.root !== undefined) return { root: fast.root, problems: [] };
  // An action that begins a value or a line is YAML in no place where a template has one: no need to find out slowly.
  const action = fast === undefined ? actionLine(text, { start, end }) : actionAt(text, { start, end }, fast.braces);
  return action === undefined ? readFull(text, start, end) : { root: undefined, problems: [templateProblem(action)] };
}

function templateProblem(span: Span): SyntaxProblem {
  const remedy = 'Render the template, or put the value in quotes.';
  return { message: 'a template action {{ }} is in the structure of the YAML', remedy, span };
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at++;
  return at;
}
