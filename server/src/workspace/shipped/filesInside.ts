/** The files that ship with the program, where they lie in the program itself: a single executable has nothing beside it. */
export interface FilesInside {
  /** The text of a file by its path below the bundle, such as `crds/calico.json`; undefined where there is none. */
  text(name: string): string | undefined;
  /** The names of the files in a folder below the bundle. */
  names(folder: string): readonly string[];
  /** What a thread runs in place of a script: JavaScript, whose first argument is what the thread is. */
  readonly threadCode: string;
}

let files: FilesInside | undefined;

/** Has everything read what ships with the program from the program itself. */
export function readFromInside(from: FilesInside): void {
  files = from;
}

/** The files in the program; undefined where they lie beside it. */
export function filesInside(): FilesInside | undefined {
  return files;
}
