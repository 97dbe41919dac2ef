import table from '../../../data/authored/served-resources.json' with { type: 'json' };
import { groupResource } from '../../catalog/catalog.ts';
import type { ServedResource } from '../../catalog/surface.ts';
import { keyDefault, type ListMerge, type MergeShape, open } from '../../checks/policies/shape.ts';
import { isValueList, isValueMap, sameValue, type Value, type ValueMap } from '../../conversion/value.ts';
import { grouped } from '../../text/grouped.ts';
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
    const [was, is] = [earlier.get(step), later.get(step)];
    if (was !== undefined && is !== undefined && was.isRepeated !== is.isRepeated) {
      return [step, { changed: wholeOf(is.value, is.shape), removed: wholeOf(was.value, was.shape) }];
    }
    return [step, comparedFields(was?.value, is?.value, is?.shape ?? was?.shape ?? open)];
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
    return left === undefined ? [] : [[part, left] as const];
  });
  if (set.isMember && kept.length === 0) return undefined;
  if (isValueList(value)) return kept.flatMap(([{ isRepeated }, left]) => (isRepeated ? left : [left]));
  return Object.fromEntries(kept.map(([{ step }, left]) => [step.slice(2), left]));
}

interface Part {
  readonly step: string;
  readonly value: Value;
  readonly shape: MergeShape;
  readonly isItem: boolean;
  /** Whether several items have this step; their list is the value, and is owned as a whole. */
  readonly isRepeated: boolean;
}

/** The parts that have owners of their own; undefined for a value that is owned as a whole. */
function partsOf(value: Value, shape: MergeShape): readonly Part[] | undefined {
  if (shape.kind === 'open' && shape.isAtomic) return undefined;
  if (isValueMap(value)) {
    if (shape.kind === 'map' && shape.isAtomic) return undefined;
    return Object.entries(value).map(([key, part]) => {
      const below = (shape.kind === 'map' ? shape.field(key) : undefined) ?? open;
      return { step: `f:${key}`, value: part, shape: below, isItem: false, isRepeated: false };
    });
  }
  if (!isValueList(value) || shape.kind !== 'list' || shape.merge === 'atomic') return undefined;
  const { merge } = shape;
  return [...grouped(value.map((item) => [itemStep(item, merge), item]))].map(([step, items]): Part => {
    const [only, another] = items;
    const isRepeated = only === undefined || another !== undefined;
    return isRepeated
      ? { step, value: items, shape: { ...shape, merge: 'atomic' }, isItem: true, isRepeated }
      : { step, value: only, shape: shape.item(), isItem: true, isRepeated };
  });
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
export function ownable(set: FieldSet, subresource: string, served: ServedResource): FieldSet {
  const isStatus = (step: string) => step === 'f:status';
  const isKept = (step: string) =>
    subresource === 'status' ? isStatus(step) : !isStatus(step) && !(step === 'f:spec' && hasFixedSpec(served));
  return setOf(
    false,
    [...withoutIgnored(set).children].filter(([step]) => isKept(step)),
  );
}

const fixedSpecs: ReadonlySet<string> = new Set(table.fixedSpecs);

/** Whether an update never changes the spec, and managers do not own it. */
function hasFixedSpec({ group, resource }: ServedResource): boolean {
  return fixedSpecs.has(groupResource(group, resource));
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
