import type { JsonObject } from '../../../server/data/generator/json.ts';
import { type GoField, isVersioned, structFields } from './fields.ts';
import { goNotation } from './notation.ts';
import type { Shapes } from './shapes.ts';

/** Fields by their types, of `authored/written-forms.json`. */
export interface WrittenForms {
  /** Structs that are not pointers: a server always writes them. */
  readonly structs: JsonObject;
  /** Other fields that a server always writes: without `omitempty`, or of a type that it does not apply to. */
  readonly always: JsonObject;
  /** Pointers to scalars: a zero that is set is written. */
  readonly pointers: JsonObject;
}

/** How a server writes the fields of a release's types, from their Go types and JSON tags. */
export function writtenForms(shapes: Shapes): WrittenForms {
  const forms = {
    structs: new Map<string, string[]>(),
    always: new Map<string, string[]>(),
    pointers: new Map<string, string[]>(),
  };
  for (const [path, found] of [...shapes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!isVersioned(path) && found.prefix !== 'meta.v1') continue;
    for (const [name, type] of found.types) {
      if (type.type !== 'struct' || isNotStored(`${found.prefix}.${name}`)) continue;
      for (const [field, placed] of structFields(shapes, found, name)) {
        if (field === '') continue;
        const whole = `${found.prefix}.${name}`;
        for (const form of formsOf(shapes, placed))
          forms[form].set(whole, [...(forms[form].get(whole) ?? []), field].sort());
      }
    }
  }
  return { structs: sorted(forms.structs), always: sorted(forms.always), pointers: sorted(forms.pointers) };
}

/** Lists, and what is only sent: a server stores neither. */
function isNotStored(type: string): boolean {
  return /List$|^(?:admission|apidiscovery|imagepolicy)\./.test(type);
}

function sorted(rows: ReadonlyMap<string, readonly string[]>): JsonObject {
  return Object.fromEntries([...rows].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Types that are structs in Go, and scalars in JSON: `omitempty` never leaves them out. */
const selfWritten: ReadonlySet<string> = new Set([
  'quantity',
  'string/int-or-string',
  'string/date-time',
  'object/raw',
  'meta.v1.Duration',
]);

function formsOf(shapes: Shapes, { at, field }: GoField): readonly (keyof WrittenForms)[] {
  const isPointer = field.type.startsWith('*');
  const type = goNotation(shapes, at, field.type);
  const isStruct =
    !selfWritten.has(type) && /\.v\d[a-z0-9]*\./.test(type) && !type.startsWith('[]') && !type.startsWith('map[');
  // The only field with `omitzero`.
  if (field.name === 'creationTimestamp') return [];
  if (isPointer) return [...(isStruct ? [] : ['pointers' as const]), ...(field.omitEmpty ? [] : ['always' as const])];
  if (isStruct) return ['structs'];
  return !field.omitEmpty || selfWritten.has(type) ? ['always'] : [];
}
