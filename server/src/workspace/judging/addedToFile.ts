import type { AddedFinding } from '../../judge/addedFinding.ts';
import { sha256 } from '../disk/sha256.ts';

/** What a build adds to a file. Plain data. */
export interface AddedToFile {
  readonly path: string;
  /** Of the text that it is good for. */
  readonly digest: string;
  readonly added: readonly AddedFinding[];
}

/** What there is to add to a text: what is of this very text, each thing once. */
export function addedTo(text: string, builds: readonly AddedToFile[]): readonly AddedFinding[] {
  if (builds.length === 0) return [];
  const digest = sha256(text);
  const all = builds.filter((one) => one.digest === digest).flatMap(({ added }) => added);
  const said = new Set<string>();
  return all.filter(({ resource, target, finding: { path, message } }) => {
    const key = JSON.stringify([resource, target, path, message]);
    if (said.has(key)) return false;
    said.add(key);
    return true;
  });
}
