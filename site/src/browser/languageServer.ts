import type { Position } from '../../../server/src/library/types.ts';

/** A server message: an answer, or a request. */
interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly name?: string };
  readonly result?: unknown;
}

/** The document on the server, like the only file of a workspace. */
const uri = 'file:///manifest.yaml';

/** Files that the server may request. */
const shippedFile = /^(?:field-texts(?:\/[a-z0-9.-]+)?|crds\/[a-z0-9.-]+)\.json$/;

/**
 * The editors' language server, in a worker. It is started by the first query, and gets texts only for queries:
 * findings come from the checker.
 */
export class LanguageServer {
  readonly #root: string;
  #worker: Worker | undefined;
  #started: Promise<void> | undefined;
  #next = 0;
  #version = 0;
  #text: string | undefined;
  #targets = '';
  readonly #waiting = new Map<number | string, (result: unknown) => void>();

  /** @param root the address of the folder with the scripts. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Queries a position of a text; undefined without an answer, or without a worker. */
  async ask(
    what: 'textDocument/hover' | 'textDocument/completion',
    text: string,
    targets: readonly string[],
    position: Position,
  ): Promise<unknown> {
    this.#started ??= this.#start();
    try {
      await this.#started;
    } catch {
      return undefined;
    }
    const chosen = JSON.stringify(targets);
    if (chosen !== this.#targets) {
      this.#targets = chosen;
      void this.#request('kubecompat/overrideTargets', { targets });
    }
    if (text !== this.#text) {
      this.#text = text;
      const version = ++this.#version;
      this.#notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] });
    }
    return this.#request(what, { textDocument: { uri }, position });
  }

  async #start(): Promise<void> {
    const shipped = await this.#file('language/shipped.json');
    if (shipped === null) throw new Error('the files of the language server cannot be read');
    const worker = new Worker(`${this.#root}language/server.js`);
    this.#worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#take(data));
    worker.addEventListener('error', () => this.#end());
    worker.postMessage(JSON.parse(shipped));
    const textDocument = {
      hover: { contentFormat: ['markdown'] },
      completion: { completionItem: { documentationFormat: ['markdown'] } },
    };
    await this.#request('initialize', {
      processId: null,
      rootUri: null,
      capabilities: { textDocument },
      initializationOptions: { showsFindings: true },
    });
    this.#notify('initialized', {});
    this.#text = '';
    this.#notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 0, text: '' } });
  }

  /** The next question starts another one. */
  #end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#started = undefined;
    this.#targets = '';
    for (const done of this.#waiting.values()) done(undefined);
    this.#waiting.clear();
  }

  #request(method: string, params: unknown): Promise<unknown> {
    const id = this.#next++;
    return new Promise((done) => {
      this.#waiting.set(id, done);
      this.#worker?.postMessage({ jsonrpc: '2.0', id, method, params });
    });
  }

  #notify(method: string, params: unknown): void {
    this.#worker?.postMessage({ jsonrpc: '2.0', method, params });
  }

  #take({ id, method, params, result }: Message): void {
    if (id === undefined) return;
    if (method === undefined) {
      this.#waiting.get(id)?.(result);
      this.#waiting.delete(id);
      return;
    }
    const answer = method === 'kubecompat/shippedFile' ? this.#shipped(params?.name ?? '') : Promise.resolve(null);
    void answer.then((given) => this.#worker?.postMessage({ jsonrpc: '2.0', id, result: given }));
  }

  #shipped(name: string): Promise<string | null> {
    if (!shippedFile.test(name)) return Promise.resolve(null);
    return this.#file(name.startsWith('crds/') ? name.replace('crds/', 'sets/') : `language/${name}`);
  }

  async #file(name: string): Promise<string | null> {
    try {
      const response = await fetch(`${this.#root}${name}`);
      return response.ok ? await response.text() : null;
    } catch {
      return null;
    }
  }
}
