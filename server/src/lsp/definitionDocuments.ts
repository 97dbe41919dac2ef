import { URI } from 'vscode-uri';
import type { CustomDefinition } from '../crd/definition.ts';
import { parsedUri } from './uris.ts';

/** The maximum number of documents; the oldest are dropped first. */
const maxDocuments = 50;

const folder = '/crd/';

/** Whether a document was shown by {@link DefinitionDocuments}: it is not a manifest. */
export function isShownDefinition(uri: string): boolean {
  const parsed = parsedUri(uri);
  return parsed !== undefined && parsed.scheme !== 'file' && parsed.path.startsWith(folder);
}

/** Documents for definitions of built-in sets: they are in no file, so the client requests their text. */
export class DefinitionDocuments {
  readonly #texts = new Map<string, string>();
  readonly #scheme: string | undefined;

  /** @param scheme of the documents that the client shows; undefined if it shows none. */
  constructor(scheme: string | undefined) {
    this.#scheme = scheme;
  }

  /** The document of a definition from now on; undefined if the client shows none. */
  add({ origin, group, kind }: CustomDefinition, text: string): string | undefined {
    if (this.#scheme === undefined) return undefined;
    const path = `${folder}${origin.label}/${group}/${kind}.yaml`;
    const uri = URI.from({ scheme: this.#scheme, path }).toString();
    this.#texts.delete(uri);
    this.#texts.set(uri, text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > maxDocuments && oldest !== undefined) this.#texts.delete(oldest);
    return uri;
  }

  /** The text of a document; undefined for one that is not remembered. */
  text(uri: string): string | undefined {
    return this.#texts.get(parsedUri(uri)?.toString() ?? uri);
  }
}
