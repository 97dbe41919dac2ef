import fc from 'fast-check';
import type { ApiType } from '../../server/src/catalog/types.ts';
import { formatGroupVersion } from '../../server/src/targets/groupVersion.ts';
import { randomFrom } from '../../server/src/text/randomFrom.ts';
import { readCatalog } from '../../server/src/workspace/shipped/catalogFile.ts';
import { generateObject } from '../support/generateObject.ts';
import { inYamlStyle, type PlainValue, yamlStyles } from '../support/yamlStyle.ts';

const catalog = readCatalog();

interface Generated {
  readonly apiVersion: string;
  readonly kind: string;
  readonly type: ApiType;
}

const kinds: readonly Generated[] = catalog.kinds.flatMap((facts) => {
  const last = facts.served.at(-1)?.last ?? catalog.newest;
  const type = facts.resource === undefined ? undefined : catalog.rootType(last, facts);
  if (type === undefined) return [];
  return [{ apiVersion: formatGroupVersion(facts), kind: facts.kind, type }];
});

/** Values of the wrong type for a field, or at the limits of its range. */
const odd: fc.Arbitrary<PlainValue> = fc.oneof(
  fc.constantFrom<PlainValue>(
    null,
    true,
    0,
    -1,
    1.5,
    2_147_483_648,
    9_007_199_254_740_992,
    '',
    ' ',
    'a b',
    'A',
    '-a',
    '1',
    'true',
    [],
    {},
  ),
  fc.constantFrom<PlainValue>(
    [null],
    [[]],
    [{}],
    { a: null },
    { '': '' },
    { a: { a: { a: [] } } },
    'a'.repeat(64),
    'é',
    '1Ki',
    '-5m',
    '*',
    '1.2.3.4/33',
  ),
  fc.string({ maxLength: 12 }),
);

interface Tweak {
  readonly at: number;
  readonly kind: number;
  readonly value: PlainValue;
  readonly name: string;
}

const tweaks: fc.Arbitrary<readonly Tweak[]> = fc.array(
  fc.record({
    at: fc.nat(9_999),
    kind: fc.nat(4),
    value: odd,
    name: fc.constantFrom('spec', 'name', 'metadata', 'extra', 'constructor', 'items', 'a/b', 'labels', 'template'),
  }),
  { maxLength: 4 },
);

/** Objects of all current and removed kinds of Kubernetes, with arbitrary fields, a few of which are invalid. */
export const objects: fc.Arbitrary<PlainValue> = fc
  .tuple(fc.constantFrom(...kinds), fc.nat(), tweaks)
  .map(([{ apiVersion, kind, type }, seed, all]) => {
    const fields = plainOf(generateObject(type, randomFrom(seed), new Set()));
    const object: PlainValue = { apiVersion, kind, metadata: { name: 'a' }, ...(isMap(fields) ? fields : {}) };
    return all.reduce<PlainValue>((now, tweak) => tweaked(now, tweak), object);
  });

/** The same objects as text in many styles, several per text. */
export const objectTexts: fc.Arbitrary<string> = fc
  .tuple(fc.array(fc.tuple(objects, yamlStyles), { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([all, asJson]) => all.map(([object, style]) => (asJson ? JSON.stringify(object) : inYamlStyle(object, style))))
  .map((texts) => texts.join('\n---\n'));

function isMap(value: PlainValue): value is { readonly [key: string]: PlainValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A generated value as JSON represents it. */
function plainOf(value: unknown): PlainValue {
  if (Array.isArray(value)) return value.map(plainOf);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, member]): [string, PlainValue] => [key, plainOf(member)]),
    );
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** The value with one of its parts changed, removed or added. */
function tweaked(value: PlainValue, tweak: Tweak): PlainValue {
  let remaining = tweak.at % Math.max(1, sizeOf(value));
  const change = (node: PlainValue): PlainValue => {
    if (remaining-- === 0)
      return tweak.kind === 0 && isMap(node) ? { ...node, [tweak.name]: tweak.value } : tweak.value;
    if (Array.isArray(node)) return node.map((item: PlainValue) => change(item));
    if (!isMap(node)) return node;
    return Object.fromEntries(
      Object.entries(node).flatMap(([key, item]): [string, PlainValue][] => {
        if (remaining === 0 && tweak.kind === 1) {
          remaining = -1;
          return [];
        }
        return [[key, change(item)]];
      }),
    );
  };
  return change(value);
}

function sizeOf(value: PlainValue): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + sizeOf(member), 1);
}
