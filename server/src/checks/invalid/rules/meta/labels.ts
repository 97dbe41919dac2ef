import { byteLength } from '../../../../formats/format.ts';
import { labelValue, qualifiedName } from '../../../../formats/label.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

const annotationsLimit = 256 * 1024;

/** Keys and values of a map of labels, all reported at the map: `ValidateLabels`. */
export function validateLabels(labels: Value, errors: ErrorList): void {
  for (const [key, value] of labels.entries) {
    const place = value.reportedAt(labels);
    errors.invalid(place, qualifiedName(key), key);
    errors.invalid(place, labelValue(value.text));
  }
}

/** A label's key: `ValidateLabelName`. */
export function validateLabelName(name: Value, errors: ErrorList): void {
  errors.invalid(name, qualifiedName(name.text), name.text);
}

/** Keys and total size of a map of annotations, reported at the map: `ValidateAnnotations`. */
export function validateAnnotations(annotations: Value, errors: ErrorList): void {
  let size = 0;
  for (const [key, value] of annotations.entries) {
    errors.invalid(value.reportedAt(annotations), qualifiedName(key.toLowerCase()), key);
    size += byteLength(key) + byteLength(value.text);
  }
  if (size > annotationsLimit) errors.tooLong(annotations, annotationsLimit);
}
