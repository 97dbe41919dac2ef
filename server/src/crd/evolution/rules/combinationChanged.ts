import { entryFor, type MapNode } from '../../../manifest/node.ts';
import { jsonOf, jsonText } from '../../schema/json.ts';
import { brokenByStricter } from '../refusals.ts';
import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';

/** Which values are taken together. */
export const combinationChanged: EvolutionRule = {
  code: 'crd-combination-changed',
  title: 'Combined schemas have changed',
  severity: 'warning',
  breaks: ['stored objects', 'old clients'],
  why: 'anyOf, oneOf, allOf and not decide which values are valid together. Whether the new ones accept every old value cannot be decided in general.',
  remedy: 'Change them in a new version, or make sure that every valid object stays valid.',
  source: apiChanges,
  schema(pair, emit) {
    const { before, after, field, at } = pair;
    for (const keyword of ['anyOf', 'oneOf', 'allOf', 'not'] as const) {
      const [old, now] = [written(before.node, keyword), written(after.node, keyword)];
      if (old === now || (now === '' && keyword === 'anyOf' && after.intOrString)) continue;
      const particulars =
        now === ''
          ? ({ severity: 'information', breaks: ['old clients', 'rollback'] } as const)
          : brokenByStricter(pair);
      emit(
        at(keyword),
        `${keyword} of ${field} ${old === '' ? 'was added' : now === '' ? 'was removed' : 'has changed'}`,
        particulars,
      );
    }
  },
};

/** The text of a keyword's value; '' where it is absent. */
function written(node: MapNode | undefined, keyword: string): string {
  const value = node === undefined ? undefined : entryFor(node, keyword)?.value;
  return value === undefined ? '' : jsonText(jsonOf(value, value));
}
