import { fieldOf, flag, type JsonObject, object, text, texts } from '../../../server/data/generator/json.ts';
import { formatMinor, type Minor, minor } from '../../../server/src/targets/version.ts';

/** Asks `go/binary` of the release a command, with arguments and an input of lines; gives what it printed. */
export type AskBinary = (command: string, args?: readonly string[], input?: string) => string;

/** The compatibility version that the first expressions of custom resources had. */
const firstCompatibility = minor(26);

/** The entries of one binary in the tables of built-in parts, by file. Throws for an unexpected answer. */
export function builtInFacts(
  release: Minor,
  ask: AskBinary,
  costProbes: { readonly schema: JsonObject; readonly rules: readonly string[] },
): Readonly<Record<string, JsonObject>> {
  const found: unknown = JSON.parse(ask('expressions', [firstCompatibility, release].map(formatMinor)));
  const probes = costProbes.rules.map((rule) => `${JSON.stringify({ schema: costProbes.schema, rule })}\n`);
  return {
    'flags.json': sorted(object(JSON.parse(ask('flags')))),
    'admission-plugins.json': object(JSON.parse(ask('plugins'))),
    'expressions.json': {
      ...expressionFacts(object(found), release),
      ...sorted(object(JSON.parse(ask('objects')))),
    },
    'expression-costs.json': costFacts(ask('costs', [], probes.join(''))),
  };
}

/** What new expressions find, each with the compatibility versions at which they do; and what stored ones find besides. */
function expressionFacts(found: JsonObject, release: Minor): JsonObject {
  const versions = Array.from({ length: release - firstCompatibility + 1 }, (_, at) => minor(firstCompatibility + at));
  const at = (version: Minor) => found[formatMinor(version)];
  const signatures = (environment: unknown): string[] =>
    Object.entries(object(fieldOf(environment, 'functions'))).flatMap(([name, overloads]) =>
      texts(overloads).map((overload) => `${name} ${overload}`),
    );
  const macros = (environment: unknown) => texts(fieldOf(environment, 'macros'));
  const now = at(release);
  const known = new Set([...signatures(now), ...macros(now)]);
  return {
    functions: spans(versions, (version) => signatures(at(version))),
    macros: spans(versions, (version) => macros(at(version))),
    validates: spans(versions, (version) => (flag(fieldOf(at(version), 'validates')) ? ['constants'] : [])),
    storedAlone: [...signatures(found['stored']), ...macros(found['stored'])]
      .filter((declared) => !known.has(declared))
      .sort(),
  };
}

function spans(versions: readonly Minor[], at: (version: Minor) => readonly string[]): JsonObject {
  const found = new Map<string, Minor[]>();
  for (const version of versions)
    for (const name of at(version)) found.set(name, [...(found.get(name) ?? []), version]);
  return sorted(
    Object.fromEntries(
      [...found].map(([name, minors]) => [name, spanText(minors, versions.at(-1) ?? firstCompatibility)]),
    ),
  );
}

/** `1.28-`, or `1.26-1.28` for what went again. */
function spanText(minors: readonly Minor[], newest: Minor): string {
  const [first, last] = [minors[0] ?? newest, minors.at(-1) ?? newest];
  if (last - first + 1 !== minors.length)
    throw new RangeError(`expressions lose and find again at ${minors.join(', ')}`);
  return last === newest ? `${formatMinor(first)}-` : `${formatMinor(first)}-${formatMinor(last)}`;
}

/** The estimate of each rule, as a text, since it may be larger than numbers that JSON readers keep; or `refused`. */
function costFacts(printed: string): JsonObject {
  const rows = printed
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
  return Object.fromEntries(rows.map((row) => [text(fieldOf(row, 'rule')), fieldOf(row, 'cost') ?? 'refused']));
}

/** An object with its members in the order of their names, in all depths; lists of texts stay as they are. */
function sorted(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, item]) => [name, isMap(item) ? sorted(object(item)) : item]),
  );
}

function isMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
