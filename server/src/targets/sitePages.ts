/**
 * The addresses of pages below the site's address. The site is generated with these rules; the editor and the command
 * line link with them. Names are in lower case, because some file systems ignore case.
 */

/** The page of a kind in all releases: `kinds/apps/deployment.html`. */
export function kindPagePath(group: string, kind: string): string {
  return `kinds/${group === '' ? 'core' : group}/${kind.toLowerCase()}.html`;
}

/** The page of a code of findings. */
export function findingPagePath(code: string): string {
  return `findings/${code}.html`;
}

/**
 * The anchor of a field in the page of its kind, after `#`.
 *
 * @param path field names, such as `spec.containers[].name`; list and map markers are ignored.
 */
export function fieldAnchor(path: string): string {
  return path.replaceAll(/\[\]|\{\}/g, '');
}
