import type { AssembledResource } from './assembled.ts';
import { labelMatch } from './labelSelector.ts';
import { matchOf, type ResourceSelector, type SelectorCertainty } from './resourceSelector.ts';

/** Also matches labels and annotations of a resource, if they cannot have changed. */
export function matchWithLabels(selector: ResourceSelector, resource: AssembledResource): SelectorCertainty {
  const match = matchOf({ ...selector, byMore: false }, resource);
  if (match !== 'yes' || !selector.byMore) return match;
  if (resource.fills.some(({ steps }) => steps[0] === 'metadata')) return 'maybe';
  const { labelSelector, annotationSelector } = selector;
  const matches = [
    labelMatch(labelSelector, resource, 'labels'),
    labelMatch(annotationSelector, resource, 'annotations'),
  ];
  return matches.find((match) => match === 'no') ?? matches.find((match) => match === 'maybe') ?? 'yes';
}
