import type { FieldType, ScalarType, SchemaAlternative } from '../catalog/types.ts';

const scalars: Readonly<Record<ScalarType, string>> = {
  string: 'a string',
  boolean: 'true or false',
  int32: 'a 32-bit integer',
  int64: 'a 64-bit integer',
  double: 'a number',
  quantity: 'a quantity such as 500m or 2Gi',
  duration: 'a duration such as 1h30m',
  'int-or-string': 'a 32-bit integer or a string',
  bytes: 'a base64-encoded string',
  'date-time': 'a time such as 2026-01-31T10:00:00Z',
  'micro-time': 'a time with six decimals such as 2026-01-31T10:00:00.000000Z',
  raw: 'any value',
  any: 'any value',
};

const alternatives: Readonly<Record<SchemaAlternative, string>> = {
  boolean: 'true, false or a JSON schema',
  schemas: 'a JSON schema or a list of them',
  strings: 'a JSON schema or a list of strings',
};

/** The expected type of a value, for messages. */
export function describeType(type: FieldType): string {
  switch (type.kind) {
    case 'scalar':
      return scalars[type.scalar];
    case 'list':
      return 'a list';
    case 'map':
      return 'a map';
    case 'object':
      return 'an object';
    case 'schema-or':
      return alternatives[type.or];
  }
}
