import type { EvolutionRule } from '../rule.ts';
import { versioning } from '../sources.ts';

/** Another name is another kind. */
export const namesChanged: EvolutionRule = {
  code: 'crd-names-changed',
  title: 'The names of the kind have changed',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'API paths, storage keys and clients use the kind and plural; the server refuses to change them once they are established. Commands and scripts use the singular, short names and categories.',
  remedy: 'Define a new kind, and migrate the objects to it.',
  source: versioning,
  definition({ before, after, atField }, emit) {
    for (const name of ['kind', 'plural'] as const) {
      if (before[name] !== after[name])
        emit(atField('names'), `The ${name} changed from ${before[name]} to ${after[name]}`);
    }
    const particulars = { severity: 'warning', breaks: ['old clients'] } as const;
    for (const name of ['singular', 'listKind'] as const) {
      if (before[name] === after[name]) continue;
      emit(atField('names'), `The ${name} changed from ${before[name]} to ${after[name]}`, particulars);
    }
    for (const [name, what] of [
      ['shortNames', 'short name'],
      ['categories', 'category'],
    ] as const) {
      for (const gone of before[name].filter((candidate) => !after[name].includes(candidate))) {
        emit(atField('names'), `The ${what} ${gone} was removed`, particulars);
      }
    }
  },
};
