import type { EvolutionRule } from '../rule.ts';
import { versioning } from '../sources.ts';

/** Objects of another scope are other objects. */
export const scopeChanged: EvolutionRule = {
  code: 'crd-scope-changed',
  title: 'The scope has changed',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'Namespaced and cluster-scoped objects lie under other paths and other keys. A server refuses to change the scope of a definition that it has.',
  remedy: 'Define a new kind, and move the objects over.',
  source: versioning,
  definition({ before, after, place }, tell) {
    if (before.namespaced === after.namespaced) return;
    const scope = (namespaced: boolean): string => (namespaced ? 'Namespaced' : 'Cluster');
    tell(place('scope'), `The scope was ${scope(before.namespaced)} and is ${scope(after.namespaced)}`);
  },
};
