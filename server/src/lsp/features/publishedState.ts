import type { Diagnostic } from 'vscode-languageserver/node';

/** What there is to say of a file. */
export interface PublishedFile {
  readonly uri: string;
  readonly items: readonly Diagnostic[];
  /** Changes with what there is to say; `none` for a file of which nothing is known. */
  readonly resultId: string;
}

/** What one listener knows of files, so that it hears of each only what it does not know yet. */
export class PublishedState {
  readonly #resultIds: Map<string, string>;
  readonly #send: (reports: readonly PublishedFile[]) => void;

  /**
   * @param known what it knows from before.
   * @param send takes reports; never an empty list.
   */
  constructor(
    known: readonly { readonly uri: string; readonly value: string }[],
    send: (reports: readonly PublishedFile[]) => void,
  ) {
    this.#resultIds = new Map(known.map(({ uri, value }) => [uri, value]));
    this.#send = send;
  }

  /** Sends what is new. Of a file that nothing was ever said of, silence says as much as that there is nothing. */
  publish(reports: readonly PublishedFile[]): void {
    const news = reports.filter(({ uri, items, resultId }) => {
      const known = this.#resultIds.get(uri);
      return known === undefined ? items.length > 0 : known !== resultId;
    });
    for (const { uri, resultId } of news) this.#resultIds.set(uri, resultId);
    if (news.length > 0) this.#send(news);
  }

  /** Something else was said of the file meanwhile, so that it must be told again whatever it is. */
  forget(uri: string): void {
    this.#resultIds.set(uri, '');
  }
}
