import type { EvolutionRule } from '../rule.ts';
import { apiConventions } from '../sources.ts';

const mapNames: ReadonlySet<string> = new Set(['labels', 'annotations', 'matchLabels', 'selector', 'nodeSelector']);

/** Lists of named items are preferred to maps. */
export const newMap: EvolutionRule = {
  code: 'crd-new-map',
  title: 'A new field is a map of objects or values',
  severity: 'information',
  breaks: ['new clients'],
  why: 'Map keys cannot be validated, documented or patched like items of a keyed list.',
  remedy:
    'Use a list with x-kubernetes-list-type: map and a field for the name. Only labels, annotations and selectors are maps by convention.',
  source: apiConventions,
  added({ field, name, after, position }, emit) {
    if (typeof after.additionalProperties === 'object' && !mapNames.has(name)) emit(position, `${field} is a map`);
  },
};
