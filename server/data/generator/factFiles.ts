import { existsSync, readFileSync } from 'node:fs';
import { IncompleteFacts } from './incompleteFacts.ts';

/** Reads a JSON file below `server/data`. Throws `IncompleteFacts` if it is missing or not JSON. */
export function readJson(path: string): unknown {
  return parseFact(readText(path), path);
}

/** Reads a file of JSON lines below `server/data`. Throws `IncompleteFacts` if it is missing or a line is not JSON. */
export function readJsonLines(path: string): unknown[] {
  return readText(path)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parseFact(line, path));
}

/** Reads a text file below `server/data`. Throws `IncompleteFacts` if it is missing. */
export function readText(path: string): string {
  const url = new URL(`../${path}`, import.meta.url);
  if (!existsSync(url)) throw new IncompleteFacts([`server/data/${path} does not exist: restore it`]);
  return readFileSync(url, 'utf8');
}

/** Parses JSON. Throws `IncompleteFacts`, which names `path`, if it is not JSON. */
export function parseFact(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new IncompleteFacts([`server/data/${path} is not JSON: ${error instanceof Error ? error.message : ''}`]);
  }
}
