import type { ApiSurface } from '../catalog/surface.ts';
import { factMinor, formatMinor } from '../targets/version.ts';
import { type ExpressionAge, libraries, versionOf } from './libraries.ts';
import type { CelProblem } from './parse.ts';

const maxShown = 3;

/**
 * Why a server refuses an expression, in a sentence: its own words with line and column, and what a later version
 * introduced.
 */
export function explainProblems(
  problems: readonly CelProblem[],
  text: string,
  surface: ApiSurface,
  age: ExpressionAge = 'new',
): string {
  const shown = problems.slice(0, maxShown).map((problem) => `${positionText(text, problem.at)}: ${problem.message}`);
  const more = problems.length > maxShown ? [`and ${problems.length - maxShown} more`] : [];
  const late = new Set(problems.flatMap(({ message }) => lateness(message, surface, age)));
  return `compilation failed: ${[...shown, ...more, ...late].join('; ').replaceAll('@self', 'self')}`;
}

/** Line and column as cel-go counts them, both from 1. */
function positionText(text: string, at: number): string {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  return `${line}:${at - before.lastIndexOf('\n')}`;
}

/** A note if a later version has the unknown function or macro. */
function lateness(message: string, surface: ApiSurface, age: ExpressionAge): readonly string[] {
  const name = /^undeclared reference to '([^']+)'/.exec(message)?.[1];
  if (name === undefined) return [];
  const version = age === 'new' ? versionOf(surface) : surface.versions.binary;
  const since = libraries
    .filter((library) => Object.hasOwn(library.functions, name) || Object.hasOwn(library.macros ?? {}, name))
    .flatMap(({ introduced }) => (introduced === undefined ? [] : [factMinor(introduced)]))
    .sort((minor, other) => minor - other)
    .find((introduced) => introduced > version);
  if (since === undefined) return [];
  const reason =
    age === 'new'
      ? `new expressions must fit the min compatibility version ${formatMinor(version)}`
      : `the binary is ${formatMinor(version)}`;
  return [`${name} was introduced in ${formatMinor(since)}, and ${reason}`];
}
