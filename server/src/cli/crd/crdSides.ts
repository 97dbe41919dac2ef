import { resolve } from 'node:path';
import type { CustomDefinition } from '../../crd/definition.ts';
import { definitionsIn } from '../../crd/definitionList.ts';
import { definitionsOfText } from '../../workspace/definitions/definitionsOfFile.ts';
import { discover } from '../../workspace/disk/discover.ts';
import { readText } from '../../workspace/disk/readFile.ts';
import { Kustomizations } from '../../workspace/kustomize/kustomizations.ts';
import { filesAtRevision } from '../../workspace/programs/gitRevision.ts';
import { UsageError } from '../flags/arguments.ts';

/** A definition with the file that it is in. */
export interface FoundDefinition {
  readonly file: string;
  /** The absolute file; undefined for a live cluster. */
  readonly path: string | undefined;
  readonly text: string;
  readonly definition: CustomDefinition;
}

/** Reports an unreadable file. */
type ReportProblem = (file: string, message: string, remedy: string) => void;

const gitPrefix = 'git:';
/** The prefix of a live target's name. */
export const livePrefix = 'live:';

/**
 * Returns the file with the last read data of a live target's cluster. Throws a {@link UsageError} if there is none.
 */
export type LiveFile = (target: string) => string;

/**
 * The definitions of one side of a comparison: a file, a folder, `git:REF` for earlier versions of the other side's
 * files, or `live:TARGET` for a cluster's, limited to those of the other side. Of several definitions of one kind the
 * first counts. Throws a {@link UsageError} for an invalid side.
 */
export function readComparedSide(
  side: string,
  other: string,
  cwd: string,
  live: LiveFile,
  report: ReportProblem,
): readonly FoundDefinition[] {
  const found = new Map<string, FoundDefinition>();
  const kustomizations = new Kustomizations();
  for (const { file, path, text } of filesOf(side, other, cwd, live, report)) {
    const definitions =
      path === undefined ? definitionsIn(text, file) : definitionsOfText(text, { path, file }, kustomizations);
    for (const definition of definitions) {
      const key = `${definition.kind}.${definition.group}`;
      if (!found.has(key)) found.set(key, { file, path, text, definition });
    }
  }
  // At a revision there may have been none yet.
  if (found.size === 0 && !side.startsWith(gitPrefix)) {
    throw new UsageError(`there is no CustomResourceDefinition in ${side}`, 'name a file or folder with definitions');
  }
  return [...found.values()];
}

function filesOf(
  side: string,
  other: string,
  cwd: string,
  live: LiveFile,
  report: ReportProblem,
): readonly { readonly file: string; readonly path: string | undefined; readonly text: string }[] {
  if (side.startsWith(livePrefix)) {
    const content = readText(live(side.slice(livePrefix.length)));
    if (!content.ok) throw new UsageError(`${side} ${content.message}`, content.remedy);
    return [{ file: side, path: undefined, text: content.text }];
  }
  if (side.startsWith(gitPrefix)) {
    if (other.startsWith(gitPrefix)) throw new UsageError('only one side can be git:REF', 'name a path for the other');
    const paths = discover([other], cwd).files.map(({ path }) => path);
    const read = filesAtRevision(side.slice(gitPrefix.length), paths, cwd);
    if (!read.ok) throw new UsageError(`${side}: ${read.message}`, read.remedy);
    return read.files.map(({ path, text }) => ({ file: path, path: resolve(cwd, path), text }));
  }
  const found = discover([side], cwd);
  for (const { file, message, remedy, missing, counts } of found.problems) {
    if (missing) throw new UsageError(`${file} ${message}`, remedy);
    if (counts) report(file, message, remedy);
  }
  return found.files.flatMap(({ path, file }) => {
    const content = readText(path);
    if (!content.ok) report(file, content.message, content.remedy);
    return content.ok ? [{ file, path, text: content.text }] : [];
  });
}
