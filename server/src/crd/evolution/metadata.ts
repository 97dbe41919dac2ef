import { metaFields } from '../schema/prune.ts';

/**
 * Whether a field is one that every resource has, or is in it. These are never pruned, whatever a schema says of them:
 * it may narrow a name, and nothing is lost where it does not mention one.
 *
 * @param field as messages name it: `.metadata.name`.
 */
export function isMetadata(field: string): boolean {
  return metaFields.has(field.split('.')[1] ?? '');
}
