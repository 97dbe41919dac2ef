import type { CustomVersion } from '../../definition.ts';
import type { EvolutionRule } from '../rule.ts';
import { apiConventions } from '../sources.ts';

/** The advice on a new version without a status subresource. */
export function withoutStatus({ name }: Pick<CustomVersion, 'name'>): string {
  return `The new version ${name} has no status subresource`;
}

/** Desired and observed state have different writers. */
export const statusMissing: EvolutionRule = {
  code: 'crd-status-missing',
  title: 'A new version or status has no status subresource',
  severity: 'information',
  breaks: ['new clients'],
  why: 'Without a status subresource, users and controllers write the same resource: they overwrite each other, and RBAC cannot separate them.',
  remedy: 'Add subresources: { status: {} } and a status to the schema.',
  source: apiConventions,
  definition({ before, after, atVersion }, emit) {
    for (const version of after.versions) {
      if (version.hasStatus) continue;
      const earlier = before.versions.find(({ name }) => name === version.name);
      if (earlier === undefined) emit(atVersion(version), withoutStatus(version));
      else if (!earlier.schema.properties.has('status') && version.schema.properties.has('status')) {
        emit(atVersion(version), `The schema of ${version.name} now has a status, but no status subresource`);
      }
    }
  },
};
