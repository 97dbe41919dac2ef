import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

/** The files below a folder whose relative path matches, sorted, with `/` as separator; without `node_modules`. */
export function filesBelow(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => pattern.test(file) && !/(?:^|\/)node_modules\//.test(file))
    .sort()
    .map((file) => join(folder, file));
}
