import { compareSemanticVersions, parseSemanticVersion, type SemanticVersion } from '../formats/semanticVersion.ts';
import type { CelFunction, Functions } from './function.ts';
import { bool, type CelValue, failure, int, intMax } from './values.ts';

// Source: k8s.io/apiserver pkg/cel/library/semverlib.go.

/** The functions of semantic versions. */
export const versionFunctions: Functions = {
  isSemver: (args) => {
    const text = textOf(args);
    return text === undefined ? undefined : bool(parseSemanticVersion(text) !== undefined);
  },
  semver: (args) => {
    const text = textOf(args);
    if (text === undefined) return undefined;
    const value = parseSemanticVersion(text);
    return value === undefined ? failure('invalid semantic version') : { type: 'semver', value };
  },
  major: part(0),
  minor: part(1),
  patch: part(2),
  isGreaterThan: comparing((order) => bool(order > 0)),
  isLessThan: comparing((order) => bool(order < 0)),
  compareTo: comparing((order) => int(Math.sign(order))),
};

function textOf([text, normalizes]: readonly CelValue[]): string | undefined {
  if (text?.type !== 'string') return undefined;
  if (normalizes === undefined) return text.value;
  return normalizes.type === 'bool' ? (normalizes.value ? normalized(text.value) : text.value) : undefined;
}

/** Without a `v` before it and leading zeros, and with three numbers: `normalizeAndParse`. */
function normalized(text: string): string {
  const [major = '', minor, ...rest] = text.replace(/^v/, '').split('.');
  const parts = minor === undefined ? [major] : [major, minor, ...(rest.length === 0 ? [] : [rest.join('.')])];
  const trimmed = parts.map((item) => (item.length > 1 ? item.replace(/^0+/, '').replace(/^(?![0-9])/, '0') : item));
  // A short form may only have numbers; others are not parsed.
  if (trimmed.length < 3 && /[+-]/.test(trimmed.at(-1) ?? '')) return '';
  return [...trimmed, '0', '0'].slice(0, 3).join('.');
}

function part(index: number): CelFunction {
  return ([version]) => {
    const value = version?.type === 'semver' ? version.value.numbers[index] : undefined;
    return value === undefined || value > intMax ? undefined : int(value);
  };
}

function comparing(answer: (order: number) => CelValue): CelFunction {
  return ([celValue, other]) => {
    const [left, right] = [versionOf(celValue), versionOf(other)];
    return left === undefined || right === undefined ? undefined : answer(compareSemanticVersions(left, right));
  };
}

function versionOf(value: CelValue | undefined): SemanticVersion | undefined {
  return value?.type === 'semver' ? value.value : undefined;
}
