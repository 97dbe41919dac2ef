import { readFileSync } from 'node:fs';

/** The text of the catalogue. The build puts the text itself in the place of this module, so that the package reads no file. */
export function catalogueText(): string {
  return readFileSync(new URL('../../data/catalog.json', import.meta.url), 'utf8');
}
