/** A condition that decides whether an unknown value is true. Equal ids mean the same value. */
export type Condition =
  | { readonly kind: 'value'; readonly id: string }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] };

/** The assumptions in a branch: the values that are true, and those that are false. */
export type Assumptions = ReadonlyMap<string, boolean>;

/** Whether a condition holds under assumptions; undefined if they do not decide it. */
export function holds(condition: Condition, assumed: Assumptions): boolean | undefined {
  switch (condition.kind) {
    case 'value':
      return assumed.get(condition.id);
    case 'not': {
      const truth = holds(condition.of, assumed);
      return truth === undefined ? undefined : !truth;
    }
    default: {
      const deciding = condition.kind === 'any';
      const each = condition.of.map((item) => holds(item, assumed));
      if (each.includes(deciding)) return deciding;
      return each.includes(undefined) ? undefined : !deciding;
    }
  }
}

/** The assumptions with the consequences of a condition being true or false. */
export function assume(condition: Condition, truth: boolean, assumed: Assumptions): Assumptions {
  switch (condition.kind) {
    case 'value':
      return new Map([...assumed, [condition.id, truth]]);
    case 'not':
      return assume(condition.of, !truth, assumed);
    default:
      // If all are true, or all false, each follows. Otherwise only the last undecided one follows.
      if (truth === (condition.kind === 'all')) {
        return condition.of.reduce((all, part) => assume(part, truth, all), assumed);
      }
      return assumeLast(condition.of, truth, assumed);
  }
}

function assumeLast(conditions: readonly Condition[], truth: boolean, assumed: Assumptions): Assumptions {
  const [last, ...others] = conditions.filter((condition) => holds(condition, assumed) === undefined);
  const isDecided = conditions.some((condition) => holds(condition, assumed) === truth);
  return last === undefined || others.length > 0 || isDecided ? assumed : assume(last, truth, assumed);
}
