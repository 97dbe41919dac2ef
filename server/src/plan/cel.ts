import type { ApiSurface } from '../catalog/surface.ts';
import { type Age, environmentOf, type LibraryPlace } from '../cel/libraries.ts';

/** What new CEL expressions find at one server and not at another, sorted. */
export interface CelChanges {
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/** Places with libraries that others do not have. */
const places: readonly LibraryPlace[] = ['device', 'mutation'];

/**
 * The functions and macros that come and go for expressions which are new to the server: those that its min compatibility
 * version has. What is called on a value is written with a dot, `.indexOf`; what only some places have begins with them.
 */
export function celChanges(from: ApiSurface, to: ApiSurface): CelChanges {
  const before = found(from, 'new');
  const after = found(to, 'new');
  return {
    gained: [...after].filter((name) => !before.has(name)).sort(),
    lost: [...before].filter((name) => !after.has(name)).sort(),
  };
}

const bySurface: Readonly<Record<Age, WeakMap<ApiSurface, ReadonlySet<string>>>> = {
  new: new WeakMap(),
  stored: new WeakMap(),
};

function found(surface: ApiSurface, age: Age): ReadonlySet<string> {
  let names = bySurface[age].get(surface);
  if (names === undefined) {
    const everywhere = new Set(namesIn(surface, age, undefined));
    const own = (place: LibraryPlace) =>
      namesIn(surface, age, place)
        .filter((name) => !everywhere.has(name))
        .map((name) => `${place}: ${name}`);
    names = new Set([...everywhere, ...places.flatMap(own)]);
    bySurface[age].set(surface, names);
  }
  return names;
}

function namesIn(surface: ApiSurface, age: Age, place: LibraryPlace): readonly string[] {
  const { functions, syntax } = environmentOf(surface, age, place);
  const called = [...functions].flatMap(([name, overloads]) =>
    overloads.map(({ member }) => `${member ? '.' : ''}${name}`),
  );
  const macros = [...syntax.macros].map((macro) => macro.split(/[/(]/, 1)[0] ?? macro);
  // Names with @ are what macros turn into: nobody writes them.
  return [...called, ...macros].filter((name) => !name.includes('@'));
}

/**
 * What one server takes in new expressions and another cannot even evaluate when it reads them, sorted: a server compiles
 * what is stored against everything that its binary knows.
 */
export function unreadableCel(written: ApiSurface, reader: ApiSurface): readonly string[] {
  if (written.versions.binary === reader.versions.binary) return [];
  const known = found(reader, 'stored');
  return [...found(written, 'new')].filter((name) => !known.has(name)).sort();
}
