import { entryFor, isNull, type Node } from '../manifest/node.ts';
import { isSameItem } from './sameItem.ts';

/** The effect of a change on a value: none, uncertain, or certainly overwritten or removed. */
export type Effect = 'none' | 'may' | 'surely';

/** An effect that is not more certain than another. */
export function lessCertain(effect: Effect, than: Effect): Effect {
  return effect === 'surely' ? than : effect;
}

/**
 * The effect of a merged patch on a value of a resource.
 *
 * @param steps the path, with item indices of the resource.
 *
 * Source:
 * https://github.com/kubernetes/community/blob/master/contributors/devel/sig-api-machinery/strategic-merge-patch.md
 */
export function mergeEffect(patch: Node, into: Node | undefined, steps: readonly string[]): Effect {
  const [step, ...rest] = steps;
  if (patch.kind === 'map' && entryFor(patch, '$patch') !== undefined) return 'surely';
  if (step === undefined) return patch.kind === 'scalar' ? 'surely' : 'may';
  if (patch.kind === 'scalar') return 'surely';
  if (patch.kind === 'list') return itemEffect(patch.items, into, step, rest);
  if (entryFor(patch, '$retainKeys') !== undefined) return 'may';
  const entry = entryFor(patch, step);
  if (entry === undefined) return 'none';
  if (isNull(entry.value)) return 'surely';
  return mergeEffect(entry.value, into?.kind === 'map' ? entryFor(into, step)?.value : undefined, rest);
}

function itemEffect(items: readonly Node[], into: Node | undefined, step: string, rest: readonly string[]): Effect {
  // A directive in an item of its own is that of the list.
  if (items.some((item) => item.kind === 'map' && item.entries.every(({ key }) => key === '$patch'))) return 'surely';
  const node = into?.kind === 'list' && /^\d+$/.test(step) ? into.items[Number(step)] : undefined;
  if (node?.kind !== 'map') return 'may';
  const effects = items.map((item): Effect => {
    if (item.kind !== 'map') return 'may';
    const same = isSameItem(item, node);
    if (same === undefined) return 'may';
    return same ? mergeEffect(item, node, rest) : 'none';
  });
  return effects.find((effect) => effect === 'surely') ?? effects.find((effect) => effect === 'may') ?? 'none';
}

/** The effect of a JSON patch operation, at a path in which `*` is any item, on another path. */
export function operationEffect(op: string | undefined, at: readonly string[], steps: readonly string[]): Effect {
  if (op === 'test') return 'none';
  let isAny = false;
  for (const [index, step] of at.entries()) {
    const changedStep = steps[index];
    // It changes a child.
    if (changedStep === undefined) return 'may';
    if (step === changedStep) continue;
    if (step !== '*') return 'none';
    isAny = true;
  }
  // Inserting an item overwrites none.
  if (op === 'add' && /^\d+$/.test(at.at(-1) ?? '') && at.length <= steps.length) return 'none';
  return isAny || (op !== 'replace' && op !== 'add' && op !== 'remove') ? 'may' : 'surely';
}
