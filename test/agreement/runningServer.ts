import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Diagnostic, FileChangeType } from 'vscode-languageserver/node';
import { methods } from '../../server/src/lsp/protocol.ts';
import { TestClient } from '../lsp/testClient.ts';
import type { Texts } from './workspaces.ts';

/** A change of a workspace. */
export type Change =
  /** On disk; without a text the file is removed. */
  | { readonly kind: 'disk'; readonly file: string; readonly text: string | undefined }
  | { readonly kind: 'move'; readonly file: string; readonly to: string }
  /** In an open document, not saved. */
  | { readonly kind: 'edit'; readonly file: string; readonly text: string }
  | { readonly kind: 'open' | 'close'; readonly file: string };

/** The diagnostics of a server by file: codes with ranges and messages, sorted. */
export type Said = Readonly<Record<string, readonly string[]>>;

/** A folder with files, open documents and a language server, which a new server is compared with after each change. */
export class RunningServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'changes-'));
  readonly #texts: Map<string, string>;
  readonly #open = new Map<string, { version: number; text: string }>();
  #client: TestClient | undefined;

  constructor(texts: Texts) {
    this.#texts = new Map(Object.entries(texts));
    for (const [file, text] of this.#texts) write(this.#folder, file, text);
  }

  /** The names of the files. */
  get files(): readonly string[] {
    return [...this.#texts.keys()];
  }

  /** The text of a file on disk. */
  textOf(file: string): string {
    return this.#texts.get(file) ?? '';
  }

  /** Starts the server that keeps running, as a separate process. */
  async start(): Promise<void> {
    this.#client = await TestClient.startProcess({ folder: this.#folder, settings: {} });
    await said(this.#client, this.#folder);
  }

  /** Makes a change and tells the server, as an editor does. */
  async make(change: Change): Promise<void> {
    const client = this.#running();
    const uri = uriOf(this.#folder, change.file);
    const watched = (file: string, type: FileChangeType) => ({ uri: uriOf(this.#folder, file), type });
    const tell = (...changes: readonly object[]) =>
      client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    switch (change.kind) {
      case 'disk': {
        const isNew = !this.#texts.has(change.file);
        if (change.text === undefined) {
          this.#texts.delete(change.file);
          rmSync(join(this.#folder, change.file));
          return tell(watched(change.file, FileChangeType.Deleted));
        }
        this.#texts.set(change.file, change.text);
        write(this.#folder, change.file, change.text);
        return tell(watched(change.file, isNew ? FileChangeType.Created : FileChangeType.Changed));
      }
      case 'move':
        this.#texts.set(change.to, this.textOf(change.file));
        this.#texts.delete(change.file);
        mkdirSync(dirname(join(this.#folder, change.to)), { recursive: true });
        renameSync(join(this.#folder, change.file), join(this.#folder, change.to));
        return tell(watched(change.file, FileChangeType.Deleted), watched(change.to, FileChangeType.Created));
      case 'open':
        this.#open.set(change.file, { version: 1, text: this.textOf(change.file) });
        return client.open(uri, this.textOf(change.file));
      case 'close':
        this.#open.delete(change.file);
        return client.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
      case 'edit': {
        const version = (this.#open.get(change.file)?.version ?? 0) + 1;
        this.#open.set(change.file, { version, text: change.text });
        return client.change(uri, version, { text: change.text });
      }
    }
  }

  /**
   * Waits until the server has the diagnostics of a new one for the same files and documents. Returns the difference
   * that stays; undefined if there is none.
   */
  async difference(): Promise<{ readonly running: Said; readonly fresh: Said } | undefined> {
    const fresh = await this.#fresh();
    let running: Said = {};
    for (let attempts = 0; attempts < 6; attempts++) {
      running = await said(this.#running(), this.#folder);
      if (JSON.stringify(running) === JSON.stringify(fresh)) return undefined;
      // An edit counts for other files once typing pauses.
      await new Promise((resolve) => setTimeout(resolve, 150 * 2 ** attempts));
    }
    return { running, fresh };
  }

  async stop(): Promise<void> {
    await this.#client?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** What a new server says, in a copy of the folder, so that both share nothing. */
  async #fresh(): Promise<Said> {
    const copy = mkdtempSync(join(tmpdir(), 'changes-'));
    try {
      cpSync(this.#folder, copy, { recursive: true });
      const client = await TestClient.start({ folder: copy, settings: {} });
      for (const [file, { text }] of this.#open) await client.open(uriOf(copy, file), text);
      // Open documents count for others once typing pauses.
      if (this.#open.size > 0) await new Promise((resolve) => setTimeout(resolve, 350));
      const answer = await said(client, copy);
      await client.stop();
      return answer;
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  }

  #running(): TestClient {
    if (this.#client === undefined) throw new Error('the server is not started');
    return this.#client;
  }
}

/** What a server has published, once all is checked. */
async function said({ connection, published }: TestClient, folder: string): Promise<Said> {
  await connection.sendRequest(methods.checkFolder, {});
  const last = new Map(published.map(({ uri, diagnostics }) => [uri, diagnostics]));
  const all = [...last].flatMap(([uri, diagnostics]): readonly (readonly [string, readonly string[]])[] => {
    const file = fileURLToPath(uri).slice(folder.length + 1);
    return diagnostics.length === 0 ? [] : [[file, diagnostics.map((item) => line(item, folder)).sort()]];
  });
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function line({ code, range: { start, end }, message }: Diagnostic, folder: string): string {
  const at = `${start.line}:${start.character}-${end.line}:${end.character}`;
  return `${code} ${at} ${JSON.stringify(message).replaceAll(folder, '')}`;
}

function uriOf(folder: string, file: string): string {
  return pathToFileURL(join(folder, file)).href;
}

function write(folder: string, file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}
