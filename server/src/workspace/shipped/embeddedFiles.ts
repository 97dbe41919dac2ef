/** The shipped files, embedded in the program: a single executable has no files beside it. */
export interface EmbeddedFiles {
  /** The text of a file by its path below the bundle, such as `crds/calico.json`; undefined if there is none. */
  text(name: string): string | undefined;
  /** The names of the files in a folder below the bundle. */
  names(folder: string): readonly string[];
  /** The code of a thread in place of a script: JavaScript, whose first argument selects the thread. */
  readonly threadCode: string;
}

let files: EmbeddedFiles | undefined;

/** Makes all readers use the embedded files. */
export function readFromExecutable(from: EmbeddedFiles): void {
  files = from;
}

/** The embedded files; undefined if they are beside the program. */
export function embeddedFiles(): EmbeddedFiles | undefined {
  return files;
}
