import type { ApiSurface } from '../catalog/surface.ts';
import { type ExpressionAge, environmentOf, type LibraryScope } from '../cel/libraries.ts';

/** The differences between two servers in the CEL functions of new expressions, sorted. */
export interface CelChanges {
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/** Kinds of expressions with additional libraries. */
const scopes: readonly LibraryScope[] = ['device', 'mutation'];

/**
 * The functions and macros that new expressions gain and lose; the min compatibility version decides which they have.
 * Methods begin with a dot: `.indexOf`. Functions of one kind of expression begin with its name: `device: …`.
 */
export function celChanges(from: ApiSurface, to: ApiSurface): CelChanges {
  const before = functionsOf(from, 'new');
  const after = functionsOf(to, 'new');
  return {
    gained: [...after].filter((name) => !before.has(name)).sort(),
    lost: [...before].filter((name) => !after.has(name)).sort(),
  };
}

const bySurface: Readonly<Record<ExpressionAge, WeakMap<ApiSurface, ReadonlySet<string>>>> = {
  new: new WeakMap(),
  stored: new WeakMap(),
};

function functionsOf(surface: ApiSurface, age: ExpressionAge): ReadonlySet<string> {
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
  const names = [...functions].flatMap(([name, overloads]) =>
    overloads.map(({ member }) => `${member ? '.' : ''}${name}`),
  );
  const macros = [...syntax.macros].map((macro) => macro.split(/[/(]/, 1)[0] ?? macro);
  // Authors do not write names with @: these are macro expansions.
  return [...names, ...macros].filter((name) => !name.includes('@'));
}

/**
 * Functions that one server accepts in new expressions and another cannot evaluate in stored ones, sorted. A server
 * compiles stored expressions with all libraries of its binary.
 */
export function unreadableCel(written: ApiSurface, reader: ApiSurface): readonly string[] {
  if (written.versions.binary === reader.versions.binary) return [];
  const known = functionsOf(reader, 'stored');
  return [...functionsOf(written, 'new')].filter((name) => !known.has(name)).sort();
}
