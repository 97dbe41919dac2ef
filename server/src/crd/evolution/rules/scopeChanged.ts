import type { EvolutionRule } from '../rule.ts';
import { versioning } from '../sources.ts';

/** Objects of another scope are other objects. */
export const scopeChanged: EvolutionRule = {
  code: 'crd-scope-changed',
  title: 'The scope has changed',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'Namespaced and cluster-scoped objects have different API paths and storage keys. The server refuses to change the scope of an existing definition.',
  remedy: 'Define a new kind, and migrate the objects to it.',
  source: versioning,
  definition({ before, after, atField }, emit) {
    if (before.namespaced === after.namespaced) return;
    const scope = (namespaced: boolean): string => (namespaced ? 'Namespaced' : 'Cluster');
    emit(atField('scope'), `The scope changed from ${scope(before.namespaced)} to ${scope(after.namespaced)}`);
  },
};
