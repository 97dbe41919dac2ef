import type * as desktop from '../../catalogueOfEditor.ts';

/** In a browser there is the catalogue that ships with the extension. */
export class CatalogueOfEditor implements Pick<desktop.CatalogueOfEditor, 'message' | 'start'> {
  start(): void {}

  message(): string {
    return '';
  }
}
