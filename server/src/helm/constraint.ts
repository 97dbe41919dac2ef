import { compareSemanticVersions, parseSemanticVersion, type SemanticVersion } from '../formats/semanticVersion.ts';

/**
 * Whether a version satisfies a constraint by the rules of `semverCompare` in Helm's templates and `kubeVersion` in
 * Chart.yaml (`github.com/Masterminds/semver/v3`, `constraints.go`). Undefined if Go returns an error. npm's `semver`
 * differs: there `>1.20` matches 1.20.1, `<=1.20` a pre-release of 1.21, and a pre-release only beside one with the
 * same numbers; here one pre-release in the constraint, such as `-0`, admits every pre-release.
 */
export function satisfies(constraint: string, version: string): boolean | undefined {
  const parsed = parseConstraint(constraint);
  const checked = parseLoosely(version);
  if (parsed === undefined || checked === undefined) return undefined;
  return parsed.some((group) => {
    const takesPrereleases = group.some(({ version: semanticVersion }) => semanticVersion.prerelease.length > 0);
    if (checked.prerelease.length > 0 && !takesPrereleases) return false;
    return group.every((comparison) => holds(comparison, checked));
  });
}

interface Comparison {
  readonly operator: string;
  readonly version: SemanticVersion;
  /** The open part, as in `1.x`: the major, minor or patch number with everything after it. */
  readonly open: 'major' | 'minor' | 'patch' | undefined;
}

const longest = 512;
const maxGroups = 32;
const operators = '(?:=|!=|>=|=>|<=|=<|~>|>|<|~|\\^|)';
const identifiers = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*';
const written = `v?([0-9xX*|]+)(\\.[0-9xX*|]+)?(\\.[0-9xX*|]+)?(-${identifiers})?(?:\\+${identifiers})?`;
const unnamed = written.replace(/\((?!\?)/g, '(?:');
const range = new RegExp(`\\s*(${unnamed})\\s+-\\s+(${unnamed})\\s*`, 'g');
const regExp = new RegExp(`^(${operators})\\s*${written}`);

function parseConstraint(text: string): readonly (readonly Comparison[])[] | undefined {
  if (text.length > longest) return undefined;
  const groups = text.replace(range, '>= $1, <= $2 ').split('||');
  if (groups.length > maxGroups) return undefined;
  const parsed = groups.map(parseGroup);
  return parsed.every((group) => group !== undefined) ? parsed : undefined;
}

/** Comparisons separated by blanks or commas, all of which must hold. */
function parseGroup(text: string): readonly Comparison[] | undefined {
  const group: Comparison[] = [];
  let rest = text.trim();
  while (rest !== '' || group.length === 0) {
    const match = regExp.exec(rest);
    const comparison = match === null ? undefined : readComparison(match);
    if (match === null || comparison === undefined) return undefined;
    group.push(comparison);
    const behind = rest.slice(match[0].length);
    rest = behind.replace(/^(?:\s*,\s*|\s+)/, '');
    if (behind !== '' && (rest === behind || rest === '')) return undefined;
  }
  return group;
}

function readComparison([, operator = '', major = '', minor = '', patch = '', prerelease = '']: RegExpExecArray):
  | Comparison
  | undefined {
  const [first, second, third] = [major, minor.slice(1), patch.slice(1)];
  const open = isOpen(first) ? 'major' : isOpen(second) ? 'minor' : isOpen(third) ? 'patch' : undefined;
  const numbers = [
    open === 'major' ? '0' : first,
    open === 'major' || open === 'minor' ? '0' : second,
    open === undefined ? third : '0',
  ];
  const version = parseLoosely(`${numbers.join('.')}${prerelease}`);
  return version && { operator, version, open };
}

function isOpen(part: string): boolean {
  return part === '' || part === 'x' || part === 'X' || part === '*';
}

/** `NewVersion`: an optional v, leading zeros; missing numbers are 0. */
function parseLoosely(text: string): SemanticVersion | undefined {
  const match = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(-[^+]*)?(\+.*)?$/s.exec(text);
  if (match === null) return undefined;
  const [major, minor, patch] = match.slice(1, 4).map((number = '0') => number.replace(/^0+(?=\d)/, ''));
  return parseSemanticVersion(`${major}.${minor}.${patch}${match[4] ?? ''}${match[5] ?? ''}`);
}

function holds({ operator, version: wanted, open }: Comparison, version: SemanticVersion): boolean {
  const order = compareSemanticVersions(version, wanted);
  const [major, minor] = [compareNumber(version, wanted, 0), compareNumber(version, wanted, 1)];
  switch (operator) {
    case '!=':
      return open === undefined ? order !== 0 : differs(version, wanted, open);
    case '>':
      if (open === undefined) return order > 0;
      if (major !== 0) return major > 0;
      if (open === 'minor') return false;
      return open === 'patch' ? minor > 0 : order > 0;
    case '<':
      return order < 0;
    case '>=':
    case '=>':
      return order >= 0;
    case '<=':
    case '=<':
      if (open === undefined) return order <= 0;
      return major < 0 || (major === 0 && (minor <= 0 || open === 'minor'));
    case '^':
      return order >= 0 && withinCaret(version, wanted, open);
    case '~':
    case '~>':
      return withinTilde(version, wanted, open);
    default:
      return open === undefined ? order === 0 : withinTilde(version, wanted, open);
  }
}

function differs(version: SemanticVersion, wanted: SemanticVersion, open: Comparison['open']): boolean {
  if (compareNumber(version, wanted, 0) !== 0) return true;
  if (open === 'minor') return false;
  if (compareNumber(version, wanted, 1) !== 0) return true;
  if (open === 'patch') return version.prerelease.join('.') !== wanted.prerelease.join('.');
  return compareSemanticVersions(version, wanted) !== 0;
}

function withinTilde(version: SemanticVersion, wanted: SemanticVersion, open: Comparison['open']): boolean {
  if (compareSemanticVersions(version, wanted) < 0) return false;
  const anything = wanted.numbers.every((number) => number === 0n) && open !== 'minor' && open !== 'patch';
  if (anything) return true;
  if (compareNumber(version, wanted, 0) !== 0) return false;
  return open === 'minor' || compareNumber(version, wanted, 1) === 0;
}

function withinCaret(version: SemanticVersion, wanted: SemanticVersion, open: Comparison['open']): boolean {
  const [major = 0n, minor = 0n] = wanted.numbers;
  if (major > 0n || open === 'minor') return compareNumber(version, wanted, 0) === 0;
  if (compareNumber(version, wanted, 0) > 0) return false;
  if (minor > 0n || open === 'patch') return compareNumber(version, wanted, 1) === 0;
  return compareNumber(version, wanted, 1) <= 0 && compareNumber(version, wanted, 2) === 0;
}

function compareNumber(a: SemanticVersion, b: SemanticVersion, index: number): number {
  const [left, right] = [a.numbers[index] ?? 0n, b.numbers[index] ?? 0n];
  return left < right ? -1 : left > right ? 1 : 0;
}
