import type { ManifestDocument } from '../manifest.ts';
import type { ScalarNode } from '../node.ts';
import { readFull } from './readFull.ts';
import { readChunk } from './readManifest.ts';

/**
 * Reads the YAML in a string of a manifest in place: the documents' spans refer to `text`, so that findings in them can
 * be shown and fixed in the manifest. Undefined if the written text differs from the string, line by line: folded
 * scalars, and quoted ones with escapes or line breaks.
 */
export function readYamlIn(text: string, node: ScalarNode): readonly ManifestDocument[] | undefined {
  if (typeof node.value !== 'string' || node.style === 'double') return undefined;
  return node.style === 'literal' ? readLiteral(text, node) : readOneLine(text, node, node.value);
}

/**
 * Reads the YAML between two offsets that are starts of lines, all of whose lines are indented alike. Documents are
 * separated by lines with `---` at that indentation.
 */
export function readIndented(text: string, start: number, end: number): readonly ManifestDocument[] {
  const documents: ManifestDocument[] = [];
  const indent = /^(?:[ \t]*\r?\n)*( *)/.exec(text.slice(start, end))?.[1]?.length ?? 0;
  const separator = new RegExp(`^ {${indent}}---(?=[ \\t\\r\\n]|$).*$`, 'gm');
  let from = start;
  const source = text.slice(start, end);
  for (const match of source.matchAll(separator)) {
    add(documents, text, from, start + match.index);
    from = Math.min(end, start + match.index + match[0].length + 1);
  }
  add(documents, text, from, end);
  return documents;
}

function readLiteral(text: string, { start, end }: ScalarNode): readonly ManifestDocument[] {
  const header = text.indexOf('\n', start);
  if (header < 0 || header >= end) return [];
  return readIndented(text, header + 1, text.charAt(end) === '\n' ? end + 1 : end);
}

function readOneLine(text: string, node: ScalarNode, value: string): readonly ManifestDocument[] | undefined {
  const quotes = node.style === 'plain' ? 0 : 1;
  const start = node.start + quotes;
  const end = node.end - quotes;
  if (text.slice(start, end) !== value) return undefined;
  const documents: ManifestDocument[] = [];
  add(documents, text, start, end);
  return documents;
}

function add(documents: ManifestDocument[], text: string, start: number, end: number): void {
  if (text.slice(start, end).split('\n').every(isBlank)) return;
  const whole = text.charAt(start - 1) === '\n' && text.charAt(end - 1) === '\n';
  const { root, problems } = whole ? readChunk(text, start, end) : readFull(text, start, end);
  documents.push({ index: documents.length, span: { start, end }, root, problems });
}

function isBlank(line: string): boolean {
  const content = line.trim();
  return content === '' || content.startsWith('#');
}
