import type * as desktop from '../../catalogueOfEditor.ts';

/** In a browser there is the catalogue that ships with the extension. */
export class CatalogueOfEditor implements Pick<desktop.CatalogueOfEditor, 'start' | 'look'> {
  start(): void {}

  look(): string {
    return '';
  }
}
