/** A version by semver.org without its build metadata, which has no part in the order. */
export interface SemanticVersion {
  /** Major, minor and patch. */
  readonly numbers: readonly bigint[];
  /** The parts of the pre-release; empty for a release. */
  readonly prerelease: readonly string[];
}

const number = '(0|[1-9][0-9]*)';
const identifiers = '([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)';
const pattern = new RegExp(`^${number}\\.${number}\\.${number}(?:-${identifiers})?(?:\\+${identifiers})?$`);
const numeric = /^[0-9]+$/;
const largest = 2n ** 64n - 1n;

/** Reads a version as `semver.Parse` of `github.com/blang/semver/v4` does: all three numbers, no `v` before them. */
export function parseSemanticVersion(text: string): SemanticVersion | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const numbers = match.slice(1, 4).map(BigInt);
  const prerelease = match[4]?.split('.') ?? [];
  if (numbers.some((candidate) => candidate > largest)) return undefined;
  if (prerelease.some((part) => numeric.test(part) && part.length > 1 && part.startsWith('0'))) return undefined;
  return { numbers, prerelease };
}

/** Less than, equal to or greater than 0 as the first version is older than, equal to or newer than the second. */
export function compareSemanticVersions(a: SemanticVersion, b: SemanticVersion): number {
  for (const [index, left] of a.numbers.entries()) {
    const right = b.numbers[index] ?? 0n;
    if (left !== right) return left < right ? -1 : 1;
  }
  // A pre-release comes before its release.
  if (a.prerelease.length === 0 || b.prerelease.length === 0) return b.prerelease.length - a.prerelease.length;
  for (const [index, left] of a.prerelease.entries()) {
    const right = b.prerelease[index];
    if (right === undefined) return 1;
    const order = comparePart(left, right);
    if (order !== 0) return order;
  }
  return a.prerelease.length - b.prerelease.length;
}

function comparePart(a: string, b: string): number {
  const [left, right] = [numeric.test(a), numeric.test(b)];
  if (left !== right) return left ? -1 : 1;
  if (!left) return a < b ? -1 : a > b ? 1 : 0;
  return BigInt(a) < BigInt(b) ? -1 : BigInt(a) > BigInt(b) ? 1 : 0;
}
