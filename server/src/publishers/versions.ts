import { compare, parse, type SemVer } from 'semver';

/** A parsed version with its text. */
interface ParsedVersion {
  readonly written: string;
  readonly version: SemVer;
}

/**
 * The newest of the versions: a release, or without releases a pre-release. Undefined if none is a version.
 *
 * @param current if it is a pre-release, pre-releases count as well.
 */
export function newestOf(written: readonly string[], current?: string): string | undefined {
  const all = written.flatMap((item): ParsedVersion[] => {
    const version = parse(normal(item));
    return version === null ? [] : [{ written: item, version }];
  });
  const isPreRelease = current !== undefined && (parse(normal(current))?.prerelease.length ?? 0) > 0;
  const released = all.filter(({ version }) => version.prerelease.length === 0);
  const chosen = isPreRelease || released.length === 0 ? all : released;
  return chosen.sort((a, b) => compare(a.version, b.version)).at(-1)?.written;
}

/** Whether a version is newer than another; false if one of them is invalid. */
export function isNewer(version: string, other: string): boolean {
  const [a, b] = [parse(normal(version)), parse(normal(other))];
  return a !== null && b !== null && compare(a, b) > 0;
}

/** Whether two versions are equal, except for a leading `v`. */
export function isSameVersion(version: string, other: string): boolean {
  return version === other || version.replace(/^v/, '') === other.replace(/^v/, '');
}

/** `1.2.0` for `v1.2`. */
function normal(written: string): string {
  const [, core = '', suffix = ''] = /^v?(\d+(?:\.\d+){0,2})(.*)$/s.exec(written) ?? [];
  if (core === '') return written;
  const parts = core.split('.').map(Number);
  return `${[...parts, 0, 0].slice(0, 3).join('.')}${suffix}`;
}
