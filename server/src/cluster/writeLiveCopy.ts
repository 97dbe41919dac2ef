import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { FieldTextsPack } from '../catalog/fieldTexts.ts';
import { copyFormat } from '../live/decodeSnapshot.ts';
import type { LiveSnapshot } from '../live/snapshot.ts';
import { explainWriteError } from '../workspace/disk/ioError.ts';
import { putFile, type RefusedWrite } from '../workspace/disk/replaceFile.ts';
import { cacheFolder, definitionsName, liveFolder, textsName } from '../workspace/settings/liveCopies.ts';

/** The data read from a cluster. */
export interface CopiedCluster {
  readonly snapshot: LiveSnapshot;
  /** A `List` of its CustomResourceDefinitions, as JSON. */
  readonly definitions: string;
  /** Its field descriptions; undefined if it has none. */
  readonly texts: FieldTextsPack | undefined;
}

/**
 * Writes the copy of a live target atomically: the definitions and descriptions first, under names by content, then the
 * file that references them.
 */
export function writeLiveCopy(
  folder: string,
  name: string,
  { snapshot, definitions, texts }: CopiedCluster,
): RefusedWrite | undefined {
  try {
    const into = copyFolder(folder);
    if (into === undefined) {
      return { message: `${cacheFolder} leads out of the workspace`, remedy: `remove ${join(folder, cacheFolder)}` };
    }
    const described = texts === undefined ? '' : JSON.stringify(texts);
    const digests = { definitions: digestOf(definitions), ...(described === '' ? {} : { texts: digestOf(described) }) };
    const parts = new Map([[definitionsName(name, digests.definitions), definitions]]);
    if (digests.texts !== undefined) parts.set(textsName(name, digests.texts), described);
    for (const [file, text] of parts) putFile(join(into, file), text);
    putFile(join(into, `${name}.json`), `${JSON.stringify({ format: copyFormat, ...snapshot, ...digests })}\n`);
    for (const file of readdirSync(into)) {
      if (!parts.has(file) && isPartOf(file, name)) rmSync(join(into, file), { force: true });
    }
    return undefined;
  } catch (error) {
    const { message, remedy } = explainWriteError(error);
    return { message: `the copy ${message}`, remedy };
  }
}

/** The folder of the copies, made where it is not there; undefined if it leads out of the workspace. */
function copyFolder(folder: string): string | undefined {
  const cache = join(folder, cacheFolder);
  if (!existsSync(cache)) mkdirSync(cache);
  if (!isInside(cache, folder)) return undefined;
  const ignore = join(cache, '.gitignore');
  if (!existsSync(ignore)) writeFileSync(ignore, '*\n', { flag: 'wx' });
  const live = join(cache, liveFolder);
  if (!existsSync(live)) mkdirSync(live);
  return isInside(live, folder) ? live : undefined;
}

/** Links are resolved. */
function isInside(path: string, folder: string): boolean {
  return realpathSync(path).startsWith(realpathSync(folder) + sep);
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function isPartOf(file: string, name: string): boolean {
  return file.startsWith(`${name}.`) && /^\.[0-9a-f]{16}\.(?:crds|texts)\.json$/.test(file.slice(name.length));
}
