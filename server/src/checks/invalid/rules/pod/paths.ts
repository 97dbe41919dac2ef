import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

// Source: pkg/apis/core/validation/validation.go.

/** A relative path without `..`: `validateLocalDescendingPath`. */
export function validateDescendingPath(path: Value, errors: ErrorList): void {
  if (path.text.startsWith('/')) errors.invalid(path, 'must be a relative path');
  validateNoBacksteps(path, errors);
}

/** A path without `..`: `validatePathNoBacksteps`. */
export function validateNoBacksteps(path: Value, errors: ErrorList): void {
  if (hasBackstep(path.text)) errors.invalid(path, "must not contain '..'");
}

/** A relative path that does not start with two dots: `ValidateLocalNonReservedPath`. */
export function validateNonReservedPath(path: Value, errors: ErrorList): void {
  validateDescendingPath(path, errors);
  if (path.text.startsWith('..') && !path.text.startsWith('../')) errors.invalid(path, "must not start with '..'");
}

/** Whether one of the path's steps is `..`. */
export function hasBackstep(path: string): boolean {
  return path.split('/').includes('..');
}

/** The mode of a file, if there is one. */
export function validateFileMode(mode: Value, errors: ErrorList): void {
  const { number } = mode;
  if (number !== undefined && (number < 0 || number > 0o777)) {
    errors.invalid(mode, 'must be a number between 0 and 0777 (octal), both inclusive');
  }
}

/** The id of a user, if there is one: `validateUserField`. */
export function validateUser(user: Value, errors: ErrorList): void {
  errors.range(user, 0, 2147483647);
}
