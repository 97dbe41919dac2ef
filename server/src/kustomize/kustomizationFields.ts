import table from '../../data/authored/kustomize.json' with { type: 'json' };
import { entryFor, isNull, type MapEntry, type MapNode, type Node, type ScalarValue } from '../manifest/node.ts';
import { hasPlaceholder } from '../manifest/read/placeholder.ts';
import type { Span } from '../text/span.ts';

/** A value in a kustomization that Kustomize cannot read, so that the build fails. */
export type FieldProblem = UnknownField | WrongType;

/** A field that its struct does not have. */
export interface UnknownField extends FieldPosition {
  readonly misfit: 'unknown';
  readonly key: string;
  /** The parent field; '' at the top. */
  readonly owner: string;
  /** The known fields. */
  readonly known: readonly string[];
}

/** A field has a value of the wrong type. */
export interface WrongType extends FieldPosition {
  readonly misfit: 'type';
  readonly node: Node;
  /** The Go type in the notation of the data: `string`, `bool`, `int`, a struct, `[a list]` or `{an object}`. */
  readonly wanted: string;
}

interface FieldPosition {
  readonly path: string;
  readonly span: Span;
}

/** The fields of a struct of Kustomize with their types. */
type Fields = ReadonlyMap<string, string>;

const structs: ReadonlyMap<string, Fields> = new Map(
  Object.entries(table.kustomizations.types).map(([name, fields]) => [name, new Map(Object.entries(fields))]),
);

/**
 * All values in a kustomization that Kustomize cannot read, in text order. Placeholders are skipped.
 *
 * Source: `api/types/kustomization.go` of sigs.k8s.io/kustomize, Unmarshal: `encoding/json` with unknown fields
 * refused.
 */
export function fieldProblemsOf(root: Node): readonly FieldProblem[] {
  const found: FieldProblem[] = [];
  const span = { start: root.start, end: root.start + 1 };
  look(root, 'Kustomization', { path: '', span, owner: '' }, found);
  return found;
}

interface At extends FieldPosition {
  /** The field that the value is of, or in. */
  readonly owner: string;
}

function look(node: Node, type: string, at: At, found: FieldProblem[]): void {
  if (type === '' || isNull(node)) return;
  const inner = type.slice(1, -1);
  const fields = structs.get(type);
  if (type.startsWith('[') && node.kind === 'list') {
    for (const [index, item] of node.items.entries()) {
      look(item, inner, { ...at, path: `${at.path}[${index}]`, span: spanOfItem(item) }, found);
    }
  } else if (type.startsWith('{') && node.kind === 'map') {
    for (const entry of node.entries) lookAtEntry(node, entry, inner, at, found);
  } else if (fields !== undefined && node.kind === 'map') {
    lookAtFields(node, fields, at, found);
  } else if (!isOf(node, type)) {
    found.push({ misfit: 'type', path: at.path, span: at.span, node, wanted: type });
  }
}

function lookAtFields(node: MapNode, fields: Fields, at: At, found: FieldProblem[]): void {
  for (const entry of node.entries) {
    const { key, keySpan, merged } = entry;
    // `encoding/json` makes no difference between upper and lower case.
    const known = [...fields].find(([name]) => name.toLowerCase() === key.toLowerCase());
    if (known !== undefined) lookAtEntry(node, entry, known[1], { ...at, owner: known[0] }, found);
    else if (merged !== true) {
      const { start, end } = keySpan;
      const path = joined(at.path, key);
      found.push({ misfit: 'unknown', path, span: { start, end }, key, owner: at.owner, known: [...fields.keys()] });
    }
  }
}

/** Of several entries of a name the last one counts. */
function lookAtEntry(map: MapNode, entry: MapEntry, type: string, at: At, found: FieldProblem[]): void {
  if (entryFor(map, entry.key) !== entry) return;
  look(entry.value, type, { ...at, path: joined(at.path, entry.key), span: spanOfEntry(entry) }, found);
}

function joined(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** A scalar where it is written; the key of anything larger. */
function spanOfEntry({ value, keySpan, alias, merged }: MapEntry): Span {
  const { start, end } = value.kind === 'scalar' && alias === undefined && merged !== true ? value : keySpan;
  return { start, end };
}

function spanOfItem(item: Node): Span {
  return { start: item.start, end: item.kind === 'scalar' ? item.end : item.start + 1 };
}

function isOf(node: Node, type: string): boolean {
  if (node.kind !== 'scalar') return false;
  const { value } = node;
  if (typeof value === 'string') return type === 'string' || hasPlaceholder(value);
  return type === 'int' ? isInt64(value) : type === 'bool' && typeof value === 'boolean';
}

function isInt64(value: ScalarValue): boolean {
  const isWhole = typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
  return isWhole && BigInt.asIntN(64, BigInt(value)) === BigInt(value);
}
