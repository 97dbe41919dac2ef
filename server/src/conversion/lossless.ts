import type { ApiType } from '../catalog/types.ts';
import { withDefaults } from '../crd/schema/defaulting.ts';
import { type Generated, type Generation, generateFrom } from '../crd/schema/generate.ts';
import { validateListTypes } from '../crd/schema/listTypes.ts';
import type { SchemaRules } from '../crd/schema/rules.ts';
import type { JsonSchema } from '../crd/schema/schema.ts';
import { validateAgainst } from '../crd/schema/validate.ts';
import { DraftMap } from '../manifest/reconcile/draft.ts';
import { formatGroupVersion } from '../targets/groupVersion.ts';
import { randomFrom } from '../text/randomFrom.ts';
import { convertDraft, toHubShape } from './convert.ts';
import { customType } from './customType.ts';
import { formatSteps, type PathStep } from './draftPath.ts';
import { dataOf, draftFrom } from './draftValue.ts';
import type { Family, FamilyVersion } from './family.ts';
import { dropUnknown } from './losses.ts';
import { jsonOfValue } from './refusals.ts';
import { isValueList, isValueMap, sameValue, type Value } from './value.ts';

/** The schema of a version, and the type of its metadata. */
export interface VersionSchema {
  readonly schema: JsonSchema;
  readonly metadata: ApiType;
}

/** A value that does not survive a conversion. */
export interface LostValue {
  /** With `[]` for the items of lists. */
  readonly path: string;
  /**
   * `lost`, `forced` and `left`: as the conversion reports; `refused`: only the new version's schema refuses the value;
   * `not-back`: only the reverse conversion reports it; `changed`: the round trip silently changes the value.
   */
  readonly what: 'lost' | 'forced' | 'left' | 'refused' | 'not-back' | 'changed';
  readonly says: string;
  /** The number of generated objects with this result. */
  count: number;
}

/** The results of converting one version to another. */
export interface PairCheck {
  readonly from: FamilyVersion;
  readonly to: FamilyVersion;
  /** The number of generated objects that the old version's schema accepts. */
  readonly objects: number;
  /** The number of objects that round-trip without reports. */
  readonly equal: number;
  readonly shortfalls: readonly LostValue[];
}

/**
 * Checks that a family's rules lose nothing: objects generated from each version's schema are converted to every other
 * version with a known schema, validated against it, and converted back. Equal seeds give equal objects.
 *
 * @param schemaOf the schema of a version; undefined if unknown.
 * @param rounds the number of objects per pair.
 */
export function checkLossless(
  family: Family,
  schemaOf: (version: FamilyVersion) => VersionSchema | undefined,
  rules: SchemaRules,
  rounds: number,
): readonly PairCheck[] {
  return family.versions.flatMap((from) =>
    family.versions.flatMap((to) => {
      const [versionSchema, other] = [schemaOf(from), schemaOf(to)];
      if (from === to || versionSchema === undefined || other === undefined) return [];
      return [new Pair(family, from, to, versionSchema, other, rules).check(rounds)];
    }),
  );
}

class Pair {
  readonly #from: FamilyVersion;
  readonly #to: FamilyVersion;
  readonly #kind: string;
  readonly #version: VersionSchema;
  readonly #other: VersionSchema;
  readonly #rules: SchemaRules;
  readonly #preferences: GenerationPreferences;
  readonly #shortfalls = new Map<string, LostValue>();

  constructor(
    family: Family,
    from: FamilyVersion,
    to: FamilyVersion,
    versionSchema: VersionSchema,
    other: VersionSchema,
    rules: SchemaRules,
  ) {
    this.#kind = family.kind;
    this.#from = from;
    this.#to = to;
    this.#version = versionSchema;
    this.#other = other;
    this.#rules = rules;
    this.#preferences = { wanted: valuesUsedBy(family), eager: requiredNames([versionSchema.schema, other.schema]) };
  }

  check(rounds: number): PairCheck {
    let [objects, equal] = [0, 0];
    for (let seed = 0; seed < rounds; seed++) {
      const object = generatedObject(this.#kind, this.#from, this.#version.schema, this.#preferences, seed);
      if (object === undefined || this.#refusals(object, this.#version.schema).length > 0) continue;
      objects++;
      if (this.#survives(object)) equal++;
    }
    const shortfalls = [...this.#shortfalls.values()].sort((a, b) => b.count - a.count);
    return { from: this.#from, to: this.#to, objects, equal, shortfalls };
  }

  #survives(object: Value): boolean {
    const draft = draftFrom(object);
    if (!(draft instanceof DraftMap)) return true;
    const from = customType(this.#version.schema, this.#kind, this.#version.metadata);
    const to = customType(this.#other.schema, this.#kind, this.#other.metadata);
    const forward = convertDraft(draft, this.#from, this.#to, 'keep');
    const unknown = dropUnknown(draft, to, new Set(), `does not exist in ${formatGroupVersion(this.#to)}`);
    const reported = [...forward.lost, ...unknown, ...forward.forced, ...forward.left];
    for (const { path, message } of [...forward.lost, ...unknown]) this.#add('lost', path, message);
    for (const { path, message } of forward.forced) this.#add('forced', path, message);
    for (const { path, message } of forward.left) this.#add('left', path, message);
    const refused = this.#refusals(dataOf(draft), this.#other.schema);
    for (const { path, message } of refused) this.#add('refused', path, message);
    if (reported.length + refused.length > 0) return false;
    const back = convertDraft(draft, this.#to, this.#from, 'keep');
    const backUnknown = dropUnknown(draft, from, new Set(), 'is lost in the round trip');
    const backReported = [...back.lost, ...backUnknown, ...back.left];
    for (const { path, message } of backReported) this.#add('not-back', path, message);
    if (backReported.length + back.forced.length > 0) return false;
    const [before, after] = [hubShape(object, this.#from), hubShape(dataOf(draft), this.#from)];
    const steps = firstDifference(before, after, []);
    if (steps !== undefined) this.#add('changed', formatSteps(steps), 'changes in the round trip');
    return steps === undefined;
  }

  #refusals(value: Value, schema: JsonSchema): readonly { readonly path: string; readonly message: string }[] {
    const json = withDefaults(jsonOfValue(value), schema);
    const lists = json.kind === 'map' ? validateListTypes(schema, json) : [];
    return [...validateAgainst(schema, json, undefined, this.#rules), ...lists];
  }

  #add(what: LostValue['what'], location: string, message: string): void {
    const path = location.replace(/\[\d+\]/g, '[]');
    const key = `${what} ${path}`;
    const known = this.#shortfalls.get(key);
    if (known === undefined) this.#shortfalls.set(key, { path, what, says: message, count: 1 });
    else known.count++;
  }
}

/** An object of a version, generated from a seed: sparse objects test single fields, dense ones their combinations. */
export function generatedObject(
  kind: string,
  version: FamilyVersion,
  schema: JsonSchema,
  preferences: GenerationPreferences,
  seed: number,
): { readonly [key: string]: Generated } | undefined {
  const random = randomFrom(seed * 7919 + 13);
  const density = [0.02, 0.1, 0.3][seed % 3] ?? 0.1;
  const fields = generateFrom(schema, '', { random, density, leftOut: objectFields, ...preferences });
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return undefined;
  const metadata = { name: 'a', namespace: 'b', labels: { app: 'a' } };
  return { apiVersion: formatGroupVersion(version), kind, metadata, ...Object.fromEntries(Object.entries(fields)) };
}

/** The preferred contents of generated objects. */
export type GenerationPreferences = Pick<Generation, 'wanted' | 'eager'>;

/** The names of all fields that schemas require somewhere. */
export function requiredNames(schemas: readonly JsonSchema[]): ReadonlySet<string> {
  const names = new Set<string>();
  const visited = new Set<JsonSchema>();
  const visit = (schema: JsonSchema): void => {
    if (visited.has(schema)) return;
    visited.add(schema);
    for (const name of schema.required) names.add(name);
    for (const inner of schema.properties.values()) visit(inner);
    if (schema.items !== undefined) visit(schema.items);
    if (typeof schema.additionalProperties === 'object') visit(schema.additionalProperties);
  };
  for (const schema of schemas) visit(schema);
  return names;
}

const objectFields = ['apiVersion', 'kind', 'metadata', 'status'];

/** Values for fields of a family's steps, by field name; an empty list only makes the field more frequent. */
export function valuesUsedBy({ versions }: Family): ReadonlyMap<string, readonly Generated[]> {
  const wanted = new Map<string, readonly Generated[]>();
  for (const { steps } of versions) {
    for (const step of steps) {
      for (const word of JSON.stringify(step).match(/[A-Za-z]\w+/g) ?? []) if (!wanted.has(word)) wanted.set(word, []);
      if (step.step === 'duration') wanted.set(step.from, ['30s', '1m30s', '5m0s', '1h0m0s']);
      if (step.step === 'split') wanted.set(step.from, [exampleOf(step), exampleOf(step)]);
    }
  }
  return wanted;
}

function exampleOf({
  to,
  integers,
  separator,
}: {
  to: readonly (string | null)[];
  integers: readonly string[];
  separator: string;
}) {
  return to
    .map((name, i) => (name !== null && integers.includes(name) ? '80' : (['a.example.com', 'v1'][i] ?? 'c')))
    .join(separator);
}

function hubShape(object: Value, version: FamilyVersion): Value {
  const draft = draftFrom(object);
  if (!(draft instanceof DraftMap)) return object;
  toHubShape(draft, version);
  return dataOf(draft);
}

function firstDifference(first: Value, second: Value, path: readonly PathStep[]): readonly PathStep[] | undefined {
  if (sameValue(first, second)) return undefined;
  if (isValueMap(first) && isValueMap(second)) {
    for (const key of new Set([...Object.keys(first), ...Object.keys(second)])) {
      const [left, right] = [first[key], second[key]];
      if (left === undefined || right === undefined) return [...path, key];
      const difference = firstDifference(left, right, [...path, key]);
      if (difference !== undefined) return difference;
    }
  }
  if (isValueList(first) && isValueList(second) && first.length === second.length) {
    for (const [i, item] of first.entries()) {
      const difference = firstDifference(item, second[i] ?? null, [...path, i]);
      if (difference !== undefined) return difference;
    }
  }
  return path;
}
