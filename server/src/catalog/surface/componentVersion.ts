import { releaseSuffix } from '../../targets/version.ts';

/** A version as `--emulated-version` takes it. `minor` is comparable: any later major is beyond every minor of 1. */
export interface WrittenVersion {
  readonly text: string;
  readonly minor: number;
}

/** The result for the flag: no version, one version, or the reason for the refusal. */
export type ComponentVersion =
  | { readonly ok: true; readonly version: WrittenVersion | undefined }
  | { readonly ok: false; readonly reason: string };

const component = 'kube';

/**
 * Parses `--emulated-version` or `--min-compatibility-version` like the server: a comma-separated list of `1.36` or
 * `kube=1.36` with one version for the component kube and no other component (`toVersionMap` in
 * `k8s.io/component-base/compatibility`).
 */
export function parseComponentVersion(flagValue: string): ComponentVersion {
  let found: WrittenVersion | undefined;
  for (const entry of listEntries(flagValue)) {
    const equals = entry.indexOf('=');
    const name = equals < 0 ? component : entry.slice(0, equals).trim();
    const text = equals < 0 ? entry : entry.slice(equals + 1).trim();
    const version = parseVersion(text);
    if (typeof version === 'string') return { ok: false, reason: version };
    if (name !== component) return { ok: false, reason: `"${name}" is not a component of kube-apiserver` };
    if (found !== undefined)
      return { ok: false, reason: `the version is given twice, ${found.text} and ${version.text}` };
    found = version;
  }
  return { ok: true, version: found };
}

/** The list as pflag's StringSlice reads it: a CSV line, so quotes around an entry are not part of it. */
function listEntries(flagValue: string): readonly string[] {
  if (flagValue === '') return [];
  return flagValue.split(',').map((entry) => {
    const quoted = /^"((?:[^"]|"")*)"$/.exec(entry);
    return quoted === null ? entry : (quoted[1] ?? '').replaceAll('""', '"');
  });
}

/**
 * `version.Parse` of `k8s.io/apimachinery/pkg/util/version`: at least two numbers with dots, an optional v, and a suffix.
 * A patch number other than 0 is refused. The server ignores any text after the numbers; unless it is the suffix of a
 * release, it is refused here, since its author expects it to mean something.
 */
function parseVersion(text: string): WrittenVersion | string {
  const match = /^\s*v?(\d+(?:\.\d+)*)/.exec(text);
  const rest = text.slice(match?.[0].length ?? 0).trimEnd();
  const numbers = (match?.[1] ?? '').split('.');
  const [major = '', minor, patch = '0'] = numbers;
  if (match === null || minor === undefined) return `"${text}" is not a version`;
  if (major.length > 1 && major.startsWith('0')) return `"${text}" is not a version: it begins with 0`;
  if (Number(patch) !== 0) return `"${text}" has a patch number, and only a minor can be emulated`;
  if (!releaseSuffix.test(rest)) return `"${text}" has the text "${rest.trim()}" after the version`;
  const short = `${Number(major)}.${Number(minor)}`;
  return { text: short, minor: major === '1' ? Number(minor) : major === '0' ? -1 : Number.POSITIVE_INFINITY };
}
