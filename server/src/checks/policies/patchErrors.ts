import { goText } from '../../conversion/goText.ts';
import { plainValue } from '../../conversion/value.ts';
import { entryFor, type ListNode, type MapNode, type Node } from '../../manifest/node.ts';
import { keyDefault, type MergeShape } from './shape.ts';

/**
 * The error in an apply configuration in the server's words, whether there may be more, or `unknown` if only the server
 * knows whether there is one.
 */
export type PatchProblem = { readonly error: string; readonly isWhole: boolean } | 'unknown';

/**
 * Why an object cannot be applied; undefined if it can. Source: sigs.k8s.io/structured-merge-diff typed/validate.go.
 */
export function patchProblem(patch: Node, shape: MergeShape): PatchProblem | undefined {
  const problems = problemsOf(patch, shape, '');
  const words = problems.flatMap((problem) => problem ?? []);
  const isWhole = words.length === problems.length;
  const [first] = words;
  if (first === undefined) return isWhole ? undefined : 'unknown';
  return { error: words.length === 1 ? first : ['errors:', ...words.map((each) => `  ${each}`)].join('\n'), isWhole };
}

/** In the server's words; undefined if only the server knows. */
type Problem = string | undefined;

function problemsOf(node: Node, shape: MergeShape, path: string): readonly Problem[] {
  if (node.kind === 'scalar' && node.value === null) return [undefined];
  switch (shape.kind) {
    case 'open':
      if (shape.isAtomic) return [];
      // Values without a schema are merged field by field; for lists, the merge is unknown.
      if (node.kind === 'list') return [undefined];
      return node.kind === 'scalar'
        ? []
        : node.entries.flatMap(({ key, value }) => problemsOf(value, shape, `${path}.${key}`));
    case 'scalar':
      return scalarProblems(node, shape.accepts, path);
    case 'list':
      return node.kind === 'list'
        ? listProblems(node, shape, path)
        : [`${path}: expected list, got ${goPointer(node)}`];
    case 'map':
      if (node.kind !== 'map') return [`${path}: expected map, got ${goPointer(node)}`];
      return node.entries.flatMap(({ key, value }): readonly Problem[] => {
        const field = shape.field(key);
        const at = `${path}.${key}`;
        return field === undefined ? [`${at}: field not declared in schema`] : problemsOf(value, field, at);
      });
  }
}

function scalarProblems(
  node: Node,
  accepts: Extract<MergeShape, { kind: 'scalar' }>['accepts'],
  path: string,
): readonly Problem[] {
  if (node.kind !== 'scalar')
    return accepts === 'number' ? [`${path}: expected numeric (int or float), got ${goType(node)}`] : [undefined];
  const { value } = node;
  if (accepts === 'any') return [];
  if (accepts === 'string') {
    if (typeof value === 'string') return [];
    return [`${path}: expected string, got &value.valueUnstructured{Value:${String(value)}}`];
  }
  if (accepts === 'number') {
    if (typeof value === 'number') return Number.isInteger(value) ? [] : [undefined];
    return typeof value === 'bigint' ? [] : [`${path}: expected numeric (int or float), got ${goType(node)}`];
  }
  return typeof value === 'boolean' ? [] : [`${path}: expected boolean, got &{${String(value)}}`];
}

function goPointer(node: Node): string {
  return `&{${goText(plainValue(node))}}`;
}

function goType(node: Node): string {
  if (node.kind === 'map') return 'map[string]interface {}';
  if (node.kind === 'list') return '[]interface {}';
  return typeof node.value === 'boolean' ? 'bool' : 'string';
}

function listProblems(node: ListNode, shape: Extract<MergeShape, { kind: 'list' }>, path: string): readonly Problem[] {
  const { merge } = shape;
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const [index, item] of node.items.entries()) {
    if (merge === 'atomic') {
      problems.push(...problemsOf(item, shape.item(), `${path}[${index}]`));
      continue;
    }
    if (item.kind === 'scalar' && item.value === null) {
      const why =
        merge === 'set'
          ? "associative list without keys has an element that's an explicit null"
          : 'associative list with keys may not have a null element';
      problems.push(`${path}: element ${index}: ${why}`);
      continue;
    }
    const element = merge === 'set' ? elementOfValue(item) : elementOfKeys(item, merge);
    // A missing key may have a default in the schema that the server publishes.
    if (element === undefined) problems.push(undefined);
    else if (seen.has(element.name)) problems.push(`${path}: duplicate entries for key ${element.name}`);
    else {
      seen.add(element.name);
      problems.push(...problemsOf(item, shape.item(), `${path}${element.name}`));
    }
  }
  return problems;
}

/** The identity of a list item, as the server writes it. */
interface Element {
  readonly name: string;
}

/** An item of a set; undefined if it is not a scalar. */
export function elementOfValue(item: Node): Element | undefined {
  return item.kind === 'scalar' ? { name: `[=${quoted(item.value)}]` } : undefined;
}

/** An item of a list that is merged by keys; undefined if a key is missing or is not a scalar. */
export function elementOfKeys(item: Node, keys: readonly string[]): Element | undefined {
  if (item.kind !== 'map') return undefined;
  const parts: string[] = [];
  for (const key of [...keys].sort()) {
    const value = valueOfKey(item, key);
    if (value === undefined) return undefined;
    parts.push(`${key}=${value}`);
  }
  return { name: `[${parts.join(',')}]` };
}

function valueOfKey(item: MapNode, key: string): string | undefined {
  const node = entryFor(item, key)?.value;
  if (node === undefined || (node.kind === 'scalar' && node.value === null)) {
    const standIn = keyDefault(key);
    return standIn === undefined ? undefined : quoted(standIn);
  }
  return node.kind === 'scalar' ? quoted(node.value) : undefined;
}

function quoted(value: unknown): string {
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

/**
 * The paths of atomic values that an object sets, which an apply configuration may not do. Source: k8s.io/apiserver
 * pkg/admission/plugin/policy/mutating/patch/smd.go, findAtomics.
 */
export function atomicPaths(node: Node, shape: MergeShape, path = ''): readonly string[] {
  if (node.kind === 'map' && shape.kind === 'map') {
    const inside = shape.isMapping
      ? []
      : node.entries.flatMap(({ key, value }) => {
          const field = shape.field(key);
          return field === undefined ? [] : atomicPaths(value, field, `${path}.${key}`);
        });
    return shape.isAtomic ? [path, ...inside] : inside;
  }
  if (node.kind !== 'list' || shape.kind !== 'list') return [];
  const inside = node.items.flatMap((item, index) => atomicPaths(item, shape.item(), `${path}[${index}]`));
  return shape.merge === 'atomic' ? [path, ...inside] : inside;
}
