import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { copyFormat } from '../live/decodeSnapshot.ts';
import type { LiveSnapshot } from '../live/snapshot.ts';
import { explainIoError } from '../workspace/disk/ioError.ts';
import { putFile, type RefusedWrite } from '../workspace/disk/replaceFile.ts';
import { cacheFolder, definitionsName, liveFolder } from '../workspace/settings/liveCopies.ts';

/**
 * Writes the copy of a live target, as a whole or not at all: the definitions first, under a name by their content, and
 * then what refers to them.
 */
export function writeLiveCopy(
  folder: string,
  name: string,
  snapshot: LiveSnapshot,
  definitions: string,
): RefusedWrite | undefined {
  try {
    const into = copyFolder(folder);
    if (into === undefined) {
      return { message: `${cacheFolder} leads out of the workspace`, remedy: `remove ${join(folder, cacheFolder)}` };
    }
    const digest = createHash('sha256').update(definitions).digest('hex').slice(0, 16);
    const own = definitionsName(name, digest);
    putFile(join(into, own), definitions);
    putFile(
      join(into, `${name}.json`),
      `${JSON.stringify({ format: copyFormat, ...snapshot, definitions: digest })}\n`,
    );
    for (const file of readdirSync(into)) {
      if (file !== own && isDefinitionsOf(file, name)) rmSync(join(into, file), { force: true });
    }
    return undefined;
  } catch (error) {
    const { message, remedy } = explainIoError(error);
    return { message: `the copy ${message.replace('read', 'written')}`, remedy };
  }
}

/** The folder of the copies, made where it is not there; undefined where it leads out of the workspace. */
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

/** Links count as what they lead to. */
function isInside(path: string, folder: string): boolean {
  return realpathSync(path).startsWith(realpathSync(folder) + sep);
}

function isDefinitionsOf(file: string, name: string): boolean {
  return file.startsWith(`${name}.`) && /^\.[0-9a-f]{16}\.crds\.json$/.test(file.slice(name.length));
}
