import { readFileSync } from 'node:fs';
import type * as desktop from '../../../workspace/disk/regularFile.ts';

/** In memory there are regular files alone. */
export const readRegular: typeof desktop.readRegular = (path, most) => {
  const bytes = readFileSync(path);
  return bytes.length > most ? 'too large' : bytes;
};

/** Nothing can be opened without following links. */
export function readNoLink(): undefined {}
