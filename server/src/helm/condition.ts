/** What decides whether a value that is not known counts as true. Equal ids are of the same value. */
export type Condition =
  | { readonly kind: 'value'; readonly id: string }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] };

/** What is taken for granted in a branch: the values that are true there, and those that are not. */
export type Assumptions = ReadonlyMap<string, boolean>;

/** Whether a condition holds under assumptions; undefined where they do not decide it. */
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

/** The assumptions together with what follows from a condition being true, or not. */
export function assume(condition: Condition, truth: boolean, assumed: Assumptions): Assumptions {
  switch (condition.kind) {
    case 'value':
      return new Map([...assumed, [condition.id, truth]]);
    case 'not':
      return assume(condition.of, !truth, assumed);
    default:
      // All are true, or none is: each by itself. Else only the one that is left, where the others are decided.
      if (truth === (condition.kind === 'all')) {
        return condition.of.reduce((all, one) => assume(one, truth, all), assumed);
      }
      return assumeLast(condition.of, truth, assumed);
  }
}

function assumeLast(conditions: readonly Condition[], truth: boolean, assumed: Assumptions): Assumptions {
  const [last, ...others] = conditions.filter((condition) => holds(condition, assumed) === undefined);
  const isDecided = conditions.some((condition) => holds(condition, assumed) === truth);
  return last === undefined || others.length > 0 || isDecided ? assumed : assume(last, truth, assumed);
}
