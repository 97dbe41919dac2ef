/** Versions as charts and sources write them, by github.com/Masterminds/semver, which Helm, Flux and Argo CD use. */

/** `1.16.3` of `v1.16.3`, `=1.16.3`; undefined if it is not a single version. */
export function exactVersion(text: string): string | undefined {
  return /^\s*=?\s*v?(\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?)\s*$/.exec(text)?.[1];
}

/** `1.16` of a constraint that matches exactly the patches of a minor: `1.16.x`, `1.16.*`, `1.16`, `~1.16.0`. */
export function minorOfConstraint(text: string): string | undefined {
  const [, minor] = /^\s*=?\s*v?(\d{1,9}\.\d{1,9})(?:\.[xX*])?\s*$/.exec(text) ?? [];
  const [, tilde] = /^\s*~\s*v?(\d{1,9}\.\d{1,9})(?:\.(?:\d{1,9}|[xX*]))?\s*$/.exec(text) ?? [];
  return minor ?? tilde;
}
