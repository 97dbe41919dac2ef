/** Where texts come from. */
export interface TextsClient {
  /** Gives the text of a file that ships with the program; null, or an error, where it cannot be read. */
  readonly fetch: (name: string) => Promise<string | null>;
}

/**
 * Files that ship with the program and on which no verdict depends, where files cannot be read at once: each is fetched
 * when it is first asked for, and only once.
 */
export class LateTexts {
  readonly #read = new Map<string, string | undefined>();
  readonly #coming = new Map<string, Promise<void>>();
  #client: TextsClient | undefined;

  /** Files are fetched from now on. */
  use(client: TextsClient): void {
    this.#client = client;
  }

  /** Whether it is known what is in a file. What is not known is fetched. */
  has(name: string): boolean {
    if (this.#read.has(name)) return true;
    if (this.#client !== undefined && !this.#coming.has(name)) this.#coming.set(name, this.#fetch(name, this.#client));
    return false;
  }

  /** The text of a file; undefined as long as it has not come, and where there is none. */
  text(name: string): string | undefined {
    return this.#read.get(name);
  }

  /** Settles when all has come that was asked for; never rejects. Undefined where nothing is on its way. */
  coming(): Promise<unknown> | undefined {
    return this.#coming.size === 0 ? undefined : Promise.all(this.#coming.values());
  }

  async #fetch(name: string, client: TextsClient): Promise<void> {
    const text = await client.fetch(name).catch(() => null);
    this.#read.set(name, text ?? undefined);
    this.#coming.delete(name);
  }
}

/** Those of this program. */
export const lateTexts = new LateTexts();
