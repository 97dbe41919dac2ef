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
export function compareSemanticVersions(first: SemanticVersion, second: SemanticVersion): number {
  for (const [index, left] of first.numbers.entries()) {
    const right = second.numbers[index] ?? 0n;
    if (left !== right) return left < right ? -1 : 1;
  }
  // A pre-release comes before its release.
  if (first.prerelease.length === 0 || second.prerelease.length === 0)
    return second.prerelease.length - first.prerelease.length;
  for (const [index, left] of first.prerelease.entries()) {
    const right = second.prerelease[index];
    if (right === undefined) return 1;
    const order = comparePart(left, right);
    if (order !== 0) return order;
  }
  return first.prerelease.length - second.prerelease.length;
}

function comparePart(first: string, second: string): number {
  const [left, right] = [numeric.test(first), numeric.test(second)];
  if (left !== right) return left ? -1 : 1;
  if (!left) return first < second ? -1 : first > second ? 1 : 0;
  return BigInt(first) < BigInt(second) ? -1 : BigInt(first) > BigInt(second) ? 1 : 0;
}
