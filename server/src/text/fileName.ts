/**
 * The last element of a path on any operating system.
 *
 * @param path with `/`, or with `\` as on Windows.
 */
export function fileNameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
