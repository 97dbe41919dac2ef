import table from '../../../data/authored/go-types.json' with { type: 'json' };
import type { ApiField, ApiType, FieldType, ScalarType } from '../../catalog/types.ts';
import { factMinor, type Minor } from '../../targets/version.ts';
import { type FieldPath, stepsOf } from '../../text/fieldPath.ts';

const named: Readonly<Record<string, Readonly<Record<string, string>>>> = table.named;
const embedded: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = table.embedded;
const wholePathsSince = factMinor(table.wholePathsSince);

/**
 * The path of a field as Go's JSON decoder of a binary writes it: names of struct fields, without indexes and keys of
 * maps. Source: sigs.k8s.io/json internal/golang/encoding/json/decode.go, errorContext.
 */
export function goPath(root: ApiType, path: FieldPath, binary: Minor): string {
  const isWhole = binary >= wholePathsSince;
  const names: string[] = [];
  let type: FieldType | undefined = { kind: 'object', type: root };
  for (const step of stepsOf(path)) {
    if (type?.kind === 'schema-or') {
      if (!isWhole) break;
      if (typeof step === 'number') continue;
      type = { kind: 'object', type: type.schema };
    }
    if (type?.kind === 'object') {
      const field: string = String(step);
      if (isWhole) names.push(...embeddedIn(type.type.name, field));
      names.push(field);
      type = type.type.fields.get(field)?.type;
    } else {
      type = type?.kind === 'list' ? type.item : type?.kind === 'map' ? type.value : undefined;
    }
  }
  return names.join('.');
}

function embeddedIn(type: string, field: string): readonly string[] {
  const [chain] = Object.entries(embedded[type] ?? {}).find(([, fields]) => fields.includes(field)) ?? [];
  return chain?.split('.') ?? [];
}

/**
 * What Go prints for the type of a field, of an item of its lists or of a value of its maps; undefined if that is
 * uncertain, or if the type decodes itself.
 */
export function goTypeName(field: ApiField, type: FieldType): string | undefined {
  const name = named[field.owner]?.[field.name];
  if (name !== undefined) return insideOf(name, field.type, type);
  // A type that only older releases have may name its values.
  const values = [...(field.enum ?? []), ...(field.constants ?? [])];
  return values.length > 0 ? undefined : nameOf(type);
}

/** The part of a printed type that is the wanted type's. */
function insideOf(name: string, at: FieldType, wanted: FieldType): string | undefined {
  if (at === wanted) return name;
  const [, inside] = /^(?:\[\]|map\[[^\]]*\])\*?(.*)$/.exec(name) ?? [];
  if (inside === undefined) return undefined;
  if (at.kind === 'list') return insideOf(inside, at.item, wanted);
  return at.kind === 'map' ? insideOf(inside, at.value, wanted) : undefined;
}

function nameOf(type: FieldType): string | undefined {
  switch (type.kind) {
    case 'scalar':
      return scalars.get(type.scalar);
    case 'list': {
      const item = nameOf(type.item);
      return item && `[]${item}`;
    }
    case 'map': {
      const value = nameOf(type.value);
      return value && `map[string]${value}`;
    }
    case 'object':
      return type.type.name.split('.').slice(-2).join('.');
    default:
      return undefined;
  }
}

const scalars: ReadonlyMap<ScalarType, string> = new Map([
  ['string', 'string'],
  ['boolean', 'bool'],
  ['int32', 'int32'],
  ['int64', 'int64'],
  ['double', 'float64'],
  ['bytes', '[]uint8'],
  ['quantity', 'resource.Quantity'],
  ['int-or-string', 'intstr.IntOrString'],
  ['date-time', 'v1.Time'],
  ['duration', 'v1.Duration'],
]);
