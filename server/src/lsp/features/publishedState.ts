import type { Diagnostic } from 'vscode-languageserver/node';

/** The diagnostics of a file. */
export interface PublishedFile {
  readonly uri: string;
  readonly items: readonly Diagnostic[];
  /** Changes with the diagnostics; `none` for an unknown file. */
  readonly resultId: string;
}

/** The diagnostics that a listener has, so that it only gets changes. */
export class PublishedState {
  readonly #resultIds: Map<string, string>;
  readonly #send: (reports: readonly PublishedFile[]) => void;

  /**
   * @param known its state from before.
   * @param send receives reports; never an empty list.
   */
  constructor(
    known: readonly { readonly uri: string; readonly value: string }[],
    send: (reports: readonly PublishedFile[]) => void,
  ) {
    this.#resultIds = new Map(known.map(({ uri, value }) => [uri, value]));
    this.#send = send;
  }

  /** Sends changes. A file without any earlier diagnostics needs no empty report. */
  publish(reports: readonly PublishedFile[]): void {
    const news = reports.filter(({ uri, items, resultId }) => {
      const known = this.#resultIds.get(uri);
      return known === undefined ? items.length > 0 : known !== resultId;
    });
    for (const { uri, resultId } of news) this.#resultIds.set(uri, resultId);
    if (news.length > 0) this.#send(news);
  }

  /** Call when other diagnostics were sent for the file: it must be reported again. */
  forget(uri: string): void {
    this.#resultIds.set(uri, '');
  }
}
