import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { Schema } from './schema.ts';

// Source: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go.

const listTypes = ['atomic', 'set', 'map'];

/** The requirements of `x-kubernetes-list-type` and its keys on a list's schema. */
export function validateListType(schema: Schema, errors: ErrorList): void {
  const { value, type, listType, mapKeys, items } = schema;
  if (listType === undefined && mapKeys.length === 0) return;
  const field = value.at('x-kubernetes-list-type');
  if (listType === undefined) {
    errors.required(field, 'must be map if x-kubernetes-list-map-keys is non-empty');
    return;
  }
  if (type !== 'array') needType(value.at('type'), type, 'array', 'x-kubernetes-list-type', errors);
  else if (listType === 'set') validateSet(schema, errors);
  if (!listTypes.includes(listType)) errors.unsupported(field, listTypes);
  if (mapKeys.length > 0 && listType !== 'map') {
    errors.invalid(field, 'must be map if x-kubernetes-list-map-keys is non-empty');
  }
  if (listType === 'map') validateMap(schema, errors);
  if (items?.has('nullable') === true && (listType === 'map' || listType === 'set')) {
    errors.forbidden(items.value.at('nullable'), `cannot be nullable when x-kubernetes-list-type is ${listType}`);
  }
}

function validateSet({ items }: Schema, errors: ErrorList): void {
  const why = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  if (items?.type === 'array' && items.listType !== undefined && items.listType !== 'atomic') {
    errors.invalid(items.value.at('x-kubernetes-list-type'), why);
  }
  if (items?.type === 'object' && items.mapType !== 'atomic') {
    const type = items.value.at('x-kubernetes-map-type');
    // A pointer, which is nil where it is absent.
    errors.invalid(type, why, type.present ? undefined : null);
  }
}

function validateMap(schema: Schema, errors: ErrorList): void {
  const { value, items, mapKeys, itemList } = schema;
  const keys = value.at('x-kubernetes-list-map-keys');
  if (mapKeys.length === 0) errors.required(keys, 'must not be empty if x-kubernetes-list-type is map');
  const field = value.at('items');
  if (!schema.has('items')) errors.required(field, 'must have a schema if x-kubernetes-list-type is map');
  else if (itemList.length > 0 || items === undefined) {
    errors.invalid(field, 'must only have a single schema if x-kubernetes-list-type is map');
  } else if (items.type !== 'object') {
    errors.invalid(field.at('type'), "must be object if parent array's x-kubernetes-list-type is map");
  }
  if (items === undefined) return;
  const required = new Set(items.value.at('required').texts);
  const seen = new Set<string>();
  for (const key of mapKeys) {
    const property = items.property(key);
    if (items.type === 'object') {
      if (property === undefined) errors.invalid(keys, 'entries must all be names of item properties');
      else if (property.type === 'array' || property.type === 'object') {
        errors.invalid(
          property.value.at('type'),
          "must be a scalar type if parent array's x-kubernetes-list-type is map",
        );
      }
      if (seen.has(key)) errors.invalid(keys, 'must not contain duplicate entries');
      seen.add(key);
    }
    if (property === undefined) continue;
    if (!required.has(key) && !property.has('default')) {
      errors.required(
        property.value.at('default'),
        'this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
      );
    }
    if (property.has('nullable')) {
      errors.forbidden(
        property.value.at('nullable'),
        'this property is in x-kubernetes-list-map-keys, so it cannot be nullable',
      );
    }
  }
}

/** An extension is only for one type. */
export function needType(field: Value, type: string, needed: string, extension: string, errors: ErrorList): void {
  const why = `must be ${needed} if ${extension} is specified`;
  if (type === '') errors.required(field, why);
  else if (type !== needed) errors.invalid(field, why);
}
