import { join } from 'node:path';
import { decodeSnapshot } from '../../live/decodeSnapshot.ts';
import { textAt } from '../../live/json.ts';
import type { LiveSnapshot } from '../../live/snapshot.ts';
import { isBelow } from '../disk/isBelow.ts';
import { readText } from '../disk/readFile.ts';
import { pathExists, realPath, statOf } from '../disk/trackedFs.ts';

/** The folder of the copies, beside the configuration. It ignores itself in git. */
export const cacheFolder = '.kubecompat';
/** The folder in it. */
export const liveFolder = 'live';

/** Larger than any cluster without its definitions. */
const maxBytes = 32 * 1024 * 1024;

/** A copy of the data read from a cluster. */
export interface LiveCopy {
  readonly ok: true;
  readonly snapshot: LiveSnapshot;
  /** Absolute. */
  readonly path: string;
  /** The CustomResourceDefinitions, absolute; read only when there is a custom resource. */
  readonly definitions: string;
  /** Of the definitions: 16 hexadecimal digits. */
  readonly digest: string;
  /** The absolute path of the server's field descriptions; undefined if they were not read. */
  readonly texts: string | undefined;
}

/** Why there is no copy. */
export interface CopyProblem {
  readonly ok: false;
  readonly message: string;
  readonly remedy: string;
}

/**
 * Reads the copy of a live target. It is in the workspace and so untrusted: anything but a copy in our format, of the
 * configured context, is ignored.
 *
 * @param folder that of the configuration.
 */
export function readLiveCopy(folder: string, name: string, context: string): LiveCopy | CopyProblem {
  const path = join(folder, cacheFolder, liveFolder, `${name}.json`);
  const anew = (message: string): CopyProblem => ({
    ok: false,
    message: `the cluster of context ${context} ${message}`,
    remedy: `read it: kubecompat targets refresh ${name}`,
  });
  const unusable = anew('has a copy that cannot be used');
  if (!pathExists(path)) return anew('has not been read yet');
  try {
    const entry = statOf(path);
    if (!isInside(path, folder) || entry?.isFile() !== true || entry.size > maxBytes) return unusable;
    const content = readText(path);
    const copy: unknown = content.ok ? JSON.parse(content.text) : undefined;
    const snapshot = decodeSnapshot(copy);
    const digest = textAt(copy, 'definitions') ?? '';
    if (snapshot === undefined || !/^[0-9a-f]{16}$/.test(digest)) return unusable;
    if (snapshot.context !== context) return anew('has not been read yet: the copy is of another context');
    const definitions = join(folder, cacheFolder, liveFolder, definitionsName(name, digest));
    if (!pathExists(definitions) || !isInside(definitions, folder)) return anew('has an incomplete copy');
    return { ok: true, snapshot, path, definitions, digest, texts: textsOf(copy, folder, name) };
  } catch {
    return unusable;
  }
}

/** The name of the file with the definitions, by their content: `digest` is 16 hexadecimal digits. */
export function definitionsName(name: string, digest: string): string {
  return `${name}.${digest}.crds.json`;
}

/** The name of the file with the server's field descriptions, likewise. */
export function textsName(name: string, digest: string): string {
  return `${name}.${digest}.texts.json`;
}

function textsOf(copy: unknown, folder: string, name: string): string | undefined {
  const digest = textAt(copy, 'texts') ?? '';
  if (!/^[0-9a-f]{16}$/.test(digest)) return undefined;
  const path = join(folder, cacheFolder, liveFolder, textsName(name, digest));
  return pathExists(path) && isInside(path, folder) ? path : undefined;
}

/** Links are resolved. */
function isInside(path: string, folder: string): boolean {
  return isBelow(realPath(path), realPath(folder));
}
