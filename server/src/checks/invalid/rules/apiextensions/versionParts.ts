import { isLonger } from '../../../../formats/format.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { Schema } from './schema.ts';
import { findField } from './schemaPath.ts';
import { structuralProblem } from './structural.ts';

// Source: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go.

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string'];
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];
const selectableTypes = ['string', 'boolean', 'integer'];
const selectableLimit = 8;
const warningLimit = 256;

/** The warning of a deprecated version: `validateDeprecationWarning`. */
export function validateDeprecationWarning(version: Value, errors: ErrorList): void {
  const warning = version.at('deprecationWarning');
  if (!warning.present) return;
  if (!version.at('deprecated').isTrue) {
    errors.invalid(warning, 'can only be set for deprecated versions');
    return;
  }
  if (isLonger(warning.text, warningLimit)) errors.invalid(warning, 'must be <= 256 characters long');
  if (warning.text === '') errors.invalid(warning, 'must not be an empty string');
  const index = warning.text.search(/\p{C}|(?! )\p{Z}/u);
  if (index >= 0) {
    errors.invalid(
      warning,
      `must only contain printable UTF-8 characters; non-printable character found at index ${index}`,
    );
  }
}

/** The columns that `kubectl get` shows: `ValidateCustomResourceColumnDefinition`. */
export function validateColumns(columns: Value, errors: ErrorList): void {
  for (const column of columns.items) {
    const [name, type, format] = [column.at('name'), column.at('type'), column.at('format')];
    if (name.empty) errors.required(name);
    const why = `must be one of ${columnTypes.join(',')}`;
    if (type.empty) errors.required(type, why);
    else if (!columnTypes.includes(type.text)) errors.invalid(type, why);
    if (!format.empty && !columnFormats.includes(format.text)) {
      errors.invalid(format, `must be one of ${columnFormats.join(',')}`);
    }
    const path = column.at('jsonPath').reportedAt(column.at('JSONPath'));
    if (path.empty) errors.required(path);
    else validateSimplePath(path, errors);
  }
}

/** Subresources: `ValidateCustomResourceDefinitionSubresources`. */
export function validateSubresources(subresources: Value, errors: ErrorList): void {
  const scale = subresources.at('scale');
  if (!scale.present) return;
  for (const [field, root] of [
    ['specReplicasPath', '.spec'],
    ['statusReplicasPath', '.status'],
  ] as const) {
    const path = scale.at(field);
    if (path.empty) errors.required(path);
    else if (validateSimplePath(path, errors) && !path.text.startsWith(`${root}.`)) {
      errors.invalid(path, `should be a json path under ${root}`);
    }
  }
  const selector = scale.at('labelSelectorPath');
  if (!selector.empty && validateSimplePath(selector, errors) && !/^\.(?:spec|status)\./.test(selector.text)) {
    errors.invalid(selector, 'should be a json path under either .spec or .status');
  }
}

/** Fields that a field selector may name: `ValidateCustomResourceSelectableFields`. */
export function validateSelectableFields(fields: Value, validation: Value, schema: Value, errors: ErrorList): void {
  const root = Schema.at(validation.at('openAPIV3Schema'));
  const problem = structuralProblem(root);
  if (problem !== undefined) {
    errors.invalid(root.value.reportedAt(schema), problem, '');
    return;
  }
  const seen = new Set<string>();
  for (const field of fields.items) {
    const path = field.at('jsonPath');
    if (path.empty) {
      errors.required(path);
      continue;
    }
    const found = findField(path.text, root, false);
    if (found.problem !== undefined) {
      errors.invalid(path, `is an invalid path: ${found.problem}`);
      continue;
    }
    if (found.names[0] === 'metadata') errors.invalid(path, 'must not point to fields in metadata');
    if (found.schema === undefined || !selectableTypes.includes(found.schema.type)) {
      errors.invalid(
        path,
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
      );
    }
    const identity = found.names.join('.');
    if (seen.has(identity)) errors.duplicate(path);
    seen.add(identity);
  }
  if (seen.size > selectableLimit) errors.tooMany(fields, seen.size, selectableLimit);
}

function validateSimplePath(path: Value, errors: ErrorList): boolean {
  if (path.text.startsWith('.')) return true;
  errors.invalid(path, 'must be a simple json path starting with .');
  return false;
}
