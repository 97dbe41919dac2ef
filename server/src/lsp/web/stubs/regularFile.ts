import { readFileSync } from 'node:fs';
import type * as desktop from '../../../workspace/disk/regularFile.ts';

/** Only regular files exist in memory. */
export const readRegular: typeof desktop.readRegular = (path, max) => {
  const bytes = readFileSync(path);
  return bytes.length > max ? 'too large' : bytes;
};

/** Never opens a file. */
export function readNoLink(): undefined {}
