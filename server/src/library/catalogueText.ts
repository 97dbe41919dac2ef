import { readFileSync } from 'node:fs';

/** The text of the catalogue. The build replaces this module by the text itself, so that the package reads no file. */
export function catalogueText(): string {
  return readFileSync(new URL('../../data/catalog.json', import.meta.url), 'utf8');
}
