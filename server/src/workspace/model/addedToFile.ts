import { type AddedFinding, type BuildResultsOfText, noBuilds } from '../../judge/addedFinding.ts';
import { sha256 } from '../disk/sha256.ts';

/** What builds say of a file. Plain data. */
export interface AddedToFile {
  readonly path: string;
  /** Of the text that it is good for. */
  readonly digest: string;
  readonly added: readonly AddedFinding[];
  /** The folders of the kustomizations that were built of it. */
  readonly builds: readonly string[];
  /** What they have of the findings that the file has by itself, as {@link BuildResultsOfText} has it. */
  readonly confirmed: readonly string[];
}

/**
 * What there is to say of a text: what is of this very text, each thing once.
 *
 * @param deciders the folders of all kustomizations that build the file into something; undefined or empty where nothing
 * that is built decides about it.
 */
export function findingsToAdd(
  text: string,
  files: readonly AddedToFile[],
  deciders: () => readonly string[] | undefined,
): BuildResultsOfText {
  if (files.length === 0) return noBuilds;
  const digest = sha256(text);
  const ofText = files.filter((file) => file.digest === digest);
  const reported = new Set<string>();
  const added = ofText
    .flatMap((addedToFile) => addedToFile.added)
    .filter(({ resource, target, finding: { code, path, message, span } }) => {
      const key = JSON.stringify([
        target,
        ...(resource === undefined ? [span, code, message] : [resource, path, message]),
      ]);
      if (reported.has(key)) return false;
      reported.add(key);
      return true;
    });
  const built = new Set(ofText.flatMap(({ builds }) => builds));
  const all = built.size === 0 ? [] : (deciders() ?? []);
  const isDecided = all.length > 0 && all.every((folder) => built.has(folder));
  return { added, confirmed: isDecided ? new Set(ofText.flatMap(({ confirmed }) => confirmed)) : undefined };
}
