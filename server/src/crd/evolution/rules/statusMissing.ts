import type { EvolutionRule } from '../rule.ts';
import { apiConventions } from '../sources.ts';

/** What is wanted and what is observed have different writers. */
export const statusMissing: EvolutionRule = {
  code: 'crd-status-missing',
  title: 'A new version has no status',
  severity: 'information',
  breaks: ['new clients'],
  why: 'Without a status subresource controllers write where users write: each overwrites the other, and no role can tell them apart.',
  remedy: 'Add subresources: { status: {} } and a status to the schema.',
  source: apiConventions,
  definition({ before, after, placeOf }, tell) {
    for (const version of after.versions) {
      if (version.hasStatus || before.versions.some(({ name }) => name === version.name)) continue;
      tell(placeOf(version), `The new version ${version.name} has no status subresource`);
    }
  },
};
