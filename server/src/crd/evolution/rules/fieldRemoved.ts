import type { JsonSchema } from '../../schema/schema.ts';
import { isMetadata } from '../metadata.ts';
import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';

/** A field that objects may have. */
export const fieldRemoved: EvolutionRule = {
  code: 'crd-field-removed',
  title: 'A field was removed or renamed',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'The server prunes the field when it reads stored objects, and loses it at their next write. Requests that set it are refused or lose it.',
  remedy:
    'Keep the field and mark it as deprecated in its description. If you must remove it, leave a comment (a tombstone) so that its name is never reused with another meaning.',
  source: apiChanges,
  removed({ field, name, before, parents, position }, emit) {
    // Without pruning nothing is lost.
    if (parents.after.preserveUnknownFields || isMetadata(field)) return;
    const [likely] = [...parents.after.properties].filter(
      ([other, schema]) => !parents.before.properties.has(other) && isAlike(before, schema),
    );
    const moved = likely === undefined ? '' : `; ${likely[0]} is new and has the same type: was ${name} renamed?`;
    emit(position, `${field} was removed${moved}`);
  },
};

function isAlike(left: JsonSchema, right: JsonSchema): boolean {
  return (
    left.type === right.type &&
    left.intOrString === right.intOrString &&
    [...left.properties.keys()].join() === [...right.properties.keys()].join()
  );
}
