import type { JsonSchema } from '../../schema/schema.ts';
import type { EvolutionRule } from '../rule.ts';
import { definitions } from '../sources.ts';

/** Pruning drops fields silently. */
export const keptFieldsPruned: EvolutionRule = {
  code: 'crd-kept-fields-pruned',
  title: 'Fields that were kept are pruned',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'What the schema does not name below this field was kept and vanishes now: from stored objects when they are read, and for good when they are written next.',
  remedy: 'Name in the schema all that objects may have there, or keep x-kubernetes-preserve-unknown-fields: true.',
  source: definitions,
  schema({ before, after, field, here }, tell) {
    const keeps = (schema: JsonSchema): boolean =>
      schema.preserveUnknownFields || schema.additionalProperties !== undefined;
    if (before.preserveUnknownFields && !after.preserveUnknownFields) {
      tell(here, `Below ${field} unknown fields were kept, and are pruned now`);
    } else if (keeps(before) && !keeps(after))
      tell(here, `${field} was a map of any keys, and others than its fields are pruned now`);
    if (before.embeddedResource && !after.embeddedResource) {
      tell(
        here,
        `${field} was a whole resource, whose apiVersion, kind and metadata are pruned now unless they are fields`,
      );
    }
  },
};
