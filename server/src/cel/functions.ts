import { goMatches } from '../formats/goPattern.ts';
import { addressFunctions } from './addressFunctions.ts';
import { equals } from './compare.ts';
import { convert, isConversion } from './convert.ts';
import { formatFunctions } from './formatFunctions.ts';
import type { CelFunction, Functions } from './function.ts';
import { listFunctions } from './listFunctions.ts';
import { optionalFunctions } from './optionalFunctions.ts';
import { quantityFunctions } from './quantityFunctions.ts';
import { stringFunctions } from './stringFunctions.ts';
import { timeFunctions } from './timeFunctions.ts';
import { urlFunctions } from './urlFunctions.ts';
import { bool, type CelMap, type CelValue, failure, int, keyOf, type Outcome, string, unknown } from './values.ts';
import { versionFunctions } from './versionFunctions.ts';

/** Calls a function; unknown where it is not known here, or takes other arguments. */
export function callFunction(name: string, args: readonly CelValue[]): Outcome {
  const [first] = args;
  if (first !== undefined && args.length === 1 && isConversion(name)) {
    return convert(name, first) ?? failure(`type conversion error to '${name}'`);
  }
  for (const table of tables) {
    const found = Object.hasOwn(table, name) ? table[name]?.(args) : undefined;
    if (found !== undefined) return found;
  }
  return unknown;
}

const sizes: CelFunction = ([value]) => {
  if (value?.type === 'string') return int([...value.value].length);
  if (value?.type === 'bytes') return int(value.value.length);
  if (value?.type === 'list') return int(value.items.length);
  if (value?.type !== 'map') return undefined;
  return value.partial === true ? unknown : int(value.entries.size);
};

/** The types whose name is not that of their values here. */
const typeNames: { readonly [type in CelValue['type']]?: string } = {
  duration: 'google.protobuf.Duration',
  timestamp: 'google.protobuf.Timestamp',
  optional: 'optional_type',
  quantity: 'kubernetes.Quantity',
  ip: 'net.IP',
  cidr: 'net.CIDR',
  url: 'kubernetes.URL',
  semver: 'kubernetes.Semver',
  format: 'kubernetes.NamedFormat',
};

const general: Functions = {
  // Source: cel-go ext/comprehensions.go.
  'cel.@mapInsert': ([target, key, value]) => {
    if (target?.type !== 'map' || key === undefined) return undefined;
    if (value === undefined) return key.type === 'map' ? inserted(target, key.entries) : undefined;
    const name = keyOf(key);
    return name === undefined ? failure('unsupported key type') : inserted(target, new Map([[name, [key, value]]]));
  },
  size: sizes,
  dyn: ([value]) => value,
  type: ([value]) => (value === undefined ? undefined : { type: 'type', name: typeNames[value.type] ?? value.type }),
  // Source: k8s.io/apiserver pkg/cel/library/jsonpatch.go.
  'jsonpatch.escapeKey': ([key]) =>
    key?.type === 'string' ? string(key.value.replaceAll('~', '~0').replaceAll('/', '~1')) : undefined,
  matches: ([text, pattern]) => {
    if (text?.type !== 'string' || pattern?.type !== 'string') return undefined;
    const found = goMatches(pattern.value, text.value);
    return found === undefined ? failure('error parsing regexp') : bool(found);
  },
};

function setTest(test: (left: readonly CelValue[], right: readonly CelValue[]) => boolean | undefined): CelFunction {
  return ([celValue, other]) => {
    if (celValue?.type !== 'list' || other?.type !== 'list') return undefined;
    const result = test(celValue.items, other.items);
    return result === undefined ? unknown : bool(result);
  };
}

function includesAll(all: readonly CelValue[], some: readonly CelValue[]): boolean | undefined {
  let certain = true;
  for (const item of some) {
    const answers = all.map((celValue) => equals(celValue, item));
    if (answers.includes(true)) continue;
    if (!answers.includes(undefined)) return false;
    certain = false;
  }
  return certain ? true : undefined;
}

const sets: Functions = {
  'sets.contains': setTest(includesAll),
  'sets.equivalent': setTest((left, right) => {
    const [there, back] = [includesAll(left, right), includesAll(right, left)];
    if (there === false || back === false) return false;
    return there === true && back === true ? true : undefined;
  }),
  'sets.intersects': setTest((left, right) => {
    const answers = left.flatMap((celValue) => right.map((item) => equals(celValue, item)));
    if (answers.includes(true)) return true;
    return answers.includes(undefined) ? undefined : false;
  }),
};

function inserted(target: CelMap, entries: CelMap['entries']): Outcome {
  const all = new Map(target.entries);
  for (const [name, entry] of entries) {
    if (all.has(name)) return failure('insert failed: key already exists');
    all.set(name, entry);
  }
  return { type: 'map', entries: all };
}

const tables: readonly Functions[] = [
  general,
  stringFunctions,
  listFunctions,
  timeFunctions,
  optionalFunctions,
  quantityFunctions,
  addressFunctions,
  urlFunctions,
  versionFunctions,
  formatFunctions,
  sets,
];
