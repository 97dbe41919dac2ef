import { isIndex } from '../manifest/jsonPointer.ts';
import { entryFor, isNull, type ListNode, type MapNode, type Node } from '../manifest/node.ts';
import type { FieldStep } from './fieldSteps.ts';

/** The result of following a path: present, possibly present, or the first missing step. */
export type LookUpResult = 'there' | 'unknown' | Missing;

/** Where a path ends before its end. */
export interface Missing {
  /** The first step that leads nowhere. */
  readonly step: number;
  /** `absent`: the name does not exist. `shape`: a step into a list where there is none, or the reverse. */
  readonly why: 'absent' | 'shape';
  /** The value that was searched. */
  readonly inside: Node;
}

/**
 * Follows the segments of a JSON pointer.
 *
 * Source: findObject, partialDoc and partialArray in `patch.go` of gopkg.in/evanphx/json-patch.v4.
 */
export function lookUpPointer(root: Node, names: readonly string[]): LookUpResult {
  let at = root;
  for (const [step, name] of names.entries()) {
    if (isNull(at)) return 'unknown';
    if (at.kind === 'scalar') return { step, why: 'shape', inside: at };
    if (at.kind === 'list') {
      if (!isIndex(name)) return { step, why: 'shape', inside: at };
      const index = Number(name);
      const item = at.items[index < 0 ? index + at.items.length : index];
      if (item === undefined) return { step, why: 'absent', inside: at };
      at = item;
    } else {
      const entry = entryFor(at, name);
      if (entry === undefined) return mayBeWritten(at, name) ? 'unknown' : { step, why: 'absent', inside: at };
      at = entry.value;
    }
  }
  return 'there';
}

/**
 * Follows a field path of a replacement; several list items may match, and one that reaches the end suffices.
 *
 * @param role sources use the first matching item and treat text as plain; targets look inside it.
 */
export function lookUpField(root: Node, steps: readonly FieldStep[], role: 'source' | 'target'): LookUpResult {
  let nodes: readonly Node[] = [root];
  for (const [step, fieldStep] of steps.entries()) {
    const next: Node[] = [];
    for (const node of nodes) {
      const found = follow(node, fieldStep, role);
      if (found === 'unknown') return 'unknown';
      if (found === 'shape') return { step, why: 'shape', inside: node };
      next.push(...found);
    }
    const [first] = nodes;
    if (next.length === 0 && first !== undefined) return { step, why: 'absent', inside: first };
    nodes = next;
  }
  return 'there';
}

/**
 * Whether a key may be written as a name though it is read as another: Kustomize takes `y`, `no` and `010` for the text that
 * they are, where YAML 1.1 has true, false and 8.
 */
function mayBeWritten({ entries }: MapNode, name: string): boolean {
  return entries.some(
    ({ key, keySpan: { start, end } }) => key !== name && end - start === name.length && key.length !== name.length,
  );
}

function follow(node: Node, step: FieldStep, of: 'source' | 'target'): readonly Node[] | 'unknown' | 'shape' {
  if (isNull(node)) return 'unknown';
  if (step.kind === 'broken') return 'unknown';
  if (step.kind === 'name') {
    if (node.kind === 'scalar') return of === 'target' ? 'unknown' : 'shape';
    if (node.kind === 'list') return 'shape';
    const entry = entryFor(node, step.name);
    if (entry === undefined && mayBeWritten(node, step.name)) return 'unknown';
    return entry === undefined ? [] : [entry.value];
  }
  if (node.kind !== 'list') return node.kind === 'scalar' && of === 'target' ? 'unknown' : 'shape';
  if (step.kind === 'every') return of === 'target' ? node.items : 'unknown';
  if (step.kind === 'index') {
    const item = node.items[step.index < 0 ? node.items.length + step.index : step.index];
    return item === undefined ? [] : [item];
  }
  const fitting = fittingItems(node, step, of);
  return of === 'source' && fitting !== 'unknown' ? fitting.slice(0, 1) : fitting;
}

/** The items of a list that a step matches; `unknown` if uncertain. */
export function fittingItems(
  { items }: ListNode,
  { field, value }: Extract<FieldStep, { kind: 'match' }>,
  of: 'source' | 'target',
): readonly Node[] | 'unknown' {
  // Targets use an unanchored regular expression.
  if (!/^[\w./:-]*$/.test(value)) return 'unknown';
  const pattern = new RegExp(value);
  const fitting: Node[] = [];
  for (const item of items) {
    const node = field === '' ? item : item.kind === 'map' ? entryFor(item, field)?.value : undefined;
    if (node === undefined) continue;
    if (node.kind !== 'scalar' || isNull(node)) return 'unknown';
    const text = String(node.value);
    if (of === 'source' ? text === value : pattern.test(text)) fitting.push(item);
    // Kustomize depends on how a number is written.
    else if (typeof node.value !== 'string') return 'unknown';
  }
  return fitting;
}
