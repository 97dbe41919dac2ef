import type { CallExpr, Expr } from './ast.ts';
import type { Checked } from './check.ts';
import type { CelProblem } from './parse.ts';
import { showType } from './type.ts';

// Source: cel-go ext/formatting.go, stringFormatValidator.

/** The argument types of a clause, and the server's text for them. */
interface Clause {
  readonly kinds: readonly string[];
  readonly description: string;
}

const hex: Clause = {
  kinds: ['int', 'uint', 'string', 'bytes'],
  description: 'only integers, byte buffers, and strings can be formatted as hex',
};

const clauses: Readonly<Record<string, Clause | undefined>> = {
  s: {
    kinds: 'list map int uint double bool string timestamp bytes duration type null_type'.split(' '),
    description:
      'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
  },
  d: { kinds: ['int', 'uint'], description: 'decimal clause can only be used on integers' },
  f: { kinds: ['double', 'string'], description: 'fixed-point clause can only be used on doubles' },
  e: { kinds: ['double', 'string'], description: 'scientific clause can only be used on doubles' },
  b: { kinds: ['int', 'uint', 'bool'], description: 'only integers and bools can be formatted as binary' },
  o: { kinds: ['int', 'uint'], description: 'octal clause can only be used on integers' },
  x: hex,
  X: hex,
};

/** The problem of a call of `format` with literal text and arguments; undefined if there is none. */
export function formatProblem(call: CallExpr, checked: Checked): CelProblem | undefined {
  const [list] = call.args;
  const isFormat = call.name === 'format' && checked.resolvedCall(call)?.member === true;
  if (!isFormat || call.target?.kind !== 'literal' || call.target.type !== 'string' || list?.kind !== 'list') {
    return undefined;
  }
  const args = list.elements.map(({ value }) => value);
  const found = [...call.target.value.matchAll(/%(%|(?:\.\d*)?.?)/gu)].map(([, clause = '']) => clause);
  const used = found.filter((clause) => clause !== '%');
  for (const [index, clause] of used.entries()) {
    const problem = clauseProblem(clause, args[index], index, checked);
    if (problem !== undefined) return { at: problem.at ?? call.at, message: problem.message };
  }
  if (args.length <= used.length) return undefined;
  const counts = `expected ${used.length}, got ${args.length}`;
  return { at: call.at, message: `too many arguments supplied to string.format (${counts})` };
}

function clauseProblem(
  text: string,
  arg: Expr | undefined,
  index: number,
  checked: Checked,
): { readonly at: number | undefined; readonly message: string } | undefined {
  if (text === '') return { at: undefined, message: 'unexpected end of string' };
  if (arg === undefined) return { at: undefined, message: `index ${index} out of range` };
  const [, precision, letter = ''] = /^(?:\.(\d*))?(.?)$/u.exec(text) ?? [];
  if (precision !== undefined && (letter === '' || precision === '' || BigInt(precision) >= 1n << 63n)) {
    return { at: undefined, message: 'could not parse formatting clause: error while parsing precision' };
  }
  const clause = Object.hasOwn(clauses, letter) ? clauses[letter] : undefined;
  if (clause === undefined) {
    return { at: undefined, message: `could not parse formatting clause: unrecognized formatting clause "${letter}"` };
  }
  const wrong = letter === 's' ? unwritable(arg, clause, checked) : unfit(arg, clause, checked);
  if (wrong === undefined) return undefined;
  const type = showType(checked.typeOf(wrong));
  return { at: wrong.at, message: `error during formatting: ${clause.description}, was given ${type}` };
}

function unfit(arg: Expr, { kinds }: Clause, checked: Checked): Expr | undefined {
  const { kind } = checked.typeOf(arg);
  return kind === 'dyn' || kinds.includes(kind) ? undefined : arg;
}

/** The first part of a value, written out as lists and maps, that cannot become text. */
function unwritable(arg: Expr, clause: Clause, checked: Checked): Expr | undefined {
  const parts =
    arg.kind === 'list'
      ? arg.elements.map(({ value }) => value)
      : arg.kind === 'map'
        ? arg.entries.flatMap(({ key, value }) => [key, value])
        : [];
  const wrong = unfit(arg, clause, checked);
  if (wrong !== undefined) return wrong;
  for (const part of parts) {
    const inner = unwritable(part, clause, checked);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
