import type { JsonSchema } from '../../schema/schema.ts';
import { isMetadata } from '../metadata.ts';
import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';

/** A field that objects may have. */
export const fieldRemoved: EvolutionRule = {
  code: 'crd-field-removed',
  title: 'A field is gone or has another name',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'The field is pruned: from stored objects when they are read, and for good when they are written next; requests that set it are refused or lose it.',
  remedy:
    'Keep the field and say in its description that it is deprecated. A field that must go leaves a tombstone: a comment, so that its name is not used again with another meaning.',
  source: apiChanges,
  removed({ field, name, before, parents, here }, tell) {
    // What is pruned nowhere is not lost.
    if (parents.after.preserveUnknownFields || isMetadata(field)) return;
    const [likely] = [...parents.after.properties].filter(
      ([other, schema]) => !parents.before.properties.has(other) && isAlike(before, schema),
    );
    const moved = likely === undefined ? '' : `; ${likely[0]} is new and of the same type: was ${name} renamed?`;
    tell(here, `${field} is gone${moved}`);
  },
};

function isAlike(a: JsonSchema, b: JsonSchema): boolean {
  return (
    a.type === b.type &&
    a.intOrString === b.intOrString &&
    [...a.properties.keys()].join() === [...b.properties.keys()].join()
  );
}
