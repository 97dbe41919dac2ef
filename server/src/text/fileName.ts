/**
 * The last name of a file's path, whichever system wrote the path: what a file is called decides the same everywhere.
 *
 * @param path with `/`, or with `\` as on Windows.
 */
export function fileNameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
