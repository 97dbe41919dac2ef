import type { FieldRef, Formula } from './formula.ts';
import type { PossibleValues } from './knowledge.ts';

/** The result of a rule: CEL has errors, which `&&` and `||` absorb if the other side decides. */
type Outcome = boolean | 'error';

const absent = 'absent';
/** A value that no formula names. */
const other = 'other';

/** So many combinations are tried at most. */
const maxCombinations = 60_000;

/**
 * Whether a formula has this outcome in every possible state that the facts allow. False if there are too many states.
 *
 * @param outcome the expected result; an error is neither.
 */
export function alwaysIs(
  formula: Formula,
  outcome: boolean,
  facts: readonly Formula[],
  possible: (field: FieldRef) => PossibleValues,
): boolean {
  const variables = variablesOf([formula, ...facts], possible);
  if (variables.reduce((product, { states }) => product * states.length, 1) > maxCombinations) return false;
  const state = new Map<string, string>();
  const holds = (at: number): boolean => {
    const variable = variables[at];
    if (variable === undefined) {
      return facts.some((fact) => evaluate(fact, state) !== true) || evaluate(formula, state) === outcome;
    }
    return variable.states.every((candidate) => {
      state.set(variable.key, candidate);
      return holds(at + 1);
    });
  };
  return holds(0);
}

/** The fields and unknown parts in a formula. */
export function keysOf(formula: Formula): ReadonlySet<string> {
  const keys = new Set<string>();
  visit(formula, (atom) => {
    if (atom.kind === 'unknown') keys.add(atom.key);
    else for (const { key } of lineage(atom.field)) keys.add(key);
  });
  return keys;
}

type Atom = Extract<Formula, { readonly kind: 'has' | 'is' | 'unknown' }>;

function visit(formula: Formula, visitAtom: (atom: Atom) => void): void {
  if (formula.kind === 'not') visit(formula.of, visitAtom);
  else if (formula.kind === 'both' || formula.kind === 'either') {
    visit(formula.left, visitAtom);
    visit(formula.right, visitAtom);
  } else if (formula.kind === 'choice') {
    for (const item of [formula.condition, formula.whenTrue, formula.whenFalse]) visit(item, visitAtom);
  } else if (formula.kind !== 'constant') visitAtom(formula);
}

interface Variable {
  readonly key: string;
  readonly states: readonly string[];
}

function variablesOf(formulas: readonly Formula[], possible: (field: FieldRef) => PossibleValues): readonly Variable[] {
  const [fields, named, unknown] = [new Map<string, FieldRef>(), new Map<string, Set<string>>(), new Set<string>()];
  for (const formula of formulas) {
    visit(formula, (atom) => {
      if (atom.kind === 'unknown') unknown.add(atom.key);
      else for (const field of lineage(atom.field)) fields.set(field.key, field);
      if (atom.kind === 'is') {
        const values = named.get(atom.field.key) ?? new Set();
        for (const value of atom.values) values.add(value);
        named.set(atom.field.key, values);
      }
    });
  }
  const variables: Variable[] = [...fields].map(([key, field]) => {
    return { key, states: statesOf(possible(field), named.get(key) ?? new Set()) };
  });
  for (const key of unknown) variables.push({ key, states: ['true', 'false', 'error'] });
  return variables;
}

function statesOf({ absent: canLack, present, values }: PossibleValues, named: ReadonlySet<string>): readonly string[] {
  const states: string[] = canLack ? [absent] : [];
  if (!present) return states;
  for (const value of named) if (values === undefined || values.has(value)) states.push(value);
  if (values === undefined || [...values].some((value) => !named.has(value))) states.push(other);
  return states;
}

/** A field and its parents, the outermost first. */
function lineage(field: FieldRef): readonly FieldRef[] {
  return field.names.length === 0
    ? [field]
    : field.names.map((_, at) => {
        const names = field.names.slice(0, at + 1);
        return { ...field, names, key: [field.root, ...names].join('.') };
      });
}

function evaluate(formula: Formula, state: ReadonlyMap<string, string>): Outcome {
  switch (formula.kind) {
    case 'constant':
      return formula.value;
    case 'not':
      return negated(evaluate(formula.of, state));
    case 'both':
      return joined(evaluate(formula.left, state), evaluate(formula.right, state), false);
    case 'either':
      return joined(evaluate(formula.left, state), evaluate(formula.right, state), true);
    case 'choice': {
      const condition = evaluate(formula.condition, state);
      if (condition === 'error') return condition;
      return evaluate(condition ? formula.whenTrue : formula.whenFalse, state);
    }
    case 'has': {
      const reached = reach(formula.field, state);
      return reached === 'error' ? reached : reached !== absent;
    }
    case 'is': {
      const reached = reach(formula.field, state);
      const value = reached === absent ? formula.fallback : reached;
      return value === undefined || value === 'error' ? 'error' : formula.values.includes(value);
    }
    case 'unknown': {
      const known = state.get(formula.key);
      return known === 'error' ? known : known === 'true';
    }
  }
}

/** The state of a field; an error where one that it is in is absent and may not be. */
function reach(field: FieldRef, state: ReadonlyMap<string, string>): string {
  for (const [at, { key }] of lineage(field).entries()) {
    const found = state.get(key) ?? other;
    const isLast = at >= field.names.length - 1;
    if (isLast) return found;
    if (found === absent) return at >= field.optionalFrom ? absent : 'error';
  }
  return other;
}

function negated(value: Outcome): Outcome {
  return value === 'error' ? value : !value;
}

/** `&&` and `||`: the deciding value wins, even over errors. */
function joined(left: Outcome, right: Outcome, deciding: boolean): Outcome {
  if (left === deciding || right === deciding) return deciding;
  return left === 'error' || right === 'error' ? 'error' : !deciding;
}
