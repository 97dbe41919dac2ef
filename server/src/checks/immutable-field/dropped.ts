import type { FieldDefinition, FieldType, TypeDefinition } from '../../catalog/types.ts';

/**
 * Says of a path of an object, as findings have it, whether it leads to or through a field that the server drops: what
 * it drops of both objects has not changed.
 *
 * @param root the type of the object.
 * @param dropped says so of a field.
 */
export function droppedAt(
  root: TypeDefinition,
  dropped: (field: FieldDefinition) => boolean,
): (path: string) => boolean {
  return (path) => {
    let type: FieldType | undefined = { kind: 'object', type: root };
    for (const step of path.split(/[.[\]]+/)) {
      if (step === '') continue;
      if (type?.kind === 'object') {
        const field: FieldDefinition | undefined = type.type.fields.get(step);
        if (field !== undefined && dropped(field)) return true;
        type = field?.type;
      } else if (type?.kind === 'list') type = type.item;
      else if (type?.kind === 'map') type = type.value;
      else return false;
    }
    return false;
  };
}
