import type { ApiSurface } from '../catalog/surface.ts';
import { type ExpressionAge, environmentOf, type LibraryScope } from '../cel/libraries.ts';

/** The CEL functions that new expressions have at one server and not at another, sorted. */
export interface CelChanges {
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/** Places with libraries that others do not have. */
const scopes: readonly LibraryScope[] = ['device', 'mutation'];

/**
 * The functions and macros that are added and removed for new expressions: those of the min compatibility version.
 * Methods are written with a dot, `.indexOf`; those available only in some places begin with the place.
 */
export function celChanges(from: ApiSurface, to: ApiSurface): CelChanges {
  const before = found(from, 'new');
  const after = found(to, 'new');
  return {
    gained: [...after].filter((name) => !before.has(name)).sort(),
    lost: [...before].filter((name) => !after.has(name)).sort(),
  };
}

const bySurface: Readonly<Record<ExpressionAge, WeakMap<ApiSurface, ReadonlySet<string>>>> = {
  new: new WeakMap(),
  stored: new WeakMap(),
};

function found(surface: ApiSurface, age: ExpressionAge): ReadonlySet<string> {
  let names = bySurface[age].get(surface);
  if (names === undefined) {
    const everywhere = new Set(namesIn(surface, age, undefined));
    const inLibrary = (scope: LibraryScope) =>
      namesIn(surface, age, scope)
        .filter((name) => !everywhere.has(name))
        .map((name) => `${scope}: ${name}`);
    names = new Set([...everywhere, ...scopes.flatMap(inLibrary)]);
    bySurface[age].set(surface, names);
  }
  return names;
}

function namesIn(surface: ApiSurface, age: ExpressionAge, scope: LibraryScope): readonly string[] {
  const { functions, syntax } = environmentOf(surface, age, scope);
  const called = [...functions].flatMap(([name, overloads]) =>
    overloads.map(({ member }) => `${member ? '.' : ''}${name}`),
  );
  const macros = [...syntax.macros].map((macro) => macro.split(/[/(]/, 1)[0] ?? macro);
  // Names with @ are macro expansions, which are not written by hand.
  return [...called, ...macros].filter((name) => !name.includes('@'));
}

/**
 * Functions that one server accepts in new expressions and another cannot evaluate in stored ones, sorted: a server
 * compiles stored expressions with everything its binary knows.
 */
export function unreadableCel(written: ApiSurface, reader: ApiSurface): readonly string[] {
  if (written.versions.binary === reader.versions.binary) return [];
  const known = found(reader, 'stored');
  return [...found(written, 'new')].filter((name) => !known.has(name)).sort();
}
