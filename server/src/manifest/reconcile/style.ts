import type { Node } from '../node.ts';
import { type Child, ownEntries, type Source } from './source.ts';

/** How a text indents its blocks. */
export interface BlockStyle {
  /** Columns from a key to the fields below it. */
  readonly step: number;
  /** Columns from a key to the dashes below it. */
  readonly dash: number;
}

/** How a text writes collections in brackets. */
export interface FlowStyle {
  /** Whether names and strings are always double-quoted. */
  readonly json: boolean;
  /** The text between key and value. */
  readonly colon: string;
  /** The text after a comma between members on one line. */
  readonly gap: string;
  /** If each member has a line: the blanks before it, and those that a level adds. */
  readonly lines: { readonly pad: string; readonly step: string } | undefined;
}

/** The indentation of the blocks of a text; two columns, also for dashes, if unknown. */
export function blockStyle(source: Source, root: Node): BlockStyle {
  let step: number | undefined;
  let dash: number | undefined;
  const look = (node: Node): void => {
    if (node.kind === 'scalar' || node.flow || (step !== undefined && dash !== undefined)) return;
    if (node.kind === 'list') {
      for (const item of node.items) if (item.start >= node.start) look(item);
      return;
    }
    for (const { keySpan, value, alias } of ownEntries(node)) {
      if (alias !== undefined || value.kind === 'scalar' || value.flow) continue;
      if ((value.kind === 'map' ? step : dash) === undefined) {
        const deeper = source.column(value.start) - source.column(keySpan.start);
        if (value.kind === 'map' && deeper > 0) step = deeper;
        if (value.kind === 'list' && deeper >= 0) dash = deeper;
      }
      look(value);
    }
  };
  look(root);
  return { step: step ?? 2, dash: dash ?? step ?? 2 };
}

/** The style of a flow collection; properties that it does not show are those of the enclosing collection. */
export function flowStyle(source: Source, node: Node, outer: FlowStyle | undefined): FlowStyle {
  if (node.kind === 'scalar') return outer ?? plainFlow;
  const { text } = source;
  const [first, second] = source.children(node);
  const outerLines = outer?.lines;
  if (first === undefined) {
    const lines = outerLines && { pad: outerLines.pad + outerLines.step, step: outerLines.step };
    return { ...(outer ?? { ...plainFlow, json: true }), lines };
  }
  const ownLine = text.slice(node.start + 1, first.start).includes('\n');
  const pad = source.pad(first.start);
  const lines = ownLine ? { pad, step: deeper(source.pad(node.start), pad) } : undefined;
  const between = second && /^\s*,([ \t]*)$/.exec(text.slice(first.end, second.start))?.[1];
  const tight = first.lead === first.span.start;
  const colon = node.kind === 'map' ? (tight ? ':' : ': ') : (outer?.colon ?? ': ');
  const json =
    node.kind === 'map' ? text.charAt(first.start) === '"' : (outer?.json ?? text.charAt(first.start) === '"');
  return { json, colon: json ? colon : ': ', gap: between ?? (colon === ':' ? '' : ' '), lines };
}

/** The style of the brackets around a member, as far as it shows; a level adds the same as in `root`. */
export function styleAround(source: Source, { start, lead, span }: Child, root: Node): FlowStyle {
  const json = source.text.charAt(start) === '"';
  const colon = json && lead === span.start ? ':' : ': ';
  const pad = source.pad(start);
  const step = (root.kind !== 'scalar' && root.flow && flowStyle(source, root, undefined).lines?.step) || '  ';
  const lines = source.column(start) === pad.length ? { pad, step } : undefined;
  return { json, colon, gap: colon === ':' ? '' : ' ', lines };
}

const plainFlow: FlowStyle = { json: false, colon: ': ', gap: ' ', lines: undefined };

/** The blanks that a level adds. */
function deeper(outer: string, inner: string): string {
  return inner.startsWith(outer) && inner.length > outer.length ? inner.slice(outer.length) : '  ';
}
