import { trait } from '../../../../crd/schema/traits.ts';
import { formatPath } from '../../../../text/fieldPath.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { Schema } from './schema.ts';

// Source: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/complete.go.

/** `allOf`, `anyOf`, `oneOf` and `not` may only constrain properties and items that the schema itself has. */
export function validateCompleteness(schema: Schema, errors: ErrorList): void {
  validateJunctors(schema, schema, schema.value, errors);
}

/** `path` is the expected position in the structural schema, present or not. */
function validateJunctors(nested: Schema, structural: Schema, path: Value, errors: ErrorList): void {
  if (!nested.mayHave(trait.combination)) return;
  const { not, allOf, anyOf, oneOf } = nested;
  for (const schema of [...(not === undefined ? [] : [not]), ...allOf, ...anyOf, ...oneOf]) {
    validateNested(schema, structural, path, errors);
  }
}

function validateNested(nested: Schema, structural: Schema | undefined, path: Value, errors: ErrorList): void {
  if (structural === undefined) {
    errors.required(path, `because it is defined in ${formatPath(nested.value.path)}`);
    return;
  }
  validateJunctors(nested, structural, path, errors);
  if (nested.items !== undefined) validateNested(nested.items, structural.items, path.at('items'), errors);
  for (const [name, property] of nested.properties) {
    validateNested(property, structural.property(name), path.at('properties').entry(name), errors);
  }
}
