import { type CrdSetPack, parsePack, unknownPack } from '../../crd/sets/pack.ts';

/** The source of packs, and their listener. */
export interface PackClient {
  /** Gives the text of a pack; null, or an error, where it cannot be read. */
  readonly fetch: (name: string) => Promise<string | null>;
  /** Called when all requested packs have arrived, and some after they were needed. */
  readonly arrivedLate: () => void;
  /** Called once for a pack that cannot be read. */
  readonly isUnreadable: (name: string, why: string) => void;
}

/**
 * The packs of the built-in sets, for environments without synchronous files: each is fetched when something of it is
 * named, and only once. Anything judged before a pack arrives has no definitions of it.
 */
export class Packs {
  readonly #read = new Map<string, CrdSetPack>();
  readonly #coming = new Map<string, Promise<void>>();
  /** The packs that were needed before they arrived. */
  readonly #missed = new Set<string>();
  #client: PackClient | undefined;

  /** Packs are fetched from now on. */
  use(client: PackClient): void {
    this.#client = client;
  }

  /** The pack of a set; without definitions until it arrives. */
  read(name: string): CrdSetPack {
    const pack = this.#read.get(name);
    if (pack !== undefined) return pack;
    this.#missed.add(name);
    void this.load([name]);
    return unknownPack(name);
  }

  /** Fetches packs; undefined if all are loaded. Settles when they have arrived or failed; never rejects. */
  load(names: readonly string[]): Promise<unknown> | undefined {
    const wanted = names.filter((name) => !this.#read.has(name));
    if (wanted.length === 0) return undefined;
    return Promise.all(wanted.map((name) => this.#coming.get(name) ?? this.#fetch(name)));
  }

  #fetch(name: string): Promise<void> {
    const client = this.#client;
    if (client === undefined) return Promise.resolve();
    const coming = this.#taken(name, client);
    this.#coming.set(name, coming);
    return coming;
  }

  async #taken(name: string, client: PackClient): Promise<void> {
    try {
      const text = await client.fetch(name);
      if (text === null) throw new Error('there is no such file');
      this.#read.set(name, parsePack(text));
    } catch (error) {
      this.#read.set(name, unknownPack(name));
      // Earlier results do not change.
      this.#missed.delete(name);
      client.isUnreadable(name, error instanceof Error ? error.message : String(error));
    }
    this.#coming.delete(name);
    if (this.#coming.size > 0 || this.#missed.size === 0) return;
    this.#missed.clear();
    client.arrivedLate();
  }
}

/** The packs of this program. */
export const packs = new Packs();
