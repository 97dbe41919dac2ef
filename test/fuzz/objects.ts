import fc from 'fast-check';
import type { ApiType } from '../../server/src/catalog/types.ts';
import { formatGroupVersion } from '../../server/src/targets/groupVersion.ts';
import { readCatalog } from '../../server/src/workspace/shipped/catalogFile.ts';
import { dressed, dresses, type Plain } from '../support/dress.ts';
import { generateObject, randomFrom } from '../support/generateObject.ts';

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

/** What a field may hold that is not of its type, or at the border of what it may hold. */
const odd: fc.Arbitrary<Plain> = fc.oneof(
  fc.constantFrom<Plain>(
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
  fc.constantFrom<Plain>(
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
  readonly value: Plain;
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

/** Objects of every kind that Kubernetes has or had, with all sorts of fields, a few of which are wrong. */
export const objects: fc.Arbitrary<Plain> = fc
  .tuple(fc.constantFrom(...kinds), fc.nat(), tweaks)
  .map(([{ apiVersion, kind, type }, seed, all]) => {
    const fields = plainOf(generateObject(type, randomFrom(seed), new Set()));
    const object: Plain = { apiVersion, kind, metadata: { name: 'a' }, ...(isMap(fields) ? fields : {}) };
    return all.reduce<Plain>((now, tweak) => tweaked(now, tweak), object);
  });

/** The same written down in many ways, several in a text. */
export const objectTexts: fc.Arbitrary<string> = fc
  .tuple(fc.array(fc.tuple(objects, dresses), { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([all, asJson]) => all.map(([object, dress]) => (asJson ? JSON.stringify(object) : dressed(object, dress))))
  .map((texts) => texts.join('\n---\n'));

function isMap(value: Plain): value is { readonly [key: string]: Plain } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a generator made, as JSON would have it. */
function plainOf(value: unknown): Plain {
  if (Array.isArray(value)) return value.map(plainOf);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]): [string, Plain] => [key, plainOf(member)]));
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** The value with one of its parts changed, taken out or added to. */
function tweaked(value: Plain, tweak: Tweak): Plain {
  let remaining = tweak.at % Math.max(1, sizeOf(value));
  const change = (node: Plain): Plain => {
    if (remaining-- === 0)
      return tweak.kind === 0 && isMap(node) ? { ...node, [tweak.name]: tweak.value } : tweak.value;
    if (Array.isArray(node)) return node.map((item: Plain) => change(item));
    if (!isMap(node)) return node;
    return Object.fromEntries(
      Object.entries(node).flatMap(([key, item]): [string, Plain][] => {
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

function sizeOf(value: Plain): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + sizeOf(member), 1);
}
