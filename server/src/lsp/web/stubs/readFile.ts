import { readFileSync } from 'node:fs';
import type * as desktop from '../../../workspace/disk/readFile.ts';
import { readOpenText, readTracked } from '../../../workspace/disk/trackedFs.ts';
import { disk } from '../disk.ts';

/** The editor provides files as texts and skips binary ones. */
export const readText: typeof desktop.readText = (path, max = Number.POSITIVE_INFINITY) => {
  const open = readOpenText(path);
  if (open !== undefined) return { ok: true, text: open, encoding: 'utf-8' };
  try {
    const bytes = readTracked(path, max);
    if (typeof bytes !== 'string') return { ok: true, text: bytes.toString(), encoding: 'utf-8' };
  } catch {}
  return { ok: false, message: 'does not exist here', remedy: 'open it, or check the spelling' };
};

/** The same: files that are open have the text that the client sends. */
export const readSavedText: typeof desktop.readSavedText = (path) => readText(path);

/** Files that are no texts are not handed over. */
export const readBytes: typeof desktop.readBytes = (path) =>
  disk.text(path) === undefined ? undefined : readFileSync(path);

/** As on the desktop. */
export const maxSettingBytes: typeof desktop.maxSettingBytes = 4 * 1024 * 1024;

/** There are no pipes. */
export const readPipe: typeof desktop.readPipe = (path) => readText(path);
