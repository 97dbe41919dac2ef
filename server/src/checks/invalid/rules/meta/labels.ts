import { areLonger } from '../../../../formats/format.ts';
import { labelValue, qualifiedName } from '../../../../formats/label.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

const annotationsLimit = 256 * 1024;

/** Keys and values of a map of labels, all reported at the map: `ValidateLabels`. */
export function validateLabels(labels: Value, errors: ErrorList): void {
  for (const [key, text] of labels.strings) {
    const inKey = qualifiedName(key);
    const inValue = labelValue(text);
    if (inKey.length === 0 && inValue.length === 0) continue;
    const field = labels.entry(key).reportedAt(labels);
    errors.invalid(field, inKey, key);
    errors.invalid(field, inValue);
  }
}

/** A label's key: `ValidateLabelName`. */
export function validateLabelName(name: Value, errors: ErrorList): void {
  errors.invalid(name, qualifiedName(name.text), name.text);
}

/** Keys and total size of a map of annotations, reported at the map: `ValidateAnnotations`. */
export function validateAnnotations(annotations: Value, errors: ErrorList): void {
  const texts: string[] = [];
  for (const [key, text] of annotations.strings) {
    const problems = qualifiedName(key.toLowerCase());
    if (problems.length > 0) errors.invalid(annotations.entry(key).reportedAt(annotations), problems, key);
    texts.push(key, text);
  }
  if (areLonger(texts, annotationsLimit)) errors.tooLong(annotations, annotationsLimit);
}
