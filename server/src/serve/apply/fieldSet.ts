import { isValueMap, type Value, type ValueMap } from '../../conversion/value.ts';

/**
 * The paths that a manager owns, as a tree (`fieldpath.Set` in sigs.k8s.io/structured-merge-diff). Steps are written as
 * in `fieldsV1`: `f:name`, `k:{"name":"a"}`, `v:"a"`.
 */
export interface FieldSet {
  /** Whether the path itself is owned. */
  readonly isMember: boolean;
  readonly children: ReadonlyMap<string, FieldSet>;
}

/** The set without paths. */
export const noFields: FieldSet = { isMember: false, children: new Map() };

/** The set of a leaf. */
export const leaf: FieldSet = { isMember: true, children: new Map() };

/** Whether no path is in a set. */
export function isEmptySet({ isMember, children }: FieldSet): boolean {
  return !isMember && [...children.values()].every(isEmptySet);
}

/** A set of these children, empty ones left out. */
export function setOf(isMember: boolean, children: Iterable<readonly [string, FieldSet]>): FieldSet {
  return { isMember, children: new Map([...children].filter(([, child]) => !isEmptySet(child))) };
}

/** The paths of either set. */
export function union(a: FieldSet, b: FieldSet): FieldSet {
  const children = new Map(a.children);
  for (const [step, child] of b.children) {
    const other = children.get(step);
    children.set(step, other === undefined ? child : union(other, child));
  }
  return { isMember: a.isMember || b.isMember, children };
}

/** The paths of `a` that are not in `b`. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  return setOf(
    a.isMember && !b.isMember,
    [...a.children].map(([step, child]) => [step, difference(child, b.children.get(step) ?? noFields)]),
  );
}

/** The paths of both sets. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  return setOf(
    a.isMember && b.isMember,
    [...a.children].map(([step, child]) => [step, intersection(child, b.children.get(step) ?? noFields)]),
  );
}

/** Whether two sets have the same paths. */
export function isSameSet(a: FieldSet, b: FieldSet): boolean {
  return isEmptySet(difference(a, b)) && isEmptySet(difference(b, a));
}

/** The set of a `fieldsV1`. */
export function fromFieldsV1(fields: Value | undefined): FieldSet {
  if (!isValueMap(fields)) return noFields;
  const steps = Object.entries(fields);
  const children = steps.filter(([step]) => step !== '.').map(([step, value]) => [step, asChild(value)] as const);
  return { isMember: steps.length > children.length, children: new Map(children) };
}

function asChild(value: Value): FieldSet {
  const set = fromFieldsV1(value);
  return set.children.size === 0 ? leaf : set;
}

/** A set as `fieldsV1`, its steps sorted. */
export function toFieldsV1({ isMember, children }: FieldSet): ValueMap {
  const steps = [...children].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries([
    ...(isMember && steps.length > 0 ? [['.', {}] as const] : []),
    ...steps.map(([step, child]) => [step, toFieldsV1(child)] as const),
  ]);
}

/** The paths of a set as conflicts name them: `.spec.containers[name="a"].image`. */
export function pathsIn(set: FieldSet, prefix = ''): readonly string[] {
  const own = set.isMember ? [prefix] : [];
  const steps = [...set.children].sort(([a], [b]) => (a < b ? -1 : 1));
  return [...own, ...steps.flatMap(([step, child]) => pathsIn(child, `${prefix}${writtenStep(step)}`))];
}

function writtenStep(step: string): string {
  const rest = step.slice(2);
  if (step.startsWith('f:')) return `.${rest}`;
  if (!step.startsWith('k:')) return `[=${rest}]`;
  const keys: Record<string, Value> = JSON.parse(rest);
  const written = Object.entries(keys).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return `[${written.join(',')}]`;
}
