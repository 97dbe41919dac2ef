import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import { dataOf } from '../../conversion/draftValue.ts';
import { nodeOfValue } from '../../conversion/value.ts';
import type { DraftMap } from '../../manifest/reconcile/draft.ts';
import { formatAmount } from '../admission-plugin/amounts.ts';
import { levelOf, podResources } from '../admission-plugin/podResources.ts';
import { Value } from '../value.ts';
import { fillIn } from './fillIn.ts';

/** Fills in resources of a pod itself, which follow from those of its containers. */
export function writePodLevel(draft: DraftMap, { group, kind }: ServedResource, surface: ApiSurface): void {
  const spec = draft.map('spec');
  if (group !== '' || kind !== 'Pod' || spec?.map('resources') === undefined) return;
  const span = { start: 0, end: 0 };
  const read = Value.untyped(nodeOfValue(dataOf(spec), span), undefined, span);
  const level = levelOf(podResources(read, surface));
  for (const what of ['limits', 'requests'] as const) {
    for (const [name, amount] of level?.[what] ?? []) {
      fillIn(draft, ['spec', 'resources', what, name], formatAmount(amount));
    }
  }
}
