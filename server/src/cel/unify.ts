import { dynType, isExactly, paramsOf, type Type } from './type.ts';

/** The substitutions of type parameters so far. Source of everything here: cel-go checker/types.go. */
export class Substitutions {
  readonly #types = new Map<string, Type>();
  #steps = 0;

  get(name: string): Type | undefined {
    return this.#types.get(name);
  }

  set(name: string, type: Type | undefined): void {
    if (type === undefined) this.#types.delete(name);
    else this.#types.set(name, type);
  }

  /** Counts one more comparison; false above the limit for hand-written expressions. */
  step(): boolean {
    this.#steps++;
    return !this.exhausted;
  }

  /** Whether the types exceeded the limit: nothing is certain then. */
  get exhausted(): boolean {
    return this.#steps > mostSteps;
  }
}

const mostSteps = 2_000_000;

/** Whether the second type is assignable to the first; keeps the resulting substitutions. */
export function isAssignable(known: Substitutions, to: Type, from: Type): boolean {
  return areAssignable(known, [to], [from]);
}

/** The same for lists of types: all or nothing. */
export function areAssignable(known: Substitutions, ones: readonly Type[], others: readonly Type[]): boolean {
  const attempt: Attempt = { known, undo: [] };
  if (assignableAll(attempt, ones, others)) return true;
  for (const [name, before] of attempt.undo.reverse()) known.set(name, before);
  return false;
}

/** A type with its parameters substituted; with `free`, unknown ones become dyn. */
export function substitute(known: Substitutions, type: Type, free: boolean): Type {
  if (!known.step()) return dynType;
  switch (type.kind) {
    case 'param': {
      const found = known.get(type.name);
      if (found !== undefined) return substitute(known, found, free);
      return free ? dynType : type;
    }
    case 'list':
      return { kind: 'list', params: [substitute(known, type.params[0], free)] };
    case 'map': {
      const [key, value] = type.params;
      return { kind: 'map', params: [substitute(known, key, free), substitute(known, value, free)] };
    }
    case 'opaque':
    case 'type':
      return { ...type, params: type.params.map((param) => substitute(known, param, free)) };
    default:
      return type;
  }
}

/** The more general one of two types that go together. */
export function mostGeneral(left: Type, right: Type): Type {
  return isLessSpecific(left, right) ? left : right;
}

/** Whether a type is dynamic. */
export function isDyn({ kind }: Type): boolean {
  return kind === 'dyn' || kind === 'any';
}

interface Attempt {
  readonly known: Substitutions;
  /** The previous substitutions, in the order of the changes. */
  readonly undo: [name: string, before: Type | undefined][];
}

function assign({ known, undo }: Attempt, name: string, type: Type): void {
  undo.push([name, known.get(name)]);
  known.set(name, type);
}

function assignable(attempt: Attempt, one: Type, other: Type): boolean {
  if (!attempt.known.step()) return true;
  if (other.kind === 'param') {
    const { valid, bound } = standsFor(attempt, one, other);
    if (valid) return true;
    if (bound) return false;
  }
  if (one.kind === 'param') return standsFor(attempt, other, one).valid;
  if (isDyn(one) || isDyn(other) || one.kind === 'error' || other.kind === 'error') return true;
  if (one.kind === 'null_type') return isNullable(other);
  if (other.kind === 'null_type') return isNullable(one);
  if (one.kind === 'type') return other.kind === 'type';
  if (one.kind !== other.kind) return false;
  if (one.kind === 'list' || one.kind === 'map' || one.kind === 'opaque') {
    const sameName = one.kind !== 'opaque' || (other.kind === 'opaque' && one.name === other.name);
    return sameName && assignableAll(attempt, paramsOf(one), paramsOf(other));
  }
  return isExactly(one, other);
}

function assignableAll(attempt: Attempt, ones: readonly Type[], others: readonly Type[]): boolean {
  if (ones.length !== others.length) return false;
  return ones.every((candidate, index) => {
    const other = others[index];
    return other !== undefined && assignable(attempt, candidate, other);
  });
}

/** Whether the parameter may become `type`, and whether it was substituted before. */
function standsFor(
  attempt: Attempt,
  type: Type,
  param: Type & { readonly kind: 'param' },
): { readonly valid: boolean; readonly bound: boolean } {
  if (isExactly(type, param)) return { valid: true, bound: true };
  const found = attempt.known.get(param.name);
  if (found !== undefined) {
    if (isExactly(type, found)) return { valid: true, bound: true };
    if (!assignable(attempt, type, found)) return { valid: false, bound: true };
    const general = mostGeneral(type, found);
    if (isAbsentFrom(attempt.known, param, general)) assign(attempt, param.name, general);
    return { valid: true, bound: true };
  }
  if (!isAbsentFrom(attempt.known, param, type)) return { valid: false, bound: false };
  assign(attempt, param.name, type);
  return { valid: true, bound: false };
}

/** Whether a parameter does not occur within a type, so that it can be substituted by it. */
function isAbsentFrom(known: Substitutions, param: Type, type: Type): boolean {
  if (!known.step()) return true;
  if (isExactly(param, type)) return false;
  if (type.kind === 'param') {
    const found = known.get(type.name);
    return found === undefined || isAbsentFrom(known, param, found);
  }
  return paramsOf(type).every((inner) => isAbsentFrom(known, param, inner));
}

function isNullable({ kind }: Type): boolean {
  return ['opaque', 'struct', 'any', 'duration', 'timestamp', 'null_type'].includes(kind);
}

function isLessSpecific(one: Type, other: Type): boolean {
  if (isDyn(one) || one.kind === 'param') return true;
  if (isDyn(other) || other.kind === 'param' || one.kind !== other.kind) return false;
  if (one.kind === 'type') return true;
  if (one.kind !== 'list' && one.kind !== 'map' && one.kind !== 'opaque') return isExactly(one, other);
  if (one.kind === 'opaque' && other.kind === 'opaque' && one.name !== other.name) return false;
  const [left, right] = [paramsOf(one), paramsOf(other)];
  return (
    left.length === right.length &&
    left.every((param, index) => {
      const counterpart = right[index];
      return counterpart !== undefined && isLessSpecific(param, counterpart);
    })
  );
}
