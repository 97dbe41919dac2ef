import type { CustomDefinition } from '../crd/definition.ts';
import { definitionsIn } from '../crd/definitionList.ts';
import { discover } from '../workspace/discover.ts';
import { filesAtRevision } from '../workspace/gitRevision.ts';
import { readText } from '../workspace/readFile.ts';
import { UsageError } from './arguments.ts';

/** A definition with the file that it is in. */
export interface FoundDefinition {
  readonly file: string;
  readonly text: string;
  readonly definition: CustomDefinition;
}

/** Takes what could not be read. */
type Tell = (file: string, message: string, remedy: string) => void;

const gitPrefix = 'git:';

/**
 * The definitions of one side of a comparison: a file, a folder, or `git:REF`, the files of the other side as they were.
 * Of several definitions of one kind the first counts. Throws a {@link UsageError} for a side that cannot be.
 */
export function readSide(side: string, other: string, cwd: string, tell: Tell): readonly FoundDefinition[] {
  const found = new Map<string, FoundDefinition>();
  for (const { file, text } of filesOf(side, other, cwd, tell)) {
    for (const definition of definitionsIn(text, file)) {
      const key = `${definition.kind}.${definition.group}`;
      if (!found.has(key)) found.set(key, { file, text, definition });
    }
  }
  // At a revision there may have been none yet.
  if (found.size === 0 && !side.startsWith(gitPrefix)) {
    throw new UsageError(`there is no CustomResourceDefinition in ${side}`, 'name a file or folder that has some');
  }
  return [...found.values()];
}

function filesOf(
  side: string,
  other: string,
  cwd: string,
  tell: Tell,
): readonly { readonly file: string; readonly text: string }[] {
  if (side.startsWith(gitPrefix)) {
    if (other.startsWith(gitPrefix)) throw new UsageError('only one side can be git:REF', 'name a path for the other');
    const paths = discover([other], cwd).files.map(({ path }) => path);
    const read = filesAtRevision(side.slice(gitPrefix.length), paths, cwd);
    if (!read.ok) throw new UsageError(`${side}: ${read.message}`, read.remedy);
    return read.files.map(({ path, text }) => ({ file: path, text }));
  }
  const found = discover([side], cwd);
  for (const { file, message, remedy, missing, counts } of found.problems) {
    if (missing) throw new UsageError(`${file} ${message}`, remedy);
    if (counts) tell(file, message, remedy);
  }
  return found.files.flatMap(({ path, file }) => {
    const content = readText(path);
    if (!content.ok) tell(file, content.message, content.remedy);
    return content.ok ? [{ file, text: content.text }] : [];
  });
}
