import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';
import { areSame, show } from '../values.ts';

/** A field that is left out keeps its meaning. */
export const defaultChanged: EvolutionRule = {
  code: 'crd-default-changed',
  title: 'A default was added, removed or changed',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'Objects without the field now mean something else. The server sets defaults when it reads stored objects, so these change as well.',
  remedy: 'Change the default in a new version, and convert objects without the field so that they keep their meaning.',
  source: apiChanges,
  schema({ before, after, field, at, storedDefault }, emit) {
    if (areSame(before.default, after.default)) return;
    const stored = storedDefault(field);
    // A version without a default shows the storage version's default on read.
    const mean = [before.default, after.default].map((value) => value ?? stored);
    if (stored !== undefined && areSame(mean[0], mean[1])) return;
    const isNew = before.default === undefined;
    const particulars = isNew ? ({ severity: 'warning', breaks: ['stored objects', 'rollback'] } as const) : {};
    emit(
      at('default'),
      `The default of ${field} changed from ${show(before.default)} to ${show(after.default)}`,
      particulars,
    );
  },
};
