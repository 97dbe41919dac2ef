import { formatIp } from '../formats/ip.ts';
import { compareQuantities } from '../formats/quantity.ts';
import { compareSemanticVersions } from '../formats/semanticVersion.ts';
import { bool, type CelList, type CelMap, type CelValue, type Outcome, unknown } from './values.ts';

/** Whether two values are equal; undefined where that cannot be told. Source: cel-go common/types, Equal. */
export function equals(one: CelValue, other: CelValue): boolean | undefined {
  const order = compareNumbers(one, other);
  if (order !== undefined) return order === 0;
  switch (one.type) {
    case 'list':
      return other.type === 'list' ? equalLists(one, other) : false;
    case 'map':
      return other.type === 'map' ? equalMaps(one, other) : false;
    case 'optional':
      if (other.type !== 'optional') return false;
      if (one.value === undefined || other.value === undefined) return one.value === other.value;
      return equals(one.value, other.value);
    case 'bytes':
      return other.type === 'bytes' && String(one.value) === String(other.value);
    case 'type':
      return other.type === 'type' && one.name === other.name;
    case 'quantity':
      return other.type === 'quantity' && compareQuantities(one.value, other.value) === 0;
    case 'semver':
      return other.type === 'semver' && compareSemanticVersions(one.value, other.value) === 0;
    case 'ip':
      return other.type === 'ip' && formatIp(one.value) === formatIp(other.value);
    case 'cidr':
      return other.type === 'cidr' && one.prefix === other.prefix && formatIp(one.value) === formatIp(other.value);
    case 'format':
      return other.type === 'format' && one.name === other.name;
    case 'url':
      // Texts that differ may still be written the same way again.
      if (other.type !== 'url') return false;
      return one.text === other.text ? true : undefined;
    case 'double':
    case 'int':
    case 'uint':
      return false;
    default:
      return one.type === other.type && 'value' in other && one.value === other.value;
  }
}

/** The order of two values of types that have one: negative, 0 or positive; undefined for others. */
export function compareValues(one: CelValue, other: CelValue): number | undefined {
  const numbers = compareNumbers(one, other);
  if (numbers !== undefined) return numbers;
  if (one.type === 'bytes' && other.type === 'bytes') return compareBytes(one.value, other.value);
  if (one.type === 'string' && other.type === 'string') return compareTexts(one.value, other.value);
  if (one.type === 'bool' && other.type === 'bool') return Number(one.value) - Number(other.value);
  if (one.type === 'duration' && other.type === 'duration') return orderOf(one.value, other.value);
  if (one.type === 'timestamp' && other.type === 'timestamp') return orderOf(one.value, other.value);
  return undefined;
}

/** The answer to a question that may have none. */
export function answer(value: boolean | undefined): Outcome {
  return value === undefined ? unknown : bool(value);
}

function compareNumbers(one: CelValue, other: CelValue): number | undefined {
  if (!isNumber(one) || !isNumber(other)) return undefined;
  // JavaScript compares bigints with numbers exactly; NaN is in no order and equals nothing.
  if (Number.isNaN(one.value) || Number.isNaN(other.value)) return Number.NaN;
  return one.value < other.value ? -1 : one.value > other.value ? 1 : 0;
}

function isNumber(value: CelValue): value is CelValue & { readonly type: 'int' | 'uint' | 'double' } {
  return value.type === 'int' || value.type === 'uint' || value.type === 'double';
}

function orderOf(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Go compares the bytes in UTF-8, whose order is that of the code points. */
function compareTexts(one: string, other: string): number {
  const [left, right] = [[...one], [...other]];
  for (let i = 0; i < left.length && i < right.length; i++) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function compareBytes(one: readonly number[], other: readonly number[]): number {
  for (let i = 0; i < one.length && i < other.length; i++) {
    const difference = (one[i] ?? 0) - (other[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

function equalLists(one: CelList, other: CelList): boolean | undefined {
  if (one.items.length !== other.items.length) return false;
  const answers = one.items.map((item, index) => {
    const counterpart = other.items[index];
    return counterpart === undefined ? false : equals(item, counterpart);
  });
  const equal = all(answers);
  return equal !== true && (one.unordered === true || other.unordered === true) ? undefined : equal;
}

function equalMaps(one: CelMap, other: CelMap): boolean | undefined {
  if (one.partial === true || other.partial === true) return undefined;
  if (one.entries.size !== other.entries.size) return false;
  return all(
    [...one.entries].map(([key, [, value]]) => {
      const counterpart = other.entries.get(key)?.[1];
      return counterpart === undefined ? false : equals(value, counterpart);
    }),
  );
}

function all(answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}
