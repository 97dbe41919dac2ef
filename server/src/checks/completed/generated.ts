import { draftFrom } from '../../conversion/draftValue.ts';
import type { ValueMap } from '../../conversion/value.ts';
import { type Draft, DraftList, type DraftMap } from '../../manifest/reconcile/draft.ts';
import type { PathSteps } from '../../text/fieldPath.ts';

/** An item that a plugin appends to a list, with a generated field. */
export interface GeneratedItem {
  /** The path of the additional item: `spec.volumes[]`. */
  readonly path: string;
  /** The steps to the list. */
  readonly steps: PathSteps;
  /** The item without the generated field. */
  readonly item: ValueMap;
  readonly field: string;
}

/** The items that plugins generate. */
export interface Generated {
  readonly items: readonly GeneratedItem[];
  /** Whether the server adds them whatever is outside of the workspace. */
  readonly isCertain: boolean;
}

/** Appends an item with a placeholder. Returns the steps to the placeholder. */
export function addGenerated(root: DraftMap, { steps, item, field }: GeneratedItem): PathSteps {
  const owner = steps.slice(0, -1).reduce<Draft | undefined>((at, step) => {
    if (typeof step === 'number') return at?.kind === 'list' ? at.items[step] : undefined;
    return at?.kind === 'map' ? at.get(step) : undefined;
  }, root);
  const name = steps.at(-1);
  if (owner?.kind !== 'map' || typeof name !== 'string') return steps;
  const list = owner.list(name) ?? new DraftList();
  list.items.push(draftFrom({ [field]: '', ...item }));
  owner.set(name, list);
  return [...steps, list.items.length - 1, field];
}
