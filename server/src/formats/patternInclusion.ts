import { type Characters, type Pattern, readPattern } from './patternSyntax.ts';

/**
 * Whether one pattern finds a match (Go's `regexp.MatchString`) in every text in which another does: both are simulated
 * together over all characters that they distinguish, and no text may end where only the first has matched. Undefined
 * if that takes too long, or for unsupported patterns.
 */
export function includesPattern(wider: string, narrower: string): boolean | undefined {
  const [machine, other] = [machineOf(narrower), machineOf(wider)];
  return machine === undefined || other === undefined ? undefined : includes(other, machine);
}

const maxStates = 3_000;
const maxPairs = 10_000;
const maxSteps = 4_000_000;

type State =
  | { readonly kind: 'one'; readonly of: Characters; readonly to: number }
  | { readonly kind: 'fork'; readonly to: number[] }
  | { readonly kind: 'begin' | 'end'; readonly to: number }
  | { readonly kind: 'match' };

interface Machine {
  readonly states: readonly State[];
  readonly start: number;
}

/** Where a machine can be after some text: the states, or everywhere, once it has matched. */
type Where = ReadonlySet<number> | 'matched';

function machineOf(text: string): Machine | undefined {
  const pattern = readPattern(text);
  if (pattern === undefined) return undefined;
  const states: State[] = [{ kind: 'match' }];
  const start = build(pattern, 0, states);
  return states.length > maxStates ? undefined : { states, start };
}

/** Adds the states of a pattern followed by a state; returns the first of them. */
function build(pattern: Pattern, next: number, states: State[]): number {
  if (states.length > maxStates) return next;
  switch (pattern.kind) {
    case 'one':
      return states.push({ kind: 'one', of: pattern.of, to: next }) - 1;
    case 'begin':
    case 'end':
      return states.push({ kind: pattern.kind, to: next }) - 1;
    case 'sequence':
      return pattern.parts.reduceRight((after, part) => build(part, after, states), next);
    case 'either': {
      const to = pattern.parts.map((part) => build(part, next, states));
      return states.push({ kind: 'fork', to }) - 1;
    }
    case 'repeat': {
      let after = next;
      if (pattern.max === Number.POSITIVE_INFINITY) {
        const to = [next];
        after = states.push({ kind: 'fork', to }) - 1;
        to.push(build(pattern.of, after, states));
      }
      for (let times = pattern.max; times > pattern.min && times !== Number.POSITIVE_INFINITY; times--) {
        if (states.length > maxStates) return next;
        const taken = build(pattern.of, after, states);
        after = states.push({ kind: 'fork', to: [next, taken] }) - 1;
      }
      for (let times = pattern.min; times > 0 && states.length <= maxStates; times--) {
        after = build(pattern.of, after, states);
      }
      return after;
    }
  }
}

function includes(wider: Machine, narrower: Machine): boolean | undefined {
  const alphabet = alphabetOf([...wider.states, ...narrower.states]);
  const first = [atStart(narrower), atStart(wider)] as const;
  const pending: (readonly [Where, Where, boolean])[] = [[...first, true]];
  const seen = new Set<string>();
  let steps = 0;
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [inNarrower, inWider, isFirst] = pair;
    if (inWider === 'matched') continue;
    if (endsWell(narrower, inNarrower, isFirst) && !endsWell(wider, inWider, isFirst)) return false;
    for (const character of alphabet) {
      steps += (inNarrower === 'matched' ? 1 : inNarrower.size) + inWider.size;
      const after = [step(narrower, inNarrower, character), step(wider, inWider, character)] as const;
      const key = after.map((where) => (where === 'matched' ? where : [...where].sort().join())).join(' ');
      if (after[1] === 'matched' || seen.has(key)) continue;
      seen.add(key);
      pending.push([...after, false]);
    }
    if (seen.size > maxPairs || steps > maxSteps) return undefined;
  }
  return true;
}

function atStart(machine: Machine): Where {
  return closure(machine, [machine.start], true, false);
}

function step(machine: Machine, where: Where, character: number): Where {
  if (where === 'matched') return where;
  const next: number[] = [];
  for (const index of where) {
    const state = machine.states[index];
    if (state?.kind === 'one' && has(state.of, character)) next.push(state.to);
  }
  // A match may begin anywhere.
  return closure(machine, [...next, machine.start], false, false);
}

function endsWell(machine: Machine, where: Where, isFirst: boolean): boolean {
  return where === 'matched' || closure(machine, [...where], isFirst, true) === 'matched';
}

/** Everywhere that can be reached without a character. */
function closure(machine: Machine, from: readonly number[], isBegin: boolean, isEnd: boolean): Where {
  const reached = new Set<number>();
  const pending = [...from];
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    if (reached.has(index)) continue;
    const state = machine.states[index];
    if (state === undefined) continue;
    if (state.kind === 'match') return 'matched';
    reached.add(index);
    if (state.kind === 'fork') pending.push(...state.to);
    else if ((state.kind === 'begin' && isBegin) || (state.kind === 'end' && isEnd)) pending.push(state.to);
  }
  return reached;
}

function has(characters: Characters, character: number): boolean {
  return characters.some(([low, high]) => low <= character && character <= high);
}

/** One representative of each set of characters that no state distinguishes. */
function alphabetOf(states: readonly State[]): readonly number[] {
  const sets = [...new Set(states.flatMap((state) => (state.kind === 'one' ? [state.of] : [])))];
  const bounds = new Set([0, ...sets.flatMap((set) => set.flatMap(([low, high]) => [low, high + 1]))]);
  const kinds = new Map<string, number>();
  for (const bound of bounds) {
    if (bound > 0x10ffff) continue;
    const kind = sets.map((set) => (has(set, bound) ? '1' : '0')).join('');
    if (!kinds.has(kind)) kinds.set(kind, bound);
  }
  return [...kinds.values()];
}
