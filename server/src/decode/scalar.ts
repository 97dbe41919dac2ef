import type { ScalarType } from '../catalog/types.ts';
import { isBase64 } from '../formats/base64.ts';
import { parseDuration } from '../formats/duration.ts';
import { readQuantity } from '../formats/quantity.ts';
import { isDateTime, isMicroTime } from '../formats/timestamp.ts';
import { isWholeNumber } from '../formats/wholeNumber.ts';
import type { ScalarValue } from '../manifest/node.ts';

/**
 * Whether Kubernetes' JSON decoder accepts a non-null value for a leaf of this type: `literalStore` of
 * `sigs.k8s.io/json` for plain Go types, `UnmarshalJSON` for the others.
 */
export function decodesAs(value: ScalarValue, type: ScalarType): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'int32':
      return isWholeNumber(value, 32);
    case 'int64':
      return isWholeNumber(value, 64);
    case 'double':
      return typeof value === 'number' || typeof value === 'bigint';
    case 'int-or-string':
      return typeof value === 'string' || isWholeNumber(value, 32);
    case 'quantity':
      return decodesAsQuantity(value);
    case 'duration':
      return typeof value === 'string' && parseDuration(value) !== undefined;
    case 'bytes':
      return typeof value === 'string' && isBase64(value);
    case 'date-time':
      return typeof value === 'string' && isDateTime(value);
    case 'micro-time':
      return typeof value === 'string' && isMicroTime(value);
    case 'raw':
    case 'any':
      return true;
  }
}

/** `Quantity.UnmarshalJSON` accepts JSON numbers. */
function decodesAsQuantity(value: ScalarValue): boolean {
  if (typeof value === 'string') return readQuantity(value) !== undefined;
  return typeof value === 'bigint' || typeof value === 'number';
}
