import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { validateFieldRef, validateResourceFieldRef } from './env.ts';
import { validateFileMode, validateNonReservedPath, validateUser } from './paths.ts';

// Source: pkg/apis/core/validation/validation.go, validateKeyToPath, validateDownwardAPIVolumeFile.

const podFields = ['metadata.annotations', 'metadata.labels', 'metadata.name', 'metadata.namespace', 'metadata.uid'];

/** A key of a ConfigMap or Secret and the file it becomes. */
export function validateKeyToPath(item: Value, errors: ErrorList): void {
  const [key, path] = [item.at('key'), item.at('path')];
  if (key.empty) errors.required(key);
  if (path.empty) errors.required(path);
  validateNonReservedPath(path, errors);
  validateFileMode(item.at('mode'), errors);
  validateUser(item.at('user'), errors);
}

/** The files of a downward API volume. The server reports them without an index. */
export function validateDownwardItems(source: Value, errors: ErrorList): void {
  for (const file of source.at('items').items) validateDownwardFile(file.reportedAt(source), errors);
}

function validateDownwardFile(file: Value, errors: ErrorList): void {
  const [path, fieldRef, resourceFieldRef] = [file.at('path'), file.at('fieldRef'), file.at('resourceFieldRef')];
  if (path.empty) errors.required(path);
  validateNonReservedPath(path, errors);
  if (fieldRef.present) {
    validateFieldRef(fieldRef, podFields, errors);
    if (resourceFieldRef.present) {
      errors.invalid(file, 'fieldRef and resourceFieldRef can not be specified simultaneously', 'resource');
    }
  } else if (resourceFieldRef.present) validateResourceFieldRef(resourceFieldRef, true, errors);
  else errors.required(file, 'one of fieldRef and resourceFieldRef is required');
  validateFileMode(file.at('mode'), errors);
  validateUser(file.at('user'), errors);
}
