/**
 * The last element of a path, independent of the system that wrote it: file types depend on names everywhere.
 *
 * @param path with `/`, or with `\` as on Windows.
 */
export function fileNameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
