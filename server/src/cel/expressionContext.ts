import type { MapNode, Node, ScalarNode } from '../manifest/node.ts';

/** The context of an expression, as far as it decides its declarations. */
export interface ExpressionContext {
  readonly scalar: ScalarNode;
  /** The field that contains it, such as `rule`. */
  readonly field: string;
  /** The variables: `self` and `oldSelf`, those of admission, or `device`. */
  readonly finds: 'self' | 'admission' | 'device';
  /** Whether it finds the libraries of mutations. */
  readonly mutates: boolean;
}

/** The fields of expressions by the API group of their kinds. */
const fields: Readonly<
  Record<string, { readonly names: readonly string[]; readonly finds: ExpressionContext['finds'] } | undefined>
> = {
  'apiextensions.k8s.io': { names: ['rule', 'messageExpression'], finds: 'self' },
  'admissionregistration.k8s.io': { names: ['expression', 'messageExpression', 'valueExpression'], finds: 'admission' },
  'resource.k8s.io': { names: ['expression'], finds: 'device' },
};

/** The expression at an offset of a resource's text; undefined if there is none. */
export function expressionContextAt(root: MapNode, group: string, offset: number): ExpressionContext | undefined {
  const known = fields[group];
  if (known === undefined) return undefined;
  let node: Node | undefined = root;
  let field = '';
  let mutates = false;
  while (node !== undefined && node.kind !== 'scalar') {
    if (node.kind === 'map') {
      const entry: MapNode['entries'][number] | undefined = node.entries.find(({ value }) => holds(value, offset));
      if (entry !== undefined) field = entry.key;
      mutates ||= field === 'mutations';
      node = entry?.value;
    } else node = node.items.find((item) => holds(item, offset));
  }
  if (node === undefined || !known.names.includes(field)) return undefined;
  return { scalar: node, field, finds: known.finds, mutates };
}

function holds({ start, end }: Node, offset: number): boolean {
  return start <= offset && offset <= end;
}

/** A name in an expression. */
export interface CelWord {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The name before a dot: `sets` in `sets.contains`. */
  readonly prefix: string | undefined;
  /** Whether it follows a dot. */
  readonly isMember: boolean;
}

/** The name around or before an offset, empty right after a dot or where a name may begin. */
export function celWordAt(text: string, offset: number): CelWord {
  const before = /\w*$/.exec(text.slice(Math.max(0, offset - 100), offset))?.[0] ?? '';
  const after = /^\w*/.exec(text.slice(offset, offset + 100))?.[0] ?? '';
  const start = offset - before.length;
  const lead = text.slice(Math.max(0, start - 100), start);
  const prefix = /(?<![\w.)\]'"])(\w+)\.$/.exec(lead)?.[1];
  return { start, end: offset + after.length, text: `${before}${after}`, prefix, isMember: /\.\??$/.test(lead) };
}
