import { dynType, everyPair, isEqualType, paramsOf, type Type } from './type.ts';

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

  /** Counts one more comparison; false above a limit that expressions written by hand never reach. */
  step(): boolean {
    this.#steps++;
    return !this.exhausted;
  }

  /** Whether the types exceeded the limit: nothing is certain then. */
  get exhausted(): boolean {
    return this.#steps > maxSteps;
  }
}

const maxSteps = 2_000_000;

/** Assigns the second type to the first if it can; then keeps the resulting substitutions. */
export function tryAssign(known: Substitutions, to: Type, from: Type): boolean {
  return tryAssignAll(known, [to], [from]);
}

/** The same for lists of types: all, or none if one cannot be assigned. */
export function tryAssignAll(known: Substitutions, lefts: readonly Type[], rights: readonly Type[]): boolean {
  const attempt: Attempt = { known, undo: [] };
  if (assignableAll(attempt, lefts, rights)) return true;
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

function assignable(attempt: Attempt, left: Type, right: Type): boolean {
  if (!attempt.known.step()) return true;
  if (right.kind === 'param') {
    const { valid, bound } = standsFor(attempt, left, right);
    if (valid) return true;
    if (bound) return false;
  }
  if (left.kind === 'param') return standsFor(attempt, right, left).valid;
  if (isDyn(left) || isDyn(right) || left.kind === 'error' || right.kind === 'error') return true;
  if (left.kind === 'null_type') return isNullable(right);
  if (right.kind === 'null_type') return isNullable(left);
  if (left.kind === 'type') return right.kind === 'type';
  if (left.kind !== right.kind) return false;
  if (left.kind === 'list' || left.kind === 'map' || left.kind === 'opaque') {
    const sameName = left.kind !== 'opaque' || (right.kind === 'opaque' && left.name === right.name);
    return sameName && assignableAll(attempt, paramsOf(left), paramsOf(right));
  }
  return isEqualType(left, right);
}

function assignableAll(attempt: Attempt, lefts: readonly Type[], rights: readonly Type[]): boolean {
  return everyPair(lefts, rights, (left, right) => assignable(attempt, left, right));
}

/** Whether the parameter may become `type`, and whether it was substituted before. */
function standsFor(
  attempt: Attempt,
  type: Type,
  param: Type & { readonly kind: 'param' },
): { readonly valid: boolean; readonly bound: boolean } {
  if (isEqualType(type, param)) return { valid: true, bound: true };
  const found = attempt.known.get(param.name);
  if (found !== undefined) {
    if (isEqualType(type, found)) return { valid: true, bound: true };
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
  if (isEqualType(param, type)) return false;
  if (type.kind === 'param') {
    const found = known.get(type.name);
    return found === undefined || isAbsentFrom(known, param, found);
  }
  return paramsOf(type).every((inner) => isAbsentFrom(known, param, inner));
}

function isNullable({ kind }: Type): boolean {
  return ['opaque', 'struct', 'any', 'duration', 'timestamp', 'null_type'].includes(kind);
}

function isLessSpecific(type: Type, other: Type): boolean {
  if (isDyn(type) || type.kind === 'param') return true;
  if (isDyn(other) || other.kind === 'param' || type.kind !== other.kind) return false;
  if (type.kind === 'type') return true;
  if (type.kind !== 'list' && type.kind !== 'map' && type.kind !== 'opaque') return isEqualType(type, other);
  if (type.kind === 'opaque' && other.kind === 'opaque' && type.name !== other.name) return false;
  return everyPair(paramsOf(type), paramsOf(other), isLessSpecific);
}
