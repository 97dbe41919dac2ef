import type { JsonObject } from '../../../server/data/generator/json.ts';
import { isVersioned } from './fields.ts';
import { definitionOf, goNotation } from './notation.ts';
import type { ShapePackage, Shapes } from './shapes.ts';

/** The names of `authored/go-types.json`. */
export interface GoTypes {
  /** By type and field: the Go type as Go prints it, unless it follows from the notation of the facts. */
  readonly named: JsonObject;
  /** By type: the embedded structs that its fields come from, and these fields. */
  readonly embedded: JsonObject;
}

/** What Go's JSON decoder calls the types of a release's fields. */
export function goTypes(shapes: Shapes): GoTypes {
  const named: Record<string, Record<string, string>> = {};
  const embedded: Record<string, Record<string, string[]>> = {};
  for (const [path, found] of [...shapes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!isVersioned(path) && found.prefix !== 'meta.v1') continue;
    for (const [name, type] of [...found.types].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const whole = `${found.prefix}.${name}`;
      if (type.type !== 'struct' || isNeverPatched(whole)) continue;
      for (const { field, printed, plain, through } of fieldsOf(shapes, found, name, [])) {
        if (printed !== plain) named[whole] = { ...named[whole], [field]: printed };
        const chain = through.join('.');
        if (chain === '') continue;
        const chains = embedded[whole] ?? {};
        embedded[whole] = { ...chains, [chain]: [...(chains[chain] ?? []), field].sort() };
      }
    }
  }
  return { named, embedded };
}

/** Lists, and what is only sent. */
function isNeverPatched(type: string): boolean {
  return /List$|^(?:admission|apidiscovery|imagepolicy)\./.test(type);
}

interface NamedField {
  readonly field: string;
  /** As Go prints the type. */
  readonly printed: string;
  /** The same from the notation of the facts. */
  readonly plain: string;
  /** The names of the embedded structs that it comes from. */
  readonly through: readonly string[];
}

function* fieldsOf(shapes: Shapes, at: ShapePackage, name: string, through: readonly string[]): Generator<NamedField> {
  for (const field of at.types.get(name)?.fields ?? []) {
    if (!field.inline) {
      const plain = plainName(goNotation(shapes, at, field.type));
      yield { field: field.name, printed: printedName(shapes, at, field.type.replace(/^\*/, '')), plain, through };
      continue;
    }
    const target = field.type.replace('*', '');
    const found = definitionOf(shapes, at, target);
    // Every object has these two fields, and no patch changes them.
    if (found === undefined || target.endsWith('TypeMeta')) continue;
    yield* fieldsOf(shapes, ...found, [...through, target.slice(target.lastIndexOf('.') + 1)]);
  }
}

/** A type as `reflect.Type.String` prints it. */
function printedName(shapes: Shapes, at: ShapePackage, type: string): string {
  if (type.startsWith('*')) return `*${printedName(shapes, at, type.slice(1))}`;
  if (type.startsWith('[]')) return `[]${printedName(shapes, at, type.slice(2))}`;
  const map = /^map\[([^\]]*)\](.*)$/.exec(type);
  if (map !== null) return `map[${printedName(shapes, at, map[1] ?? '')}]${printedName(shapes, at, map[2] ?? '')}`;
  if (type === 'byte') return 'uint8';
  const [qualifier = '', name] = type.split('.');
  if (name !== undefined) {
    const path = at.imports.get(qualifier) ?? qualifier;
    return `${path.slice(path.lastIndexOf('/') + 1)}.${name}`;
  }
  return at.types.has(type) ? `${at.prefix.slice(at.prefix.lastIndexOf('.') + 1)}.${type}` : type;
}

const scalars: Readonly<Record<string, string>> = {
  boolean: 'bool',
  'integer/int32': 'int32',
  'integer/int64': 'int64',
  'number/double': 'float64',
  'string/byte': '[]uint8',
  quantity: 'resource.Quantity',
  'string/int-or-string': 'intstr.IntOrString',
  'string/date-time': 'v1.Time',
};

/** The name of a type that follows from the notation of the facts. */
function plainName(notation: string): string {
  if (notation.startsWith('[]')) return `[]${plainName(notation.slice(2))}`;
  const values = /^map\[(.*)\]$/.exec(notation)?.[1];
  if (values !== undefined) return `map[string]${plainName(values)}`;
  return scalars[notation] ?? notation.split('.').slice(-2).join('.');
}
