import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';

/** A rollback needs a release in between. */
export const storageSwitchedAtOnce: EvolutionRule = {
  code: 'crd-storage-switched-at-once',
  title: 'Objects are stored in a version that is new',
  severity: 'error',
  breaks: ['rollback'],
  why: 'After a rollback the earlier definition does not know the version in which objects have been stored since.',
  remedy: 'Introduce the version served and not stored, and make it the storage version in a later release.',
  source: apiChanges,
  definition({ before, after, placeOf }, tell) {
    const storage = after.versions.find((version) => version.storage);
    if (storage === undefined || before.versions.some(({ name }) => name === storage.name)) return;
    tell(placeOf(storage), `The version ${storage.name} is new, and objects are stored in it at once`);
  },
};
