/** Where a project publishes its definitions: a repository, the places in it, the newest first, and how its releases are called. */
export interface Publication {
  readonly set: string;
  readonly repository: string;
  /** Folders or files, or patterns of files. */
  readonly paths: readonly (string | RegExp)[];
  readonly isRelease: RegExp;
  readonly leftOut: readonly string[];
}

/** A release that a set does not have yet. */
export interface NewRelease {
  readonly set: string;
  /** The tag or branch. */
  readonly release: string;
  readonly repository: string;
}

/**
 * The releases of minors after the newest in a set, the last patch of each, oldest first. Names with special meaning to
 * a shell or git are skipped.
 */
export function newReleases(
  { set, repository, isRelease }: Publication,
  known: readonly string[],
  published: readonly string[],
): readonly NewRelease[] {
  const newest = known.map(numbersOf).sort(compare).at(-1) ?? [];
  const last = new Map<string, string>();
  const found = published
    .filter((name) => isRelease.test(name) && /^[\w][\w.+/-]*$/.test(name) && !name.includes('..'))
    .filter((name) => compare(numbersOf(name).slice(0, 2), newest.slice(0, 2)) > 0)
    .sort((a, b) => compare(numbersOf(a), numbersOf(b)));
  for (const name of found) last.set(numbersOf(name).slice(0, 2).join('.'), name);
  return [...last.values()].map((release) => ({ set, release, repository }));
}

/** The names of the tags and branches that `git ls-remote --tags --heads --refs` prints. */
export function refsIn(printed: string): readonly string[] {
  return printed.split('\n').flatMap((line) => /\trefs\/(?:tags|heads)\/(.+)$/.exec(line)?.[1] ?? []);
}

function numbersOf(name: string): readonly number[] {
  return (/\d+(?:\.\d+)+/.exec(name)?.[0] ?? '0').split('.').map(Number);
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
