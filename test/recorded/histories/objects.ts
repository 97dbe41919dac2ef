import { analyze } from '../../../server/src/analyze.ts';
import type { ApiSurface } from '../../../server/src/catalog/surface.ts';
import { isValueList, isValueMap, type Value, type ValueMap } from '../../../server/src/conversion/value.ts';
import type { CustomDefinition } from '../../../server/src/crd/definition.ts';
import { type Generated, type Generation, generateFrom } from '../../../server/src/crd/schema/generate.ts';
import type { JsonSchema } from '../../../server/src/crd/schema/schema.ts';
import { randomFrom } from '../../../server/src/text/randomFrom.ts';
import { inputs } from '../../harness/inputs.ts';

/** A field of a schema: names, `[]` for the items of a list, `[*]` for the entries of a map. */
export type SchemaSteps = readonly string[];

/** The steps of `.spec.rules[].name`; none of `.`. */
export function stepsOfField(field: string): SchemaSteps {
  return field.match(/\[\*\]|\[\]|[^.[\]]+/g) ?? [];
}

/** The schema of a field; undefined if there is none. */
export function schemaAt(schema: JsonSchema, steps: SchemaSteps): JsonSchema | undefined {
  return steps.reduce<JsonSchema | undefined>((at, step) => {
    if (step === '[]') return at?.items;
    if (step === '[*]') return typeof at?.additionalProperties === 'object' ? at.additionalProperties : undefined;
    return at?.properties.get(step);
  }, schema);
}

/** A query for an object: a field with one of some values, or without a value. */
export interface ObjectQuery {
  readonly definition: CustomDefinition;
  readonly version: string;
  readonly steps: SchemaSteps;
  /** The possible values of the field, most significant first; 'absent' omits it. */
  readonly leaves: (random: () => number) => readonly Generated[] | 'absent';
  /** Values that fields should have, independent of their names. */
  readonly literals: readonly string[];
}

/**
 * An object of a version with or without a field, generated from the schema and the seed. Validation rules of the
 * schema may refuse it.
 */
export function objectFor(
  { definition, version, steps, leaves, literals }: ObjectQuery,
  seed: number,
): ValueMap | undefined {
  const schema = definition.versions.find(({ name }) => name === version)?.schema;
  if (schema === undefined) return undefined;
  const random = randomFrom(seed);
  const density = [0, 0, 0.05, 0.2, 0.5, 0.8][seed % 6] ?? 0;
  const generation: Generation = {
    random,
    density,
    wanted: new Map(literals.length === 0 ? [] : names(schema, 0).map((name) => [name, literals])),
    eager: new Set(steps),
    leftOut: ['apiVersion', 'kind', 'metadata', ...(steps[0] === 'status' ? [] : ['status'])],
  };
  const generated = generateFrom(schema, '', generation);
  const leaf = leaves(random);
  const chosen = leaf === 'absent' ? undefined : leaf[Math.floor(random() * Math.min(leaf.length, 1 + seed))];
  const put = withLeaf(schema, generated, steps, chosen, generation);
  const { group, kind } = definition;
  if (put === undefined || !isValueMap(put)) return undefined;
  return { ...put, apiVersion: `${group}/${version}`, kind, metadata: { name: 'a' } };
}

/** Names of fields below a schema, because rules can depend on fields without naming them. */
function names(schema: JsonSchema, depth: number): readonly string[] {
  if (depth > 8) return [];
  const below = [...schema.properties].flatMap(([name, inner]) => [name, ...names(inner, depth + 1)]);
  return schema.items === undefined ? below : [...below, ...names(schema.items, depth + 1)];
}

function withLeaf(
  schema: JsonSchema | undefined,
  value: Generated | undefined,
  [step, ...rest]: SchemaSteps,
  leaf: Generated | undefined,
  generation: Generation,
): Generated | undefined {
  if (step === undefined) return leaf;
  if (schema === undefined) return undefined;
  const sparse = { ...generation, density: 0 };
  if (step === '[]') {
    const items = Array.isArray(value) ? [...value] : [];
    const first = items[0] ?? (schema.items === undefined ? undefined : generateFrom(schema.items, '', sparse));
    const put = withLeaf(schema.items, first, rest, leaf, generation);
    return put === undefined ? undefined : [put, ...items.slice(1)];
  }
  const object = isValueMap(value) ? { ...value } : {};
  const inner = step === '[*]' ? schemaAt(schema, ['[*]']) : schema.properties.get(step);
  const name = step === '[*]' ? 'a' : step;
  if (rest.length === 0 && leaf === undefined) {
    delete object[name];
    return object;
  }
  const before = object[name] ?? (inner === undefined ? undefined : generateFrom(inner, step, sparse));
  const put = withLeaf(inner, before, rest, leaf, generation);
  if (put === undefined) return undefined;
  object[name] = put;
  return object;
}

/**
 * Values that distinguish two schemas of a field, and further values that the first one accepts.
 *
 * @param literals values that fields should have, independent of their names.
 */
export function leavesOf(
  before: JsonSchema,
  after: JsonSchema,
  literals: readonly string[],
): (random: () => number) => readonly Generated[] {
  const wanted = new Map(literals.length === 0 ? [] : names(before, 0).map((name) => [name, literals]));
  return (random) => {
    const generation: Generation = { random, density: random(), wanted, eager: new Set() };
    const generated = generateFrom(before, '', generation);
    const steps = generated === undefined ? [] : [generated];
    if (literals.length > 0 && random() < 0.7) return steps;
    const named = before.enum.flatMap((json) =>
      json.kind === 'scalar' && json.value !== null ? [String(json.value)] : [],
    );
    switch (before.type) {
      case 'string':
        return shuffled([...named, ...edges(after), ...strings, ...steps], random);
      case 'integer':
      case 'number': {
        const limits = [after.minimum, after.maximum].flatMap((limit) =>
          limit === undefined ? [] : [limit - 1, limit, limit + 1],
        );
        return shuffled([...limits, 0, -1, 1, 7, 2 ** 31, 2 ** 40, ...steps], random);
      }
      case 'array':
        return shuffled([[], ...lists(before, after, generation), ...steps], random);
      case 'object':
        return shuffled([{}, ...steps], random);
      default:
        return shuffled([...steps, 'a', 1, true], random);
    }
  };
}

function edges({ minLength = 0, maxLength }: JsonSchema): readonly string[] {
  const lengths = [minLength - 1, ...(maxLength === undefined ? [] : [maxLength + 1])];
  return lengths.flatMap((length) => (length < 0 ? [] : ['a'.repeat(length), '1'.repeat(length)]));
}

function lists(before: JsonSchema, after: JsonSchema, generation: Generation): readonly (readonly Generated[])[] {
  const { items } = before;
  if (items === undefined) return [];
  const count = (after.maxItems ?? 2) + 1;
  if (count > 2_000) return [];
  const generated = generateFrom(items, '', generation);
  const many = Array.from({ length: count }, (_, index) => {
    const item = generateFrom(items, '', generation);
    return typeof item === 'string' ? `${item}${index}` : item;
  });
  const pairs =
    generated === undefined
      ? []
      : [
          [generated, generated],
          [generated, without(generated, generation)],
          [without(generated, generation), without(generated, generation)],
        ];
  return [...pairs, many.flatMap((item) => (item === undefined ? [] : [item]))];
}

/** An item without one of its fields, or with another value for it. */
function without(item: Generated, { random }: Generation): Generated {
  if (!isValueMap(item)) return item;
  const keys = Object.keys(item);
  const key = keys[Math.floor(random() * keys.length)];
  const isChanged = random() < 0.5;
  return Object.fromEntries(
    Object.entries(item).flatMap(([name, value]): [string, Generated][] => {
      if (name !== key) return [[name, value]];
      return isChanged && typeof value === 'string' ? [[name, `${value}b`]] : [];
    }),
  );
}

function shuffled<T>(values: readonly T[], random: () => number): readonly T[] {
  return values
    .map((value) => ({ value, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}

/** Strings that typical patterns refuse. */
const strings: readonly string[] = [
  ...[
    '',
    'a',
    'A',
    'Ab_c',
    '-a',
    'a b',
    'é',
    'a/b',
    'a..b',
    '1',
    '0',
    '1.5h',
    '1h1m',
    '10',
    '5m',
    '1d',
    'example.com.',
  ],
  ...['*', '*.example.com', 'http://a', 'HTTP', '/', '/a', '//', 'a:b', '1.2.3', '256.0.0.1', 'a'.repeat(64), 'a@b'],
  ...[
    'arn:aws:iam::1:role/a',
    'a.example.com/b_C',
    '1Gi',
    '100m',
    '-1',
    '1e3',
    '.5',
    '100%',
    '101%',
    'ABCD',
    'a=b',
    '\t',
  ],
];

/** The paths of fields that are refused when an object is created, including the status. */
export function refusedIn(object: ValueMap, surface: ApiSurface): readonly string[] {
  const { resources, documentFindings } = analyze(JSON.stringify(object), inputs('a.json', [surface]));
  const found = resources.flatMap(({ verdicts }) => verdicts.flatMap(({ findings }) => findings));
  return [...found, ...documentFindings.map(({ finding }) => finding)]
    .filter(({ consequence }) => refusing.has(consequence))
    .map(({ path }) => path);
}

const refusing: ReadonlySet<string> = new Set([
  'invalid',
  'undecodable',
  'not-served',
  'unknown-field',
  'duplicate-field',
]);

/** The value of a field in an object: of lists the first item, and of maps the entry `a`; undefined if absent. */
export function valueAt(object: Value | undefined, steps: SchemaSteps): Value | undefined {
  return steps.reduce<Value | undefined>((at, step) => {
    if (step === '[]') return isValueList(at) ? at[0] : undefined;
    return isValueMap(at) ? at[step === '[*]' ? 'a' : step] : undefined;
  }, object);
}
