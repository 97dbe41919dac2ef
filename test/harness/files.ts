import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

/** The files below a folder whose path from there matches, sorted, with `/` between the parts; none of packages. */
export function filesBelow(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => pattern.test(file) && !/(?:^|\/)node_modules\//.test(file))
    .sort()
    .map((file) => join(folder, file));
}
