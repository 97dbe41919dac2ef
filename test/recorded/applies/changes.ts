import type { Value, ValueMap } from '../../../server/src/conversion/value.ts';
import { isValueList, isValueMap, valueAt } from '../../../server/src/conversion/value.ts';
import { mapOf } from '../../support/values.ts';

type Path = readonly (string | number)[];

/**
 * A manifest with one change: a field or item removed, another scalar value, a part of another object of the kind, or
 * the whole other object under the same name.
 */
export function changed(object: ValueMap, other: ValueMap, random: () => number): ValueMap {
  const choice = random();
  if (choice < 0.15) return { ...other, metadata: { ...mapOf(other['metadata']), ...identity(object) } };
  const paths = pathsIn(object, []).filter((path) => path.length > 1 || !fixed.has(String(path[0])));
  const path = paths.filter(([first, second]) => first !== 'metadata' || free.has(String(second)))[
    Math.floor(random() * paths.length)
  ];
  if (choice < 0.35 || path === undefined) return merged(object, other, random);
  return mapOf(choice < 0.7 ? without(object, path) : altered(object, path, random));
}

const fixed: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status']);
const free: ReadonlySet<string> = new Set(['labels', 'annotations', 'finalizers']);

function identity(object: ValueMap): ValueMap {
  const { name, namespace } = mapOf(object['metadata']);
  return { ...(name === undefined ? {} : { name }), ...(namespace === undefined ? {} : { namespace }) };
}

function merged(object: ValueMap, other: ValueMap, random: () => number): ValueMap {
  const paths = pathsIn(other, []).filter(
    ([first, second], index, all) =>
      (all[index]?.length ?? 0) > 1 && !fixed.has(String(first)) && typeof second !== 'number',
  );
  const path = paths[Math.floor(random() * paths.length)];
  return path === undefined ? object : mapOf(put(object, path, valueAt(other, path)));
}

function pathsIn(value: Value, path: Path): readonly Path[] {
  const itself = path.length === 0 ? [] : [path];
  if (isValueList(value)) return [...itself, ...value.flatMap((item, index) => pathsIn(item, [...path, index]))];
  if (!isValueMap(value)) return itself;
  return [...itself, ...Object.entries(value).flatMap(([key, member]) => pathsIn(member, [...path, key]))];
}

function put(value: Value | undefined, [step, ...rest]: Path, leaf: Value | undefined): Value {
  if (step === undefined) return leaf ?? null;
  if (typeof step === 'number') {
    const items = isValueList(value) ? [...value] : [];
    const at = Math.min(step, items.length);
    items[at] = put(items[at], rest, leaf);
    return items;
  }
  return { ...mapOf(value), [step]: put(mapOf(value)[step], rest, leaf) };
}

function without(value: Value, [step, ...rest]: Path): Value {
  if (isValueList(value)) {
    return rest.length === 0
      ? value.filter((_, index) => index !== step)
      : value.map((item, index) => (index === step ? without(item, rest) : item));
  }
  if (!isValueMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]): [string, Value][] => {
      if (key !== step) return [[key, member]];
      return rest.length === 0 ? [] : [[key, without(member, rest)]];
    }),
  );
}

function altered(object: ValueMap, path: Path, random: () => number): Value {
  const value = valueAt(object, path);
  if (typeof value === 'number') return put(object, path, random() < 0.3 ? 0 : value + 1);
  if (typeof value === 'boolean') return put(object, path, !value);
  if (typeof value !== 'string') return without(object, path);
  return put(object, path, random() < 0.2 ? '' : `${value}${/\d$/.test(value) ? '1' : 'x'}`);
}
