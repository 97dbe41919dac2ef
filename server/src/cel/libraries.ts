import data from '../../data/authored/cel-libraries.json' with { type: 'json' };
import type { ApiSurface } from '../catalog/surface.ts';
import { factMinor, type Minor } from '../targets/version.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';
import type { Environment, Overload } from './environment.ts';
import { readType, splitTypes, type Type } from './type.ts';

/** The declarations for new or stored expressions: new ones must be compatible with the min compatibility version. */
export type ExpressionAge = 'new' | 'stored';

/** The parts of a target that decide what its expressions can use. */
export type ExpressionTarget = Pick<ApiSurface, 'versions'> & {
  readonly gates: Pick<ReadonlyMap<string, { readonly enabled: boolean }>, 'get'>;
};

/** The context of an expression, as far as it has additional libraries. */
export type LibraryScope = 'device' | 'mutation' | undefined;

/** A library of functions and macros, and when it came: `server/data/authored/cel-libraries.json`. */
export interface Library {
  readonly library: string;
  readonly source: string;
  /** The version that introduced it; undefined if all have it. */
  readonly introduced?: string | undefined;
  /** The oldest binary that has it, where it came with a release of cel-go. */
  readonly binary?: string | undefined;
  /** The newest binary that has it, where a release of cel-go dropped it. */
  readonly binaryUntil?: string | undefined;
  /** The gate that decides instead of the version, in binaries up to `gateUntil` if there is one. */
  readonly gate?: string | undefined;
  readonly gateUntil?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly optionals?: boolean | undefined;
  readonly types?: readonly string[] | undefined;
  readonly macros?: Readonly<Record<string, MacroFacts | undefined>> | undefined;
  readonly functions: Readonly<Record<string, FunctionFacts | undefined>>;
}

/** A macro: its description and forms, `all/2` with a receiver, `has(1)` without. */
export interface MacroFacts {
  readonly says: string;
  readonly forms: readonly string[];
}

/** A function: its description and signatures, `string.(int) -> string` with a receiver. */
export interface FunctionFacts {
  readonly says: string;
  readonly overloads: readonly string[];
}

/** Every library that is known. */
export const libraries: readonly Library[] = data.libraries;

/** The first version that validates constants in expressions: `ASTValidators` in `environment/base.go`. */
const literalsSince = factMinor(data.literalsValidatedSince);

/** The binary whose cel-go takes names in backquotes. */
const quotedNamesSince = factMinor(data.quotedNamesSince);

/** The first binary that distinguishes new and stored expressions; earlier ones used all their libraries. */
const compatibilitySince = factMinor(data.compatibilitySince);

/** The first version in which fields named like reserved words may be selected unescaped: `environment.go`. */
const keywordFieldsSince = factMinor(data.keywordFieldsSince);

/** Whether new expressions may select fields named like reserved words without escaping them. */
export function hasKeywordFields(surface: Pick<ApiSurface, 'versions'>): boolean {
  return versionOf(surface) >= keywordFieldsSince;
}

/** The environment of new or stored expressions at a target; created once for each. */
export function environmentOf(surface: ExpressionTarget, age: ExpressionAge, scope: LibraryScope): Environment {
  const environments = getOrInsertComputed(bySurface, surface, () => new Map());
  const key = `${age} ${scope ?? ''}`;
  return getOrInsertComputed(environments, key, () => {
    const version = age === 'new' ? versionOf(surface) : surface.versions.binary;
    return makeEnvironment(
      libraries.filter((library) => libraryIsKnown(library, surface, age, version, scope)),
      version >= literalsSince,
      surface.versions.binary >= quotedNamesSince,
    );
  });
}

const bySurface = new WeakMap<ExpressionTarget, Map<string, Environment>>();

/** The version that new expressions of a target must fit. */
export function versionOf({ versions }: Pick<ApiSurface, 'versions'>): Minor {
  return versions.binary < compatibilitySince ? versions.binary : versions.minCompatibility;
}

/** Whether expressions of a version of a target find a library. */
export function libraryIsKnown(
  library: Library,
  surface: ExpressionTarget,
  age: ExpressionAge,
  version: Minor,
  scope: LibraryScope,
): boolean {
  const { binary } = surface.versions;
  if (library.scopes !== undefined && (scope === undefined || !library.scopes.includes(scope))) return false;
  if (library.binary !== undefined && binary < factMinor(library.binary)) return false;
  if (library.binaryUntil !== undefined && binary > factMinor(library.binaryUntil)) return false;
  const { gate, gateUntil } = library;
  if (age === 'new' && gate !== undefined && (gateUntil === undefined || binary <= factMinor(gateUntil))) {
    return surface.gates.get(gate)?.enabled === true;
  }
  return library.introduced === undefined || factMinor(library.introduced) <= version;
}

function makeEnvironment(chosen: readonly Library[], validatesLiterals: boolean, quotedNames: boolean): Environment {
  const macros = new Set<string>();
  const types = new Map<string, Type>();
  const functions = new Map<string, Overload[]>();
  for (const library of chosen) {
    for (const macro of Object.values(library.macros ?? {})) for (const form of macro?.forms ?? []) macros.add(form);
    for (const type of library.types ?? []) types.set(type.split('(', 1)[0] ?? type, readType(type));
    for (const [name, facts] of Object.entries(library.functions)) {
      const overloads = functions.get(name) ?? [];
      overloads.push(...(facts?.overloads ?? []).map(readOverload));
      functions.set(name, overloads);
    }
  }
  const optionals = chosen.some((library) => library.optionals === true);
  return { syntax: { macros, optionals, quotedNames }, functions, types, validatesLiterals };
}

/** Reads a signature as the data write it. */
export function readOverload(text: string): Overload {
  const [left = '', result = ''] = text.split(' -> ');
  const dot = left.startsWith('(') ? -1 : left.indexOf('.(');
  const receiver = dot < 0 ? [] : [readType(left.slice(0, dot))];
  const args = [
    ...receiver,
    ...splitTypes(left.slice(dot + 1).replace(/^\((.*)\)$/, '$1')).map((type) => readType(type)),
  ];
  return { member: dot >= 0, args, result: readType(result), generic: /\b[A-Z]\b/.test(text) };
}
