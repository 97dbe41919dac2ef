/** Versions as charts and sources write them, by github.com/Masterminds/semver, which Helm, Flux and Argo CD use. */

/** The version in `v1.16.3` or `=1.16.3`: `1.16.3`; undefined if it is not a single version. */
export function exactVersion(text: string): string | undefined {
  return /^\s*=?\s*v?(\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?)\s*$/.exec(text)?.[1];
}

/** The minor of a constraint that matches only its patches: `1.16` for `1.16.x`, `1.16.*`, `1.16` and `~1.16.0`. */
export function minorOfConstraint(text: string): string | undefined {
  const [, minor] = /^\s*=?\s*v?(\d{1,9}\.\d{1,9})(?:\.[xX*])?\s*$/.exec(text) ?? [];
  const [, tilde] = /^\s*~\s*v?(\d{1,9}\.\d{1,9})(?:\.(?:\d{1,9}|[xX*]))?\s*$/.exec(text) ?? [];
  return minor ?? tilde;
}
