import type { EvolutionRule, RuleOverrides } from '../rule.ts';
import { definitions } from '../sources.ts';

/** How server-side apply sees a list. */
export const listTypeChanged: EvolutionRule = {
  code: 'crd-list-type-changed',
  title: 'The merge strategy of a list or map has changed',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'Server-side apply merges by the list type and its keys. If they change, ownership of items changes, and lists with duplicates may be refused.',
  remedy:
    'Keep the list type. A change from atomic to map or set is possible if no stored list has duplicates, but appliers gain or lose items.',
  source: definitions,
  schema(pair, emit) {
    const { before, after, field, unit, at } = pair;
    // Stored lists with duplicates stay valid: the server checks only new ones.
    const refused: RuleOverrides = {
      breaks: ['old clients'],
      refuses: { writes: unit.isStatus ? ['status updates'] : ['creates', 'spec updates'], within: field },
    };
    const [old, now] = [before.listType || 'atomic', after.listType || 'atomic'];
    if (before.type === 'array' && after.type === 'array' && old !== now) {
      emit(
        at('x-kubernetes-list-type'),
        `The list type of ${field} changed from ${old} to ${now}`,
        now === 'atomic' ? {} : refused,
      );
    } else if (before.listMapKeys.join() !== after.listMapKeys.join()) {
      const keys = `${before.listMapKeys.join(', ')} to ${after.listMapKeys.join(', ')}`;
      emit(at('x-kubernetes-list-map-keys'), `The keys of ${field} changed from ${keys}`, refused);
    }
    const [map, mapNow] = [before.mapType || 'granular', after.mapType || 'granular'];
    if (map !== mapNow) {
      const severity = 'warning';
      emit(at('x-kubernetes-map-type'), `The map type of ${field} changed from ${map} to ${mapNow}`, { severity });
    }
  },
};
