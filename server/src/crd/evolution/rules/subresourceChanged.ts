import type { EvolutionRule } from '../rule.ts';
import { definitions } from '../sources.ts';

/** Which fields can be written through which path. */
export const subresourceChanged: EvolutionRule = {
  code: 'crd-subresource-changed',
  title: 'A subresource was added or removed',
  severity: 'warning',
  breaks: ['old clients'],
  why: 'With a status subresource, writes of the object ignore its status, and writes of the status ignore everything else. Without it, the path does not exist. Clients silently lose the status that they write.',
  remedy: 'Change the subresource in a new version only, and update controllers first.',
  source: definitions,
  definition({ before, after, atVersion }, emit) {
    for (const version of after.versions) {
      const earlier = before.versions.find(({ name }) => name === version.name);
      if (earlier === undefined) continue;
      if (earlier.hasStatus !== version.hasStatus) {
        emit(
          atVersion(version),
          `The status subresource of ${version.name} was ${version.hasStatus ? 'added' : 'removed'}`,
        );
      }
      if (earlier.scale !== undefined && version.scale === undefined) {
        emit(atVersion(version), `The scale subresource of ${version.name} was removed`);
      }
    }
  },
};
