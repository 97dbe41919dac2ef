import { formatIp } from '../formats/ip.ts';
import { compareQuantities } from '../formats/quantity.ts';
import { compareSemanticVersions } from '../formats/semanticVersion.ts';
import { bool, type CelList, type CelMap, type CelValue, type Outcome, unknown } from './values.ts';

/** Whether two values are equal; undefined if unknown. Source: cel-go common/types, Equal. */
export function equals(left: CelValue, right: CelValue): boolean | undefined {
  const order = compareNumbers(left, right);
  if (order !== undefined) return order === 0;
  switch (left.type) {
    case 'list':
      return right.type === 'list' ? equalLists(left, right) : false;
    case 'map':
      return right.type === 'map' ? equalMaps(left, right) : false;
    case 'optional':
      if (right.type !== 'optional') return false;
      if (left.value === undefined || right.value === undefined) return left.value === right.value;
      return equals(left.value, right.value);
    case 'bytes':
      return right.type === 'bytes' && String(left.value) === String(right.value);
    case 'type':
      return right.type === 'type' && left.name === right.name;
    case 'quantity':
      return right.type === 'quantity' && compareQuantities(left.value, right.value) === 0;
    case 'semver':
      return right.type === 'semver' && compareSemanticVersions(left.value, right.value) === 0;
    case 'ip':
      return right.type === 'ip' && formatIp(left.value) === formatIp(right.value);
    case 'cidr':
      return right.type === 'cidr' && left.prefix === right.prefix && formatIp(left.value) === formatIp(right.value);
    case 'format':
      return right.type === 'format' && left.name === right.name;
    case 'url':
      // Different texts may still be normalized to the same URL.
      if (right.type !== 'url') return false;
      return left.text === right.text ? true : undefined;
    case 'double':
    case 'int':
    case 'uint':
      return false;
    default:
      return left.type === right.type && 'value' in right && left.value === right.value;
  }
}

/** The order of two values of types that have one: negative, 0 or positive; undefined for others. */
export function compareValues(left: CelValue, right: CelValue): number | undefined {
  const numbers = compareNumbers(left, right);
  if (numbers !== undefined) return numbers;
  if (left.type === 'bytes' && right.type === 'bytes') return compareBytes(left.value, right.value);
  if (left.type === 'string' && right.type === 'string') return compareTexts(left.value, right.value);
  if (left.type === 'bool' && right.type === 'bool') return Number(left.value) - Number(right.value);
  if (left.type === 'duration' && right.type === 'duration') return orderOf(left.value, right.value);
  if (left.type === 'timestamp' && right.type === 'timestamp') return orderOf(left.value, right.value);
  return undefined;
}

/** The answer to a question that may have none. */
export function boolOrUnknown(value: boolean | undefined): Outcome {
  return value === undefined ? unknown : bool(value);
}

function compareNumbers(celValue: CelValue, other: CelValue): number | undefined {
  if (!isNumber(celValue) || !isNumber(other)) return undefined;
  // JavaScript compares bigints with numbers exactly; NaN is unordered and equals nothing.
  if (Number.isNaN(celValue.value) || Number.isNaN(other.value)) return Number.NaN;
  return celValue.value < other.value ? -1 : celValue.value > other.value ? 1 : 0;
}

function isNumber(value: CelValue): value is CelValue & { readonly type: 'int' | 'uint' | 'double' } {
  return value.type === 'int' || value.type === 'uint' || value.type === 'double';
}

function orderOf(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Go compares the bytes in UTF-8, whose order is that of the code points. */
function compareTexts(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  for (let i = 0; i < left.length && i < right.length; i++) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function compareBytes(left: readonly number[], right: readonly number[]): number {
  for (let i = 0; i < left.length && i < right.length; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function equalLists(celList: CelList, other: CelList): boolean | undefined {
  if (celList.items.length !== other.items.length) return false;
  const answers = celList.items.map((item, index) => {
    const counterpart = other.items[index];
    return counterpart === undefined ? false : equals(item, counterpart);
  });
  const equal = all(answers);
  return equal !== true && (celList.unordered === true || other.unordered === true) ? undefined : equal;
}

function equalMaps(celMap: CelMap, other: CelMap): boolean | undefined {
  if (celMap.partial === true || other.partial === true) return undefined;
  if (celMap.entries.size !== other.entries.size) return false;
  return all(
    [...celMap.entries].map(([key, [, value]]) => {
      const counterpart = other.entries.get(key)?.[1];
      return counterpart === undefined ? false : equals(value, counterpart);
    }),
  );
}

function all(answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}
