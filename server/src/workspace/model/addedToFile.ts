import { type AddedFinding, type BuildResultsOfText, noBuilds } from '../../judge/addedFinding.ts';
import { sha256 } from '../ground/sha256.ts';

/** The build results of a file. Plain data. */
export interface AddedToFile {
  readonly path: string;
  /** The digest of the text that they are valid for. */
  readonly digest: string;
  readonly added: readonly AddedFinding[];
  /** The folders of the kustomizations that build it. */
  readonly builds: readonly string[];
  /** The file's own findings that builds confirm, with the names of these builds, as in {@link BuildResultsOfText}. */
  readonly confirmed: readonly (readonly [string, readonly string[]])[];
}

/**
 * The distinct findings for exactly this text.
 *
 * @param deciders the folders of all kustomizations that build the file; undefined or empty if no build decides about
 * it.
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
  return { added, confirmed: isDecided ? confirmedIn(ofText) : undefined, builds: built.size };
}

function confirmedIn(files: readonly AddedToFile[]): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, readonly string[]>();
  for (const { confirmed } of files) {
    for (const [key, names] of confirmed) all.set(key, [...new Set([...(all.get(key) ?? []), ...names])]);
  }
  return all;
}
