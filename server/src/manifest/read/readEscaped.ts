import type { ManifestDocument } from '../manifest.ts';
import type { Node, ScalarNode } from '../node.ts';
import { readManifest } from './readManifest.ts';
import { readEscape } from './scalarText.ts';

/**
 * Reads the YAML or JSON in an escaped quoted string. Spans refer to the escaped text, so that findings can be shown
 * there; it cannot be edited as YAML. Undefined for multi-line strings.
 */
export function readEscaped(text: string, node: ScalarNode): readonly ManifestDocument[] | undefined {
  const { value, style } = node;
  if (typeof value !== 'string' || (style !== 'double' && style !== 'single')) return undefined;
  const offsets = offsetsOf(text.slice(node.start + 1, node.end - 1), style === 'double', value);
  if (offsets === undefined) return undefined;
  const at = (offset: number) => node.start + 1 + (offsets[offset] ?? 0);
  return readManifest(value).documents.map(
    ({ index, span, root }): ManifestDocument => ({
      index,
      span: { start: at(span.start), end: at(span.end) },
      root: root && moved(root, at),
      problems: [],
    }),
  );
}

/** Where each unit of the value begins in the text between the quotes, and where the last one ends. */
function offsetsOf(raw: string, double: boolean, value: string): Uint32Array | undefined {
  if (raw.includes('\n')) return undefined;
  const offsets = new Uint32Array(value.length + 1);
  let unit = 0;
  let at = 0;
  while (at < raw.length) {
    const escaped = double && raw.charAt(at) === '\\' ? readEscape(raw, at) : undefined;
    const doubled = !double && raw.startsWith("''", at);
    const character = escaped?.text ?? raw.charAt(at);
    // The readers do not treat every escape as one character: any disagreement with the value is an error.
    if (!value.startsWith(character, unit)) return undefined;
    offsets.fill(at, unit, unit + character.length);
    unit += character.length;
    at = escaped?.end ?? at + (doubled ? 2 : 1);
  }
  offsets[unit] = at;
  return unit === value.length ? offsets : undefined;
}

function moved(node: Node, at: (offset: number) => number): Node {
  const span = { start: at(node.start), end: at(node.end) };
  if (node.kind === 'list') return { ...node, ...span, items: node.items.map((item) => moved(item, at)) };
  if (node.kind === 'scalar') return { ...node, ...span };
  const entries = node.entries.map(({ keySpan, alias, value, ...rest }) => ({
    ...rest,
    keySpan: { start: at(keySpan.start), end: at(keySpan.end) },
    value: moved(value, at),
    ...(alias === undefined ? {} : { alias: { start: at(alias.start), end: at(alias.end) } }),
  }));
  return { ...node, ...span, entries };
}
