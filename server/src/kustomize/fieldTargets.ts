import { entryFor, isNull, type Node } from '../manifest/node.ts';
import type { FieldStep } from './fieldSteps.ts';
import { fittingItems } from './lookUp.ts';

interface Reached {
  /** Undefined for values that are created. */
  readonly node: Node | undefined;
  readonly steps: readonly string[];
}

/**
 * The targets of a replacement's field path in a resource, as keys and item indices; undefined if uncertain or if it
 * leads nowhere.
 *
 * @param creates whether missing keys are created.
 * @param moved the lists whose item indices may have changed.
 *
 * Source: PathMatcher in `kyaml/yaml/match.go` of sigs.k8s.io/kustomize.
 */
export function fieldTargets(
  root: Node,
  path: readonly FieldStep[],
  creates: boolean,
  moved: readonly (readonly string[])[],
): readonly Reached[] | undefined {
  let reached: readonly Reached[] = [{ node: root, steps: [] }];
  for (const step of path) {
    const next: Reached[] = [];
    for (const target of reached) {
      if (step.kind === 'index' && moved.some((list) => list.join('\n') === target.steps.join('\n'))) return undefined;
      const found = follow(target, step, creates);
      if (found === undefined) return undefined;
      next.push(...found);
    }
    if (next.length === 0) return undefined;
    reached = next;
  }
  return reached;
}

function follow({ node, steps }: Reached, step: FieldStep, creates: boolean): readonly Reached[] | undefined {
  if (node === undefined) {
    return step.kind === 'name' ? [{ node: undefined, steps: [...steps, step.name] }] : undefined;
  }
  if (isNull(node)) return undefined;
  if (step.kind === 'name') {
    if (node.kind !== 'map') return undefined;
    const value = entryFor(node, step.name)?.value;
    return value === undefined && !creates ? [] : [{ node: value, steps: [...steps, step.name] }];
  }
  if (node.kind !== 'list') return undefined;
  const itemAt = (item: Node, index: number): Reached => ({ node: item, steps: [...steps, String(index)] });
  if (step.kind === 'every') return node.items.map(itemAt);
  if (step.kind === 'index') {
    const item = node.items[step.index];
    return item === undefined ? undefined : [itemAt(item, step.index)];
  }
  const fitting = step.kind === 'match' ? fittingItems(node, step, 'target') : 'unknown';
  // A missing item is created with its search key.
  if (fitting === 'unknown' || (fitting.length === 0 && creates)) return undefined;
  return node.items.flatMap((item, index) => (fitting.includes(item) ? [itemAt(item, index)] : []));
}
