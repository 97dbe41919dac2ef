import type { EvolutionRule } from '../rule.ts';
import { versioning } from '../sources.ts';

/** Stored objects must stay readable. */
export const storedVersionRemoved: EvolutionRule = {
  code: 'crd-stored-version-removed',
  title: 'A stored version was removed',
  severity: 'error',
  breaks: ['stored objects'],
  why: 'A server refuses the change while status.storedVersions names the version, served or not: objects stored in it could not be read. While managedFields still name it, server-side apply fails with "request to convert CR to an invalid group/version".',
  remedy:
    'Keep the version with served: false, and rewrite all objects in the new storage version. Then remove it from status.storedVersions and all managedFields, and from the definition a release later.',
  source: versioning,
  definition({ before, after, atField }, emit) {
    const stored = new Set([...before.storedVersions, ...after.storedVersions]);
    const isKnown = stored.size > 0;
    const emitted = new Set<string>();
    for (const { name, storage } of before.versions) if (storage) stored.add(name);
    for (const { name } of [...before.versions, ...[...stored].map((name) => ({ name }))]) {
      if (emitted.has(name) || after.versions.some((version) => version.name === name)) continue;
      emitted.add(name);
      if (stored.has(name)) {
        emit(atField('versions'), `The version ${name}, in which objects may be stored, was removed`);
      } else if (isKnown) {
        const what = 'was removed; objects are not stored in it, but their managedFields may name it';
        emit(atField('versions'), `The version ${name} ${what}`, { severity: 'warning' });
      } else {
        const what = 'was removed; objects may still be stored in it, and their managedFields may name it';
        emit(atField('versions'), `The version ${name} ${what}`, { severity: 'warning' });
      }
    }
  },
};
