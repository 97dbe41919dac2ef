import { readManifest } from '../../../manifest/read/readManifest.ts';
import { Cursor } from '../../cursor.ts';
import { documentValue } from '../documentValue.ts';
import { fileAt, joinPath, type NeighbouringFiles, nameOf } from '../neighbouringFiles.ts';
import { type Budget, openValue, type SourceFile, type TextValue, type Value } from '../value.ts';
import { ignoredReason } from './folder.ts';

/** The files that functions may read. */
export interface DataFiles {
  readonly surroundings: NeighbouringFiles;
  readonly budget: Budget;
  /** The folder of the module; paths from `path.module` begin with it. */
  readonly folder: string;
  /** The folder that the tool runs in; other paths are relative to it. */
  readonly root: string;
}

/**
 * `file()`, `fileexists()`, `yamldecode()` and `jsondecode()`, of files beside or below the code
 * (https://developer.hashicorp.com/terraform/language/functions/file). Undefined for other functions.
 */
export function callWithFiles(name: string, values: readonly Value[], files: DataFiles): Value | undefined {
  const [first] = values;
  if (first === undefined) return undefined;
  switch (name) {
    case 'file':
      return first.kind === 'text' ? fileText(first.text, files) : first;
    case 'fileexists': {
      if (first.kind !== 'text') return first;
      const found = readFile(first.text, files) !== undefined;
      return { ...first, type: 'boolean', text: String(found), isGenerated: true };
    }
    case 'yamldecode':
    case 'jsondecode':
      return first.kind === 'text' ? decoded(first, files.budget) : first;
    default:
      return undefined;
  }
}

function readFile(path: string, { folder, root, surroundings }: DataFiles): SourceFile | undefined {
  const base = [folder, root].find((parent) => parent !== '' && path.startsWith(`${parent}/`));
  // Other absolute paths are not read.
  if (base === undefined && path.startsWith('/')) return undefined;
  const resolved = base === undefined ? joinPath(root, path) : joinPath(base, path.slice(base.length + 1));
  return fileAt(resolved, surroundings);
}

function fileText(path: string, files: DataFiles): Value {
  const file = readFile(path, files);
  if (file === undefined) return { ...openValue(`the file ${nameOf(path)} cannot be read`), missing: true };
  const refused = ignoredReason(file.text);
  if (refused !== undefined) return openValue(`the file ${nameOf(path)} ${refused}`);
  const span = { start: 0, end: file.text.length };
  return { kind: 'text', type: 'string', text: file.text, origin: { file, span } };
}

/** The value of a YAML or JSON document; only one in a file has positions. */
function decoded(written: TextValue, budget: Budget): Value {
  const { text, origin } = written;
  const [document, more] = readManifest(text).documents;
  const broken = document?.root === undefined || document.problems.length > 0 || more !== undefined;
  if (broken) return openValue(`${nameOf(origin.file.path)} does not decode to a single document`);
  const isFile = written.isGenerated === undefined && origin.file.text === text;
  const file = isFile ? origin.file : { path: '', text };
  return documentValue(Cursor.root(text, document.root), { file, budget, special: () => undefined });
}
