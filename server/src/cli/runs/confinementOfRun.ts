import { existsSync, lstatSync, realpathSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Confinement, repositoryAround } from '../../workspace/disk/confinement.ts';

/** The switch of every command that lets links lead anywhere. */
export const followLinksFlag = '--follow-links';

/**
 * The file access of a run: its workspace is the working folder, its repository and the paths on the command line, and
 * links may not lead out of it, unless named directly. Undefined if the user allows all links.
 */
export function confinementOfRun(args: readonly string[], cwd: string): Confinement | undefined {
  if (args.includes(followLinksFlag)) return undefined;
  const named = args.flatMap((arg) => [arg, arg.slice(arg.indexOf('=') + 1)]).map((name) => resolve(cwd, name));
  const folders = new Set([cwd, repositoryAround(cwd)]);
  for (const path of named) {
    const entry = entryOf(path);
    if (entry?.isDirectory() === true) folders.add(path).add(repositoryAround(path));
    else if (entry?.isSymbolicLink() === true && existsSync(path)) folders.add(path).add(realpathSync(path));
    else if (entry !== undefined) folders.add(repositoryAround(dirname(path)));
  }
  return { folders: [...folders], isStrict: false };
}

/** An argument need not be a path at all. */
function entryOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
