import type { ApiType, FieldType } from './types.ts';

/** The struct that an object of a type is decoded into; undefined if the type is not one of objects. */
export function structOf(type: FieldType | undefined): ApiType | undefined {
  return type?.kind === 'object' ? type.type : type?.kind === 'schema-or' ? type.schema : undefined;
}

/** The struct of a type, or of its items or values; undefined for scalars. */
export function structWithin(type: FieldType): ApiType | undefined {
  if (type.kind === 'list') return structWithin(type.item);
  return type.kind === 'map' ? structWithin(type.value) : structOf(type);
}
