import type { EvolutionRule } from '../rule.ts';
import { versioning } from '../sources.ts';

/** How stored objects reach clients. */
export const conversionChanged: EvolutionRule = {
  code: 'crd-conversion-changed',
  title: 'The conversion strategy has changed',
  severity: 'warning',
  breaks: ['stored objects', 'rollback'],
  why: 'The conversion decides what a client that uses one version reads of an object stored in another. A webhook may move or set fields; the strategy None does not.',
  remedy:
    'Rewrite all objects in the storage version before you change the conversion, and check that the versions still mean the same.',
  source: versioning,
  definition({ before, after, atField }, emit) {
    if (before.conversion === after.conversion || before.versions.length < 2) return;
    emit(atField('conversion'), `The conversion strategy changed from ${before.conversion} to ${after.conversion}`);
  },
};
