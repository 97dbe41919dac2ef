import { metaFields } from '../schema/prune.ts';

/**
 * Whether a field is part of the metadata that every resource has. These are never pruned: a schema may narrow a name,
 * and omitting one loses nothing.
 *
 * @param field in the notation of messages: `.metadata.name`.
 */
export function isMetadata(field: string): boolean {
  return metaFields.has(field.split('.')[1] ?? '');
}
