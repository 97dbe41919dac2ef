import { type Library, libraries, readOverload } from '../../../src/cel/libraries.ts';
import { showType, type Type } from '../../../src/cel/type.ts';

/** The CustomResourceDefinition schema for estimated rules: bounded and unbounded values of each type. */
export const probeSchema = {
  type: 'object',
  properties: {
    s: { type: 'string', maxLength: 50 },
    t: { type: 'string' },
    i: { type: 'integer' },
    d: { type: 'number' },
    b: { type: 'boolean' },
    l: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 20 } },
    n: { type: 'array', maxItems: 30, items: { type: 'integer' } },
    u: { type: 'array', items: { type: 'string' } },
    m: { type: 'object', maxProperties: 7, additionalProperties: { type: 'string', maxLength: 9 } },
  },
} as const;

/** An expression of a type; undefined for types that rules of custom resources cannot have. */
function valueOfType(type: Type): string | undefined {
  const text = showType(type);
  const [name = ''] = text.split('(');
  return Object.hasOwn(values, text) ? values[text] : Object.hasOwn(values, name) ? values[name] : undefined;
}

const values: Readonly<Record<string, string | undefined>> = {
  string: 'self.s',
  int: 'self.i',
  double: 'self.d',
  uint: 'uint(self.i)',
  bool: 'self.b',
  bytes: 'bytes(self.s)',
  dyn: 'self.s',
  A: 'self.s',
  T: 'self.s',
  'list(int)': 'self.n',
  'list(double)': '[self.d]',
  'list(bool)': '[self.b]',
  'list(duration)': '[duration(self.s)]',
  'list(timestamp)': '[timestamp(self.s)]',
  'list(google.protobuf.Duration)': '[duration(self.s)]',
  'list(google.protobuf.Timestamp)': '[timestamp(self.s)]',
  list: 'self.l',
  map: 'self.m',
  'google.protobuf.Duration': 'duration(self.s)',
  'google.protobuf.Timestamp': 'timestamp(self.s)',
  'net.IP': 'ip(self.s)',
  'net.CIDR': 'cidr(self.s)',
  'kubernetes.Quantity': 'quantity(self.s)',
  'kubernetes.URL': 'url(self.s)',
  'kubernetes.Semver': 'semver(self.s)',
  'kubernetes.NamedFormat': 'format.dns1123Label()',
};

/** Rules with macros and operators, which have no signature. */
const handwrittenRules: readonly string[] = [
  'self.l.all(x, x == self.s)',
  'self.l.exists(x, x.startsWith(self.t))',
  'self.l.exists_one(x, x.size() < 3)',
  'self.u.all(x, self.u.exists(y, x == y))',
  'self.l.map(x, x + self.s).size() < 3',
  'self.l.map(x, x.size() > 2, x).size() < 3',
  'self.l.filter(x, x.contains(self.s)).size() == 1',
  'self.m.all(k, self.m[k] == self.s)',
  'self.m.exists(k, k in self.l)',
  'has(self.s) && self.s.size() > 2 || !self.b',
  'self.b ? self.s == self.t : self.t.matches("^[a-z]+$")',
  'self.i + 2 * self.i - self.i / 3 % 4 > -self.i',
  'self.s + self.t == "a"',
  'self.l + self.u == self.l',
  'self.l[0] == self.m["a"]',
  'self.s in self.u',
  'self.s < self.t',
  'self.l == self.u',
  'self.?s.orValue("a") == "a"',
  'self.l.all(i, x, i < x.size())',
  'self.l.sortBy(x, x.size())[0] == self.s',
  'cel.bind(x, self.s, x == x)',
];

/**
 * A rule for each function that can be called on the schema's values, then the handwritten rules; distinct, in a fixed
 * order.
 */
export function probeRules(): readonly string[] {
  const generated = libraries.filter(({ scopes }) => scopes === undefined).flatMap(rulesOf);
  return [...new Set([...generated, ...handwrittenRules])];
}

function rulesOf({ functions }: Library): readonly string[] {
  return Object.entries(functions).flatMap(([name, facts]) =>
    /^[A-Za-z][\w.]*$/.test(name) ? (facts?.overloads ?? []).flatMap((overload) => ruleOf(name, overload)) : [],
  );
}

/** A rule that accepts a call with any result type. */
function ruleOf(name: string, signature: string): readonly string[] {
  const { member, args } = readOverload(signature);
  const values = args.map(valueOfType);
  if (values.some((value) => value === undefined)) return [];
  const call = member ? `${values[0]}.${name}(${values.slice(1).join(', ')})` : `${name}(${values.join(', ')})`;
  return [`[${call}].size() == 1`];
}
