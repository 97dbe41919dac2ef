import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { LanguageServer } from '../../../server/src/lsp/server.ts';
import { confine } from '../../../server/src/workspace/disk/confinement.ts';
import { corpus } from '../corpus.ts';
import { mutated } from '../mutations.ts';
import type { Subject } from '../subject.ts';

/** Requests and notifications for a position in a document, or for a document. */
const methods = [
  ...[
    'textDocument/hover',
    'textDocument/completion',
    'textDocument/definition',
    'textDocument/codeAction',
    'textDocument/documentSymbol',
  ],
  ...[
    'textDocument/inlayHint',
    'textDocument/codeLens',
    'textDocument/foldingRange',
    'textDocument/documentLink',
    'textDocument/diagnostic',
  ],
  ...[
    'workspace/symbol',
    'kubecompat/targets',
    'kubecompat/conversions',
    'kubecompat/explain',
    'kubecompat/codes',
    'kubecompat/definition',
  ],
  ...[
    'kubecompat/checkTargets',
    'kubecompat/overrideTargets',
    'kubecompat/definitionSources',
    'no/such',
    '$/cancelRequest',
  ],
];
const notifications = [
  ...['textDocument/didOpen', 'textDocument/didChange', 'textDocument/didClose', 'textDocument/didSave'],
  ...[
    'workspace/didChangeWatchedFiles',
    'workspace/didChangeConfiguration',
    'no/such',
    '$/cancelRequest',
    '$/setTrace',
  ],
];

/** A placeholder for a folder, whose path differs between machines. */
const folderWord = 'file:///FOLDER';
const uris = [
  ...[
    'a.yaml',
    '.kubecompat.yaml',
    'b/kustomization.yaml',
    'a%20%2F..%2Fb.yaml',
    'Chart.yaml',
    'é😀.yaml',
    'tests/a/b.yaml',
  ].map((name) => `${folderWord}/${name}`),
  ...[
    'untitled:Untitled-1',
    'file:///',
    'file://host/share/a.yaml',
    'git:/a.yaml?x#y',
    '',
    'no uri',
    'file:///c%3A/a.yaml',
    'http://[',
    '%zz:',
  ],
];

const number = fc.constantFrom(0, 1, 2, 3, 5, 8, 13, 40, 1_000_000, -1, 2_147_483_647);
const position = fc.record({ line: number, character: number });
const range = fc.record({ start: position, end: position });
const texts = mutated([...corpus('sample', /\.ya?ml$/), ...corpus('server/src/conversion/fixtures', /\.ya?ml$/)], 3);
const uri = fc.oneof({ weight: 4, arbitrary: fc.constant(uris[0] ?? '') }, fc.constantFrom(...uris));

/** The possible parameters; each method uses those that it supports and ignores the others. */
const params = fc.record({
  textDocument: fc.record({
    uri,
    languageId: fc.constantFrom('yaml', 'json', 'helm', 'x'),
    version: number,
    text: texts,
  }),
  position,
  range,
  context: fc.record({
    diagnostics: fc.constant([]),
    only: fc.constantFrom(undefined, ['source.fixAll'], ['quickfix'], []),
  }),
  contentChanges: fc.array(
    fc.oneof(fc.record({ range, text: fc.oneof(texts, fc.string({ maxLength: 4 })) }), fc.record({ text: texts })),
    { maxLength: 3 },
  ),
  changes: fc.array(fc.record({ uri, type: fc.integer({ min: 1, max: 3 }) }), { maxLength: 2 }),
  settings: fc.constantFrom(
    null,
    {},
    { kubecompat: { targets: ['1.30'], severity: { 'removed-api': 'off' } } },
    { kubecompat: 7 },
  ),
  targets: fc.constantFrom([], ['1.37'], ['1.21', '1.37,emulated-version=1.36'], ['nonsense'], ['1.99']),
  query: fc.string({ maxLength: 3 }),
  uri,
  code: fc.constantFrom('removed-api', 'nothing', ''),
  name: fc.constantFrom('cert-manager', '../x', ''),
  group: fc.constantFrom('cert-manager.io', 'x', ''),
  kind: fc.constantFrom('Certificate', ''),
  id: fc.nat(20),
  value: fc.constantFrom('off', 'messages'),
});

const message = fc.oneof(
  fc.record({ method: fc.constantFrom(...methods), params, isRequest: fc.constant(true) }),
  fc.record({ method: fc.constantFrom(...notifications), params, isRequest: fc.constant(false) }),
);

/** Messages of an editor, one JSON text per line: each request is answered, and none with an internal error. */
export const messages: Subject = {
  name: 'messages',
  share: 0.5,
  inputs: fc
    .array(message, { minLength: 1, maxLength: 12 })
    .map((all) => all.map((message) => JSON.stringify(message)).join('\n')),
  async hold(text) {
    const client = new Client();
    const folder = mkdtempSync(join(tmpdir(), 'kubecompat-fuzz-'));
    const uriOfFolder = pathToFileURL(folder).href;
    try {
      const ready = await client.ask('initialize', {
        processId: null,
        rootUri: null,
        workspaceFolders: [{ uri: uriOfFolder, name: 'a' }],
        capabilities: { textDocument: { diagnostic: {} } },
      });
      assert.equal(ready.error, undefined);
      client.notify('initialized', {});
      const pending: Promise<Answer>[] = [];
      for (const { method, params: given, isRequest } of messagesOf(text.replaceAll(folderWord, uriOfFolder))) {
        if (isRequest) pending.push(client.ask(method, given));
        else client.notify(method, given);
      }
      for (const { error } of await Promise.all(pending)) assert.notEqual(error?.code, internalError, error?.message);
      const { error } = await client.ask('shutdown', undefined);
      assert.equal(error, undefined, 'it still answers');
      assert.deepEqual(client.failures, []);
    } finally {
      client.end();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const internalError = -32603;

interface Message {
  readonly method: string;
  readonly params: unknown;
  readonly isRequest: boolean;
}

interface Answer {
  readonly error?: { readonly code: number; readonly message: string };
}

/** The lines of a text that are messages; other lines are ignored. */
function messagesOf(text: string): readonly Message[] {
  return text.split('\n').flatMap((line): readonly Message[] => {
    try {
      const read: unknown = JSON.parse(line);
      if (typeof read !== 'object' || read === null || !('method' in read) || typeof read.method !== 'string')
        return [];
      if (!('params' in read) || typeof read.params !== 'object' || read.params === null) return [];
      return [{ method: read.method, params: read.params, isRequest: 'isRequest' in read && read.isRequest === true }];
    } catch {
      return [];
    }
  });
}

/** The client of a server in this process, which can send messages that no library would. */
class Client {
  readonly failures: string[] = [];
  readonly #toServer = new PassThrough();
  readonly #toClient = new PassThrough();
  readonly #open = new Map<number, (answer: Answer) => void>();
  #next = 100;
  #rest = Buffer.alloc(0);

  constructor() {
    new LanguageServer(createConnection(ProposedFeatures.all, this.#toServer, this.#toClient)).listen();
    this.#toClient.on('data', (chunk: Buffer) => this.#take(chunk));
  }

  ask(method: string, params: unknown): Promise<Answer> {
    const id = this.#next++;
    this.#send({ jsonrpc: '2.0', id, method, params });
    return new Promise((resolve) => this.#open.set(id, resolve));
  }

  notify(method: string, params: unknown): void {
    this.#send({ jsonrpc: '2.0', method, params });
  }

  /** Stops reading. Ending the input would end this process. */
  end(): void {
    this.#toClient.removeAllListeners('data');
    this.#toClient.resume();
    // Later code in this process may read other folders.
    confine(undefined);
  }

  #send(message: unknown): void {
    const body = JSON.stringify(message);
    this.#toServer.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  #take(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const end = this.#rest.indexOf('\r\n\r\n');
      const length = Number(
        /Content-Length: (\d+)/.exec(this.#rest.toString('latin1', 0, Math.max(0, end)))?.[1] ?? 'NaN',
      );
      if (end < 0 || !(this.#rest.length >= end + 4 + length)) return;
      const message: unknown = JSON.parse(this.#rest.toString('utf8', end + 4, end + 4 + length));
      this.#rest = this.#rest.subarray(end + 4 + length);
      this.#received(message);
    }
  }

  #received(message: unknown): void {
    if (typeof message !== 'object' || message === null) return;
    const id = 'id' in message && typeof message.id === 'number' ? message.id : undefined;
    if ('method' in message) {
      // Requests of the server, such as those for its settings, get an empty answer.
      if (id !== undefined) this.#send({ jsonrpc: '2.0', id, result: null });
      if (message.method === 'window/logMessage') this.#logged(message);
      return;
    }
    if (id === undefined) return;
    const resolve = this.#open.get(id);
    this.#open.delete(id);
    resolve?.('error' in message ? { error: errorOf(message.error) } : {});
  }

  /** The server logs notifications that fail. */
  #logged(message: object): void {
    const text = JSON.stringify(message);
    if (/Error:|"type":1/.test(text)) this.failures.push(text);
  }
}

function errorOf(error: unknown): { readonly code: number; readonly message: string } {
  if (typeof error !== 'object' || error === null) return { code: 0, message: '' };
  return {
    code: 'code' in error && typeof error.code === 'number' ? error.code : 0,
    message: 'message' in error ? String(error.message) : '',
  };
}
