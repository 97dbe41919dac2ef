import type { FieldType } from '../../../server/src/catalog/types.ts';

/** A type in a word or two: `list of object`, `int32`. */
export function typeText(type: FieldType): string {
  switch (type.kind) {
    case 'scalar':
      return type.scalar;
    case 'list':
      return `list of ${typeText(type.item)}`;
    case 'map':
      return `map of ${typeText(type.value)}`;
    case 'object':
      return 'object';
    case 'schema-or':
      return `schema or ${type.or}`;
  }
}
