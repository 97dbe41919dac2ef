import type { EvolutionRule, WriteKind } from '../rule.ts';
import { definitions } from '../sources.ts';

/** Any object was allowed; now a complete resource is required. */
export const embeddedResourceAdded: EvolutionRule = {
  code: 'crd-embedded-resource-added',
  title: 'A field must now be a whole resource',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'With x-kubernetes-embedded-resource, the value needs an apiVersion, a kind and valid metadata. The server checks them on every write except status updates.',
  remedy: 'Add a new field for the resource, or make sure that every stored object has one there.',
  source: definitions,
  schema(pair, emit) {
    if (pair.before.embeddedResource || !pair.after.embeddedResource) return;
    const updates: readonly WriteKind[] = ['label updates', 'spec updates'];
    const writes = pair.unit.isStatus ? updates : (['creates', ...updates] as const);
    const what = `${pair.field} must now be a resource with apiVersion and kind`;
    emit(pair.at('x-kubernetes-embedded-resource'), what, { refuses: { writes, within: undefined } });
  },
};
