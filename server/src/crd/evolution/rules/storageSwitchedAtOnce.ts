import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';

/** A rollback needs a release in between. */
export const storageSwitchedAtOnce: EvolutionRule = {
  code: 'crd-storage-switched-at-once',
  title: 'A new version immediately becomes the storage version',
  severity: 'error',
  breaks: ['rollback'],
  why: 'After a rollback, the old definition does not know the version of objects stored since.',
  remedy: 'First serve the version without storing it; make it the storage version in a later release.',
  source: apiChanges,
  definition({ before, after, atVersion }, emit) {
    const storage = after.versions.find((version) => version.storage);
    if (storage === undefined || before.versions.some(({ name }) => name === storage.name)) return;
    emit(atVersion(storage), `The version ${storage.name} is new and already the storage version`);
  },
};
