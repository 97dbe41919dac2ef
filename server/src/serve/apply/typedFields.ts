import { keyDefault, type ListMerge, type MergeShape, open } from '../../checks/policies/shape.ts';
import { isValueList, isValueMap, sameValue, type Value, type ValueMap } from '../../conversion/value.ts';
import { type FieldSet, leaf, noFields, setOf, union } from './fieldSet.ts';

/*
 * The paths in a value, by the shape of its type. Source: sigs.k8s.io/structured-merge-diff typed/tofieldset.go,
 * typed/compare.go, typed/remove.go.
 */

/** The paths that an applied object names. */
export function fieldsOf(value: Value, shape: MergeShape): FieldSet {
  const parts = partsOf(value, shape);
  if (parts === undefined) return leaf;
  return setOf(
    false,
    parts.map(({ step, value: part, shape: below, isItem }) => {
      const set = fieldsOf(part, below);
      const isEmpty = part === null || (isValueMap(part) && Object.keys(part).length === 0);
      return [step, isItem || isEmpty ? { ...set, isMember: true } : set];
    }),
  );
}

/** What an update changes. */
export interface ComparedFields {
  /** Added and modified paths. */
  readonly changed: FieldSet;
  readonly removed: FieldSet;
}

/** The paths that differ between two values, either of which may be absent. */
export function comparedFields(old: Value | undefined, now: Value | undefined, shape: MergeShape): ComparedFields {
  if (old === undefined && now === undefined) return { changed: noFields, removed: noFields };
  if (old === undefined) return { changed: wholeOf(now, shape), removed: noFields };
  if (now === undefined) return { changed: noFields, removed: wholeOf(old, shape) };
  // A null has no parts, where the other side has some.
  const after = now === null ? [] : partsOf(now, shape);
  const before = old === null && after !== undefined ? [] : partsOf(old, shape);
  if (before === undefined || after === undefined)
    return { changed: sameValue(old, now) ? noFields : leaf, removed: noFields };
  const earlier = new Map(before.map((part) => [part.step, part]));
  const later = new Map(after.map((part) => [part.step, part]));
  const steps = [...new Set([...earlier.keys(), ...later.keys()])];
  const compared = steps.map((step): readonly [string, ComparedFields] => {
    const below = later.get(step)?.shape ?? earlier.get(step)?.shape ?? open;
    return [step, comparedFields(earlier.get(step)?.value, later.get(step)?.value, below)];
  });
  return {
    changed: setOf(
      false,
      compared.map(([step, { changed }]) => [step, changed]),
    ),
    removed: setOf(
      false,
      compared.map(([step, { removed }]) => [step, removed]),
    ),
  };
}

/** A value that only one side has, with every path in it. */
function wholeOf(value: Value | undefined, shape: MergeShape): FieldSet {
  if (value === undefined) return noFields;
  const parts = partsOf(value, shape);
  if (parts === undefined) return leaf;
  return setOf(
    true,
    parts.map(({ step, value: part, shape: below }) => [step, wholeOf(part, below)]),
  );
}

/** A value without the paths of a set; undefined if the value itself is in it. */
export function withoutFields(value: Value, shape: MergeShape, set: FieldSet): Value | undefined {
  if (set.children.size === 0) return set.isMember ? undefined : value;
  const parts = partsOf(value, shape);
  if (parts === undefined) return value;
  const kept = parts.flatMap((part) => {
    const below = set.children.get(part.step);
    const left = below === undefined ? part.value : withoutFields(part.value, part.shape, below);
    return left === undefined ? [] : [[part.step, left] as const];
  });
  if (set.isMember && kept.length === 0) return undefined;
  if (isValueList(value)) return kept.map(([, left]) => left);
  return Object.fromEntries(kept.map(([step, left]) => [step.slice(2), left]));
}

interface Part {
  readonly step: string;
  readonly value: Value;
  readonly shape: MergeShape;
  readonly isItem: boolean;
}

/** The parts that have owners of their own; undefined for a value that is owned as a whole. */
function partsOf(value: Value, shape: MergeShape): readonly Part[] | undefined {
  if (isValueMap(value)) {
    if (shape.kind === 'map' && shape.isAtomic) return undefined;
    return Object.entries(value).map(([key, part]) => {
      const below = (shape.kind === 'map' ? shape.field(key) : undefined) ?? open;
      return { step: `f:${key}`, value: part, shape: below, isItem: false };
    });
  }
  if (!isValueList(value) || shape.kind !== 'list' || shape.merge === 'atomic') return undefined;
  const { merge } = shape;
  return value.map((item) => ({ step: itemStep(item, merge), value: item, shape: shape.item(), isItem: true }));
}

function itemStep(item: Value, merge: Exclude<ListMerge, 'atomic'>): string {
  if (merge === 'set' || !isValueMap(item)) return `v:${JSON.stringify(item)}`;
  const keys: Record<string, Value> = {};
  for (const key of [...merge].sort()) {
    const value = item[key] ?? keyDefault(key);
    if (value !== undefined) keys[key] = value;
  }
  return `k:${JSON.stringify(keys)}`;
}

/**
 * The fields of a set that a manager of the object itself can own, or one of its subresource: not those that only the
 * server writes (k8s.io/apimachinery pkg/util/managedfields/internal/stripmeta.go), nor the other's (`resetFields`).
 *
 * @param subresource '' for the object itself.
 */
export function ownable(set: FieldSet, subresource: string): FieldSet {
  const kept = withoutIgnored(set);
  const isStatus = (step: string) => step === 'f:status';
  if (subresource === 'status')
    return setOf(
      false,
      [...kept.children].filter(([step]) => isStatus(step)),
    );
  return setOf(
    false,
    [...kept.children].filter(([step]) => !isStatus(step)),
  );
}

function withoutIgnored(set: FieldSet): FieldSet {
  const metadata = set.children.get('f:metadata') ?? noFields;
  const kept = [...metadata.children].filter(([step]) => !ignoredMetadata.has(step));
  const children = [...set.children].filter(([step]) => !ignoredFields.has(step));
  return union(setOf(false, children), setOf(false, [['f:metadata', setOf(false, kept)]]));
}

const ignoredFields: ReadonlySet<string> = new Set(['f:apiVersion', 'f:kind', 'f:metadata']);
const ignoredMetadata: ReadonlySet<string> = new Set(
  ['clusterName', 'creationTimestamp', 'generation', 'managedFields', 'name', 'namespace']
    .concat(['resourceVersion', 'selfLink', 'uid'])
    .map((name) => `f:${name}`),
);

/** An object without metadata that only the server writes, as field managers compare it. */
export function withoutManagers(object: ValueMap): ValueMap {
  const { metadata } = object;
  if (!isValueMap(metadata)) return object;
  const { managedFields: _, ...others } = metadata;
  return { ...object, metadata: others };
}
