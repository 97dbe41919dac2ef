import { accumulatorName, type Expr } from './ast.ts';

/** Why a macro refuses its arguments: the server's words and the argument's place. */
export interface MacroProblem {
  readonly at: number;
  readonly message: string;
}

/** The call that may be a macro. */
export interface MacroCall {
  readonly at: number;
  readonly name: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
}

/**
 * The expansion of a macro call, or why it is invalid; undefined if it is an ordinary call. Sources: cel-go
 * parser/macro.go, cel/library.go (optional types), ext/comprehensions.go, ext/lists.go, ext/bindings.go.
 */
export function expandMacro(call: MacroCall, macros: ReadonlySet<string>): Expr | MacroProblem | undefined {
  const expand = expanders[call.name];
  if (expand === undefined || !macros.has(macroKey(call.name, call.args.length, call.target !== undefined))) {
    return undefined;
  }
  return expand(call);
}

/** How an environment names a macro: `exists/2` with a receiver, `has(1)` without. */
export function macroKey(name: string, args: number, receiver: boolean): string {
  return receiver ? `${name}/${args}` : `${name}(${args})`;
}

/** Whether an expansion failed. */
export function isMacroProblem(value: Expr | MacroProblem): value is MacroProblem {
  return 'message' in value;
}

type Expander = (call: MacroCall) => Expr | MacroProblem | undefined;

const oldAccumulator = '__result__';
const unused = '#unused';
const sortInput = '@__sortBy_input__';

const expanders: Readonly<Record<string, Expander | undefined>> = {
  has: ({ args: [arg] }) => {
    if (arg?.kind === 'select') return { ...arg, test: true };
    return { at: arg?.at ?? 0, message: 'invalid argument to has() macro' };
  },
  all: (call) => quantifier(call, all),
  exists: (call) => quantifier(call, exists),
  exists_one: (call) => quantifier(call, existsOne),
  existsOne: (call) => quantifier(call, existsOne),
  map: (call) => mapping(call),
  filter: (call) => {
    const [variable, filter] = call.args;
    return loop(call, variable, 'argument is not an identifier', appending(call, filter, variable));
  },
  transformList: (call) => twoVariables(call, appending(call, ...filterAndTransform(call))),
  transformMap: (call) => {
    const [filter, transform] = filterAndTransform(call);
    const [key] = call.args;
    const inserted = calling(call, 'cel.@mapInsert', accumulator(call), argument(call, key), argument(call, transform));
    return twoVariables(call, folding(call, { kind: 'map', at: call.at, entries: [] }, filter, inserted));
  },
  transformMapEntry: (call) => {
    const [filter, transform] = filterAndTransform(call);
    const inserted = calling(call, 'cel.@mapInsert', accumulator(call), argument(call, transform));
    return twoVariables(call, folding(call, { kind: 'map', at: call.at, entries: [] }, filter, inserted));
  },
  optMap: (call) => optional(call, (bound) => calling(call, 'optional.of', bound)),
  optFlatMap: (call) => optional(call, (bound) => bound),
  sortBy: (call) => {
    const { target } = call;
    if (target === undefined || target.kind === 'literal' || target.kind === 'map' || target.kind === 'struct') {
      return {
        at: target?.at ?? call.at,
        message: 'sortBy can only be applied to a list, identifier, comprehension, call or select expression',
      };
    }
    const input: Expr = { kind: 'ident', at: call.at, name: sortInput };
    const keys = mapping({ ...call, target: input });
    if (isMacroProblem(keys)) return keys;
    const sorted: Expr = { kind: 'call', at: call.at, name: '@sortByAssociatedKeys', target: input, args: [keys] };
    return binding(call, sortInput, target, sorted);
  },
  bind: (call) => {
    if (call.target?.kind !== 'ident' || call.target.name !== 'cel') return undefined;
    const [variable, value, result] = call.args;
    if (variable?.kind !== 'ident') {
      return { at: variable?.at ?? call.at, message: 'cel.bind() variable names must be simple identifiers' };
    }
    return binding(call, variable.name, argument(call, value), argument(call, result));
  },
};

function mapping(call: MacroCall): Expr | MacroProblem {
  const [variable, ...rest] = call.args;
  const [filter, transform] = rest.length === 2 ? rest : [undefined, rest[0]];
  return loop(call, variable, 'argument is not an identifier', appending(call, filter, transform));
}

/** The parts of a comprehension that differ between macros. */
interface Fold {
  readonly init: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

function quantifier(call: MacroCall, make: (call: MacroCall, predicate: Expr) => Fold): Expr | MacroProblem {
  const predicate = argument(call, call.args.at(-1));
  if (call.args.length === 3) return twoVariables(call, make(call, predicate));
  return loop(call, call.args[0], 'argument must be a simple name', make(call, predicate));
}

function all(call: MacroCall, predicate: Expr): Fold {
  const step = calling(call, '_&&_', accumulator(call), predicate);
  const condition = calling(call, '@not_strictly_false', accumulator(call));
  return { init: constant(call, true), condition, step, result: accumulator(call) };
}

function exists(call: MacroCall, predicate: Expr): Fold {
  const step = calling(call, '_||_', accumulator(call), predicate);
  const condition = calling(call, '@not_strictly_false', calling(call, '!_', accumulator(call)));
  return { init: constant(call, false), condition, step, result: accumulator(call) };
}

function existsOne(call: MacroCall, predicate: Expr): Fold {
  const more = calling(call, '_+_', accumulator(call), integer(call, 1n));
  const fold = folding(call, integer(call, 0n), predicate, more);
  return { ...fold, result: calling(call, '_==_', accumulator(call), integer(call, 1n)) };
}

function appending(call: MacroCall, filter: Expr | undefined, transform: Expr | undefined): Fold {
  const added: Expr = { kind: 'list', at: call.at, elements: [{ value: argument(call, transform), optional: false }] };
  return folding(call, emptyList(call), filter, calling(call, '_+_', accumulator(call), added));
}

function folding(call: MacroCall, init: Expr, filter: Expr | undefined, added: Expr): Fold {
  const step = filter === undefined ? added : calling(call, '_?_:_', filter, added, accumulator(call));
  return { init, condition: constant(call, true), step, result: accumulator(call) };
}

function filterAndTransform({ args }: MacroCall): readonly [Expr | undefined, Expr | undefined] {
  return args.length === 4 ? [args[2], args[3]] : [undefined, args[2]];
}

function loop(call: MacroCall, variable: Expr | undefined, otherwise: string, fold: Fold): Expr | MacroProblem {
  if (variable?.kind !== 'ident') return { at: variable?.at ?? call.at, message: otherwise };
  return overwritten(variable.name, variable.at) ?? comprehension(call, variable.name, undefined, fold);
}

function twoVariables(call: MacroCall, fold: Fold): Expr | MacroProblem {
  const names: string[] = [];
  for (const variable of call.args.slice(0, 2)) {
    if (variable.kind !== 'ident') return { at: variable.at, message: 'argument must be a simple name' };
    if (names.includes(variable.name)) return { at: variable.at, message: `duplicate variable name: ${variable.name}` };
    names.push(variable.name);
  }
  const [first = '', second = ''] = names;
  return overwritten(first, call.at) ?? overwritten(second, call.at) ?? comprehension(call, first, second, fold);
}

function overwritten(name: string, at: number): MacroProblem | undefined {
  if (name !== oldAccumulator && name !== accumulatorName) return undefined;
  return { at, message: 'iteration variable overwrites accumulator variable' };
}

function comprehension(call: MacroCall, variable: string, variable2: string | undefined, fold: Fold): Expr {
  const { at } = call;
  const range = argument(call, call.target);
  return { kind: 'comprehension', at, range, variable, variable2, accumulator: accumulatorName, ...fold };
}

/** A fold over an empty list that only binds a name. */
function binding(call: MacroCall, accumulator: string, value: Expr, result: Expr): Expr {
  const { at } = call;
  const step: Expr = { kind: 'ident', at, name: accumulator };
  const rest = { range: emptyList(call), variable: unused, variable2: undefined, condition: constant(call, false) };
  return { kind: 'comprehension', at, ...rest, accumulator, init: value, step, result };
}

function optional(call: MacroCall, wrap: (bound: Expr) => Expr): Expr | MacroProblem {
  const { at, args } = call;
  const [variable, mapped] = args;
  if (variable?.kind !== 'ident') {
    return { at: variable?.at ?? at, message: `${call.name}() variable name must be a simple identifier` };
  }
  const method = (name: string): Expr => ({ kind: 'call', at, name, target: call.target, args: [] });
  const bound = binding(call, variable.name, method('value'), argument(call, mapped));
  return calling(call, '_?_:_', method('hasValue'), wrap(bound), calling(call, 'optional.none'));
}

function calling({ at }: MacroCall, name: string, ...args: readonly Expr[]): Expr {
  return { kind: 'call', at, name, target: undefined, args };
}

function accumulator({ at }: MacroCall): Expr {
  return { kind: 'ident', at, name: accumulatorName };
}

function constant({ at }: MacroCall, value: boolean): Expr {
  return { kind: 'literal', at, type: 'bool', value };
}

function integer({ at }: MacroCall, value: bigint): Expr {
  return { kind: 'literal', at, type: 'int', value };
}

function emptyList({ at }: MacroCall): Expr {
  return { kind: 'list', at, elements: [] };
}

/** An argument that exists by the number of arguments. */
function argument(call: MacroCall, expr: Expr | undefined): Expr {
  return expr ?? { kind: 'literal', at: call.at, type: 'null_type', value: null };
}
