/**
 * Where the pages of the site lie, below its address. The site is made with these rules, and the editor and the command
 * line link by them. Names are in lower case, as some systems take files by whatever case.
 */

/** The page of a kind through all releases: `kinds/apps/deployment.html`. */
export function kindPagePath(group: string, kind: string): string {
  return `kinds/${group === '' ? 'core' : group}/${kind.toLowerCase()}.html`;
}

/** The page of a code of findings. */
export function findingPagePath(code: string): string {
  return `findings/${code}.html`;
}

/**
 * The place of a field in the page of its kind, after `#`.
 *
 * @param path names of fields, such as `spec.containers[].name`; marks of lists and maps do not count.
 */
export function fieldAnchor(path: string): string {
  return path.replaceAll(/\[\]|\{\}/g, '');
}
