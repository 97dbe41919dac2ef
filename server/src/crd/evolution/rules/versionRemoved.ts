import type { EvolutionRule } from '../rule.ts';
import { versioning } from '../sources.ts';

/** A version that clients may use. */
export const versionRemoved: EvolutionRule = {
  code: 'crd-version-removed',
  title: 'A served version was removed',
  severity: 'error',
  breaks: ['old clients', 'rollback'],
  why: 'Clients and manifests of the version get 404. References to it in managedFields make later applies fail until they are removed.',
  remedy: 'Mark it as deprecated, then set served: false, and remove it in a later release.',
  source: versioning,
  definition({ before, after, atField }, emit) {
    for (const version of before.versions) {
      if (!version.served || after.versions.some(({ name }) => name === version.name)) continue;
      emit(atField('versions'), `The version ${version.name}, which was served, was removed`);
    }
  },
};
