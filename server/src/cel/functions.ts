import { goMatches } from '../formats/goPattern.ts';
import { parseCidr, parseIp } from '../formats/ip.ts';
import { compareQuantities, parseQuantity } from '../formats/quantity.ts';
import { equals } from './compare.ts';
import { convert, isConversion } from './convert.ts';
import type { CelFunction, Functions } from './function.ts';
import { listFunctions } from './listFunctions.ts';
import { stringFunctions } from './stringFunctions.ts';
import { timeFunctions } from './timeFunctions.ts';
import { bool, type CelValue, failure, int, type Outcome, unknown } from './values.ts';

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
};

const general: Functions = {
  size: sizes,
  dyn: ([value]) => value,
  type: ([value]) => (value === undefined ? undefined : { type: 'type', name: typeNames[value.type] ?? value.type }),
  matches: ([text, pattern]) => {
    if (text?.type !== 'string' || pattern?.type !== 'string') return undefined;
    const found = goMatches(pattern.value, text.value);
    return found === undefined ? failure('error parsing regexp') : bool(found);
  },
};

const optionals: Functions = {
  'optional.of': ([value]) => (value === undefined ? undefined : { type: 'optional', value }),
  'optional.none': () => ({ type: 'optional', value: undefined }),
  hasValue: ([value]) => (value?.type === 'optional' ? bool(value.value !== undefined) : undefined),
  value: ([value]) =>
    value?.type === 'optional' ? (value.value ?? failure('optional.none() dereference')) : undefined,
  orValue: ([value, other]) => (value?.type === 'optional' ? (value.value ?? other) : undefined),
  or: ([value, other]) => (value?.type === 'optional' ? (value.value === undefined ? other : value) : undefined),
};

function quantityTest(test: (order: number) => boolean): CelFunction {
  return ([one, other]) => {
    if (one?.type !== 'quantity' || other?.type !== 'quantity') return undefined;
    return bool(test(compareQuantities(one.value, other.value)));
  };
}

function stringTest(test: (text: string) => boolean): CelFunction {
  return ([text]) => (text?.type === 'string' ? bool(test(text.value)) : undefined);
}

const kubernetes: Functions = {
  isQuantity: stringTest((text) => parseQuantity(text) !== undefined),
  quantity: ([text]) => {
    const value = text?.type === 'string' ? parseQuantity(text.value) : undefined;
    return value === undefined ? failure('quantities must match the regular expression') : { type: 'quantity', value };
  },
  isGreaterThan: quantityTest((order) => order > 0),
  isLessThan: quantityTest((order) => order < 0),
  compareTo: ([one, other]) =>
    one?.type === 'quantity' && other?.type === 'quantity'
      ? int(Math.sign(compareQuantities(one.value, other.value)))
      : undefined,
  sign: ([one]) => {
    if (one?.type !== 'quantity') return undefined;
    return int(one.value.nanos > 0n ? 1 : one.value.nanos < 0n ? -1 : 0);
  },
  // An address with a zone is none to the server, and what has been parsed here may have one.
  isIP: stringTest((text) => !text.includes('%') && parseIp(text) !== undefined),
  isCIDR: stringTest((text) => !text.includes('%') && parseCidr(text) !== undefined),
};

function setTest(test: (one: readonly CelValue[], other: readonly CelValue[]) => boolean | undefined): CelFunction {
  return ([one, other]) => {
    if (one?.type !== 'list' || other?.type !== 'list') return undefined;
    const result = test(one.items, other.items);
    return result === undefined ? unknown : bool(result);
  };
}

function includesAll(all: readonly CelValue[], some: readonly CelValue[]): boolean | undefined {
  let certain = true;
  for (const item of some) {
    const answers = all.map((each) => equals(each, item));
    if (answers.includes(true)) continue;
    if (!answers.includes(undefined)) return false;
    certain = false;
  }
  return certain ? true : undefined;
}

const sets: Functions = {
  'sets.contains': setTest(includesAll),
  'sets.equivalent': setTest((one, other) => {
    const [there, back] = [includesAll(one, other), includesAll(other, one)];
    if (there === false || back === false) return false;
    return there === true && back === true ? true : undefined;
  }),
  'sets.intersects': setTest((one, other) => {
    const answers = one.flatMap((each) => other.map((item) => equals(each, item)));
    if (answers.includes(true)) return true;
    return answers.includes(undefined) ? undefined : false;
  }),
};

const tables: readonly Functions[] = [
  general,
  stringFunctions,
  listFunctions,
  timeFunctions,
  optionals,
  kubernetes,
  sets,
];
