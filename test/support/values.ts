import { isValueList, isValueMap, type Value, type ValueMap } from '../../server/src/conversion/value.ts';

/** The items of a list; none of other values. */
export function listOf(value: Value | undefined): readonly Value[] {
  return isValueList(value) ? value : [];
}

/** The fields of a map; none of other values. */
export function mapOf(value: Value | undefined): ValueMap {
  return isValueMap(value) ? value : {};
}
