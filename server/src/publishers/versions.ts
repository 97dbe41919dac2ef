import { compare, parse, type SemVer } from 'semver';

/** A parsed version with its text. */
interface Known {
  readonly written: string;
  readonly version: SemVer;
}

/**
 * The newest of some versions: a release, or if there is none, a pre-release. Undefined if none is a version.
 *
 * @param current the present version: if it is a pre-release, pre-releases count as well.
 */
export function newestOf(written: readonly string[], current?: string): string | undefined {
  const known = written.flatMap((item): Known[] => {
    const version = parse(normal(item));
    return version === null ? [] : [{ written: item, version }];
  });
  const wantsAny = current !== undefined && (parse(normal(current))?.prerelease.length ?? 0) > 0;
  const released = known.filter(({ version }) => version.prerelease.length === 0);
  const chosen = wantsAny || released.length === 0 ? known : released;
  return chosen.sort((a, b) => compare(a.version, b.version)).at(-1)?.written;
}

/** Whether the first is newer than the second; false if one of them is invalid. */
export function isNewer(version: string, other: string): boolean {
  const [a, b] = [parse(normal(version)), parse(normal(other))];
  return a !== null && b !== null && compare(a, b) > 0;
}

/** Whether two are the same version, with or without a `v` in front. */
export function isSameVersion(version: string, other: string): boolean {
  return version === other || version.replace(/^v/, '') === other.replace(/^v/, '');
}

/** `v1.2` is `1.2.0`. */
function normal(written: string): string {
  const [, core = '', rest = ''] = /^v?(\d+(?:\.\d+){0,2})(.*)$/s.exec(written) ?? [];
  if (core === '') return written;
  const parts = core.split('.').map(Number);
  return `${[...parts, 0, 0].slice(0, 3).join('.')}${rest}`;
}
