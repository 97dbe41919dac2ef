import type { EvolutionRule } from '../rule.ts';
import { versioning } from '../sources.ts';

/** How stored objects reach clients. */
export const conversionChanged: EvolutionRule = {
  code: 'crd-conversion-changed',
  title: 'Versions are converted in another way',
  severity: 'warning',
  breaks: ['stored objects', 'rollback'],
  why: 'Objects that are stored in one version are served in another by way of the conversion: what a webhook moved or filled in is no longer moved, or the other way round.',
  remedy:
    'Rewrite all objects in the storage version before the conversion changes, and check that the versions still mean the same.',
  source: versioning,
  definition({ before, after, place }, tell) {
    if (before.conversion === after.conversion || before.versions.length < 2) return;
    tell(place('conversion'), `The conversion strategy was ${before.conversion} and is ${after.conversion}`);
  },
};
