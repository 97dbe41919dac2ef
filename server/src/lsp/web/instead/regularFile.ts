import { readFileSync } from 'node:fs';
import type * as desktop from '../../../workspace/disk/regularFile.ts';

/** Only regular files exist in memory. */
export const readRegular: typeof desktop.readRegular = (path, most) => {
  const bytes = readFileSync(path);
  return bytes.length > most ? 'too large' : bytes;
};

/** Never opens a file. */
export function readNoLink(): undefined {}
