import { isValueList, isValueMap, type Value, type ValueMap } from '../../../server/src/conversion/value.ts';

/** An object with an item of one of its lists repeated, in half of the cases with another value in it. */
export function duplicated(object: ValueMap, random: () => number): ValueMap {
  const paths = listsIn(object, []);
  const path = paths[Math.floor(random() * paths.length)];
  const isChanged = random() < 0.5;
  const result = path === undefined ? object : repeatAt(object, path, isChanged, random);
  return isValueMap(result) ? result : object;
}

function listsIn(value: Value, path: readonly string[]): readonly (readonly string[])[] {
  if (isValueList(value)) {
    const below = value.flatMap((item, index) => listsIn(item, [...path, String(index)]));
    return value.length === 0 ? below : [path, ...below];
  }
  return isValueMap(value) ? Object.entries(value).flatMap(([key, member]) => listsIn(member, [...path, key])) : [];
}

function repeatAt(value: Value, [step, ...below]: readonly string[], isChanged: boolean, random: () => number): Value {
  if (step !== undefined) {
    if (isValueList(value))
      return value.map((item, i) => (String(i) === step ? repeatAt(item, below, isChanged, random) : item));
    if (!isValueMap(value)) return value;
    return { ...value, [step]: repeatAt(value[step] ?? null, below, isChanged, random) };
  }
  if (!isValueList(value)) return value;
  const item = value[Math.floor(random() * value.length)] ?? null;
  return [...value, isChanged ? varied(item, random) : item];
}

function varied(item: Value, random: () => number): Value {
  if (!isValueMap(item)) return item;
  const texts = Object.keys(item).filter((key) => typeof item[key] === 'string');
  const key = texts[Math.floor(random() * texts.length)];
  return key === undefined ? item : { ...item, [key]: `${item[key]}x` };
}
