/** Where texts come from. */
export interface TextsClient {
  /** Gives the text of a file that ships with the program; null, or an error, where it cannot be read. */
  readonly fetch: (name: string) => Promise<string | null>;
}

/**
 * Shipped files that no verdict depends on, for environments without synchronous files: each is fetched when first
 * requested, and only once.
 */
export class LazyTexts {
  readonly #read = new Map<string, string | undefined>();
  readonly #coming = new Map<string, Promise<void>>();
  #client: TextsClient | undefined;

  /** Files are fetched from now on. */
  use(client: TextsClient): void {
    this.#client = client;
  }

  /** Whether the content of a file is known. Unknown ones are fetched. */
  has(name: string): boolean {
    if (this.#read.has(name)) return true;
    if (this.#client !== undefined && !this.#coming.has(name)) this.#coming.set(name, this.#fetch(name, this.#client));
    return false;
  }

  /** The text of a file; undefined until it arrives, and if it does not exist. */
  text(name: string): string | undefined {
    return this.#read.get(name);
  }

  /** Settles when all requested files have arrived; never rejects. Undefined if nothing is loading. */
  loaded(): Promise<unknown> | undefined {
    return this.#coming.size === 0 ? undefined : Promise.all(this.#coming.values());
  }

  async #fetch(name: string, client: TextsClient): Promise<void> {
    const text = await client.fetch(name).catch(() => null);
    this.#read.set(name, text ?? undefined);
    this.#coming.delete(name);
  }
}

/** The files of this program. */
export const lazyTexts = new LazyTexts();
