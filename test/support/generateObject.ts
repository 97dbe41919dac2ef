import type { ApiField, ApiType, FieldType, ScalarType } from '../../server/src/catalog/types.ts';
import type { Value, ValueMap } from '../../server/src/conversion/value.ts';

/**
 * An object of a type with some of its fields, each with a decodable value; validation may refuse it. Fields in
 * `favoured` are present half of the time, others less often with depth.
 */
export function generateObject(type: ApiType, random: () => number, favoured: ReadonlySet<string>): ValueMap {
  return struct(type, 0);

  function struct(apiType: ApiType, depth: number): ValueMap {
    const fields: [string, Value][] = [];
    for (const field of apiType.fields.values()) {
      if (depth === 0 && (field.name === 'apiVersion' || field.name === 'kind' || field.name === 'status')) continue;
      const odds = favoured.has(field.name)
        ? 0.5
        : field.required && depth < 3
          ? 0.9
          : depth === 0
            ? 0.7
            : 0.5 / (depth + 1);
      if (random() < odds) fields.push([field.name, value(field.type, field, depth + 1)]);
    }
    return Object.fromEntries(fields);
  }

  function value(of: FieldType, field: ApiField, depth: number): Value {
    switch (of.kind) {
      case 'scalar':
        return scalar(of.scalar, field);
      case 'list':
        return Array.from({ length: depth > 7 ? 0 : Math.floor(random() * 3) }, () => value(of.item, field, depth + 1));
      case 'map':
        return Object.fromEntries(
          keys.filter(() => random() < 0.3).map((key) => [key, value(of.value, field, depth + 1)]),
        );
      case 'object':
        return depth > 7 ? {} : struct(of.type, depth);
      case 'schema-or':
        return depth > 7 ? {} : struct(of.schema, depth);
    }
  }

  function scalar(of: ScalarType, field: ApiField): Value {
    const named = [...(field.enum ?? []), ...(field.constants ?? [])];
    switch (of) {
      case 'string':
        return pick(named.length > 0 ? named.map((enumValue) => enumValue.value) : ['a', 'b', 'web', 'User', '*']);
      case 'boolean':
        return random() < 0.5;
      case 'int32':
      case 'int64':
        return pick([0, 1, 2, 30, 80, 2_147_483_647]);
      case 'double':
        return pick([0.5, 1]);
      case 'int-or-string':
        return pick([0, 1, 80, 'http', '25%']);
      case 'quantity':
        return pick(['1', '500m', '2Gi']);
      case 'duration':
        return '5m';
      case 'bytes':
        return 'YQ==';
      case 'date-time':
        return '2024-05-01T00:00:00Z';
      case 'micro-time':
        return '2024-05-01T00:00:00.000000Z';
      case 'raw':
      case 'any':
        return pick<Value>([{ a: 1 }, 'a', 7]);
    }
  }

  function pick<T>(values: readonly T[]): T {
    const nonNullable = values[Math.floor(random() * values.length)];
    if (nonNullable === undefined) throw new RangeError('nothing to pick from');
    return nonNullable;
  }
}

const keys = ['app', 'tier', 'topology.kubernetes.io/zone', 'kubernetes.io/hostname', 'example.com/size'];
