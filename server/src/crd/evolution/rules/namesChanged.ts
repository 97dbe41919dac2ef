import type { EvolutionRule } from '../rule.ts';
import { versioning } from '../sources.ts';

/** Another name is another kind. */
export const namesChanged: EvolutionRule = {
  code: 'crd-names-changed',
  title: 'The kind or its plural has another name',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'The names decide about the paths, the keys in storage and what clients ask for. A server refuses to change them once they are established.',
  remedy: 'Define a new kind, and move the objects over.',
  source: versioning,
  definition({ before, after, place }, tell) {
    for (const name of ['kind', 'plural'] as const) {
      if (before[name] !== after[name]) tell(place('names'), `The ${name} was ${before[name]} and is ${after[name]}`);
    }
  },
};
