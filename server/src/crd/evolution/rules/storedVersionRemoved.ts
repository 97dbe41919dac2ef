import type { EvolutionRule } from '../rule.ts';
import { versioning } from '../sources.ts';

/** What is stored must stay readable. */
export const storedVersionRemoved: EvolutionRule = {
  code: 'crd-stored-version-removed',
  title: 'A version in which objects may be stored is gone',
  severity: 'error',
  breaks: ['stored objects'],
  why: 'Objects that were written in the version can no longer be read. A server refuses the change as long as status.storedVersions names the version.',
  remedy:
    'Keep the version with served: false, rewrite all objects in the new storage version, take it out of status.storedVersions, and then remove it.',
  source: versioning,
  definition({ before, after, place }, tell) {
    const stored = new Set([...before.storedVersions, ...after.storedVersions]);
    for (const { name, storage } of before.versions) if (storage) stored.add(name);
    for (const name of stored) {
      if (after.versions.some((version) => version.name === name)) continue;
      tell(place('versions'), `The version ${name}, in which objects may be stored, is gone`);
    }
  },
};
