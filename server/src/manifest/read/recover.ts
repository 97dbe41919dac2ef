import type { Span } from '../../text/span.ts';
import type { MapEntry, MapNode, ScalarNode } from '../node.ts';
import { recoverJsonHead } from './recoverJson.ts';
import { resolvePlain } from './resolveScalar.ts';

/**
 * The head of a document that is not valid YAML: apiVersion and kind as top-level lines, each written once and plainly,
 * with the name and namespace of its metadata if present. Text in braces is read by its braces. Undefined unless both
 * apiVersion and kind are found.
 */
export function recoverHead(text: string, span: Span): MapNode | undefined {
  const body = text.slice(span.start, span.end);
  if (/^(?:\s|#[^\n]*\n)*\{/.test(body)) return recoverJsonHead(body, span.start);
  const apiVersion = onlyLine(body, /^apiVersion:[ \t]+(.+)$/gm, span.start, 'apiVersion');
  const kind = onlyLine(body, /^kind:[ \t]+(.+)$/gm, span.start, 'kind');
  if (apiVersion === undefined || kind === undefined) return undefined;
  const entries = [apiVersion, kind];
  const metadata = metadataOf(body, span.start);
  if (metadata !== undefined) entries.push(metadata);
  entries.sort((a, b) => a.keySpan.start - b.keySpan.start);
  return mapOf(entries);
}

/** The entry of the one line that matches; undefined for none, several, or a value that is not a plain word. */
function onlyLine(body: string, pattern: RegExp, offset: number, key: string): MapEntry | undefined {
  const matches = [...body.matchAll(pattern)];
  const [match] = matches;
  if (match === undefined || matches.length > 1) return undefined;
  const written = match[1] ?? '';
  const word = /^(?:"([^"\\]+)"|'([^']+)'|([^\s"'#&*!|>%@`{}[\],?-][^\s{}#]*))[ \t\r]*(?:#.*)?$/.exec(written);
  if (word === null) return undefined;
  const at = offset + match.index;
  const valueStart = at + match[0].length - written.length;
  const raw = word[1] ?? word[2] ?? word[3] ?? '';
  const plain = word[3] !== undefined;
  const value = plain ? resolvePlain(raw) : raw;
  if (typeof value !== 'string' || (plain && raw.endsWith(':'))) return undefined;
  const length = plain ? raw.length : raw.length + 2;
  const node: ScalarNode = {
    kind: 'scalar',
    start: valueStart,
    end: valueStart + length,
    value,
    style: plain ? 'plain' : word[1] === undefined ? 'single' : 'double',
  };
  const keyStart = at + match[0].indexOf(key);
  return { key, keySpan: { start: keyStart, end: keyStart + key.length }, value: node };
}

function metadataOf(body: string, offset: number): MapEntry | undefined {
  const block = /^metadata:[ \t\r]*\n((?:[ \t]+.*(?:\n|$)|[ \t\r]*\n)*)/m.exec(body);
  if (block === null) return undefined;
  const lines = block[1] ?? '';
  const indent = /^[ \t\r\n]*?( +)\S/.exec(lines)?.[1];
  if (indent === undefined) return undefined;
  const at = offset + block.index + block[0].length - lines.length;
  const name = onlyLine(lines, new RegExp(`^${indent}name:[ \\t]+(.+)$`, 'gm'), at, 'name');
  const namespace = onlyLine(lines, new RegExp(`^${indent}namespace:[ \\t]+(.+)$`, 'gm'), at, 'namespace');
  const entries = [name, namespace].filter((entry) => entry !== undefined);
  if (entries.length === 0) return undefined;
  entries.sort((a, b) => a.keySpan.start - b.keySpan.start);
  const start = offset + block.index;
  return { key: 'metadata', keySpan: { start, end: start + 'metadata'.length }, value: mapOf(entries) };
}

function mapOf(entries: readonly MapEntry[]): MapNode {
  const first = entries[0];
  const last = entries[entries.length - 1];
  return { kind: 'map', start: first?.keySpan.start ?? 0, end: last?.value.end ?? 0, entries, flow: false };
}
