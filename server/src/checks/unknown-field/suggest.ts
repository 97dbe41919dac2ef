import type { ApiType, FieldType } from '../../catalog/types.ts';

/** The short name of a type: `Container` for `core.v1.Container`. */
export function typeLabel(type: ApiType): string {
  return type.name.slice(type.name.lastIndexOf('.') + 1);
}

/** Whether two names are the same but for upper and lower case, underscores and dashes. */
export function differsInSpelling(a: string, b: string): boolean {
  return bare(a) === bare(b);
}

function bare(name: string): string {
  return name.replace(/[-_]/g, '').toLowerCase();
}

/** Where one level below the type there is a field of this name: `securityContext.runAsUser`. */
export function suggestedPaths(key: string, type: ApiType): readonly string[] {
  const paths: string[] = [];
  for (const [name, field] of type.fields) {
    const below = structOf(field.type);
    // Every object has metadata and almost every one a status; their fields are never the intended ones.
    if (below?.type.fields.has(key) && name !== 'status' && name !== 'metadata') {
      paths.push(`${name}${below.inList ? '[]' : ''}.${key}`);
    }
  }
  return paths;
}

function structOf(type: FieldType): { readonly type: ApiType; readonly inList: boolean } | undefined {
  if (type.kind === 'object') return { type: type.type, inList: false };
  return type.kind === 'list' && type.item.kind === 'object' ? { type: type.item.type, inList: true } : undefined;
}
