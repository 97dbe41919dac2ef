import { readFileSync } from 'node:fs';
import type * as desktop from '../../../workspace/disk/readFile.ts';
import { disk } from '../disk.ts';

/** The editor provides files as texts and skips binary ones. */
export const readText: typeof desktop.readText = (path) => {
  const text = disk.text(path);
  if (text !== undefined) return { ok: true, text, encoding: 'utf-8' };
  return { ok: false, message: 'does not exist here', remedy: 'open it, or check the spelling' };
};

/** Files that are no texts are not handed over. */
export const readBytes: typeof desktop.readBytes = (path) =>
  disk.text(path) === undefined ? undefined : readFileSync(path);

/** As on the desktop. */
export const maxSettingBytes: typeof desktop.maxSettingBytes = 4 * 1024 * 1024;

/** There are no pipes. */
export const readPipe: typeof desktop.readPipe = (path) => readText(path);
