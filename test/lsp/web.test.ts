import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createContext, Script } from 'node:vm';
import { notRun } from '../harness/notRun.ts';

const server = 'dist/web/server.js';
const bundles = [server, 'dist/web/extension.cjs'];
const uri = 'file:///vscode-vfs+github/owner/name/a.yaml';
const folder = { uri: 'file:///vscode-vfs+github/owner/name', name: 'name' };
const manifest = readFileSync('test/vscode/fixtures/quick-fix.yaml', 'utf8');

describe('the server for a browser', () => {
  before(function () {
    if (!existsSync(server)) notRun(this, 'dist/ is not built; npm run build makes it');
  });

  it('needs nothing of Node', () => {
    for (const bundle of bundles) {
      const required = [...readFileSync(bundle, 'utf8').matchAll(/\b(?:require|import)\("([^"]*)"\)/g)].map(
        ([, name]) => name,
      );
      assert.deepEqual([...new Set(required)], bundle === server ? [] : ['vscode'], bundle);
      assert.doesNotMatch(readFileSync(bundle, 'utf8'), /["']node:[a-z_/]+["']/);
    }
  });

  it('judges, explains, completes and fixes what it is handed, where there is nothing but a worker', async () => {
    const worker = new FakeWorker();
    worker.post({ ...shipped(), '/vscode-vfs+github/owner/name/.kubecompat.yaml': configured('old', '1.24') });
    await worker.ask('initialize', { processId: null, rootUri: null, capabilities: {}, workspaceFolders: [folder] });
    worker.tell('initialized', {});
    worker.tell('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text: manifest } });
    assert.deepEqual(await worker.codes(1), ['deprecated-api']);
    const inForce = await worker.ask('kubecompat/targets', { uri });
    assert.match(JSON.stringify(inForce), /"decidedBy":"file"/);

    const configuration = '/vscode-vfs+github/owner/name/.kubecompat.yaml';
    worker.tell('kubecompat/files', { [configuration]: configured('new', '1.30') });
    worker.tell('workspace/didChangeWatchedFiles', { changes: [{ uri: `file://${configuration}`, type: 2 }] });
    assert.deepEqual(await worker.codes(2), ['removed-api']);

    const at = {
      textDocument: { uri },
      position: { line: manifest.split('\n').findIndex((one) => one.startsWith('apiVersion')), character: 14 },
    };
    assert.match(JSON.stringify(await worker.ask('textDocument/hover', at)), /1\.25/);
    assert.match(JSON.stringify(await worker.ask('textDocument/completion', at)), /batch\/v1/);
    const range = { start: at.position, end: at.position };
    const context = { diagnostics: [] };
    const actions = await worker.ask('textDocument/codeAction', { textDocument: { uri }, range, context });
    assert.match(JSON.stringify(actions), /"newText":"\\"batch\/v1\\""/);
    assert.match(JSON.stringify(await worker.ask('kubecompat/explain', { code: 'removed-api' })), /# /);

    worker.tell('kubecompat/files', { [configuration]: null });
    worker.tell('workspace/didChangeWatchedFiles', { changes: [{ uri: `file://${configuration}`, type: 3 }] });
    assert.match(JSON.stringify(await worker.ask('kubecompat/targets', { uri })), /"decidedBy":"default"/);
  });
});

function configured(name: string, version: string): string {
  return `targets:\n  ${name}: { binaryVersion: "${version}" }\ndefault: [${name}]\n`;
}

/** What ships with the server, as the extension hands it over. */
function shipped(): Record<string, string> {
  const names: unknown = JSON.parse(readFileSync('dist/web/files.json', 'utf8'));
  assert.ok(Array.isArray(names));
  return Object.fromEntries(names.map((name) => [`/kubecompat/${name}`, readFileSync(`dist/${name}`, 'utf8')]));
}

type Listener = (event: { readonly data: unknown }) => void;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly diagnostics: readonly { readonly code: string }[] };
  readonly result?: unknown;
  readonly error?: unknown;
}

/** A worker as far as the server sees it: the language and the few things that browsers have, nothing of Node. */
class FakeWorker {
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #published: string[][] = [];
  readonly #scope: { onmessage?: Listener };
  /** The server listens in this way for its first message alone. */
  readonly #first: Listener[] = [];
  #asked = 0;
  #changed: () => void = () => {};

  constructor() {
    const postMessage = (message: unknown) => this.#take(JSON.parse(JSON.stringify(message)));
    const addEventListener = (kind: string, listener: Listener) => kind === 'message' && this.#first.push(listener);
    const browser = {
      postMessage,
      addEventListener,
      setTimeout,
      clearTimeout,
      setInterval,
      clearInterval,
      performance,
      console,
    };
    const scope = createContext({ ...browser, TextEncoder, TextDecoder, URL, AbortController, btoa, queueMicrotask });
    scope['self'] = scope;
    this.#scope = scope;
    new Script(readFileSync(server, 'utf8'), { filename: server }).runInContext(scope);
  }

  /** Posts a message as it is. */
  post(data: unknown): void {
    const listener = this.#first.shift() ?? this.#scope.onmessage;
    listener?.({ data });
  }

  tell(method: string, params: unknown): void {
    this.post({ jsonrpc: '2.0', method, params });
  }

  async ask(method: string, params: unknown): Promise<unknown> {
    const id = ++this.#asked;
    const answer = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.post({ jsonrpc: '2.0', id, method, params });
    const { result, error } = await answer;
    assert.equal(error, undefined, method);
    return result;
  }

  /** The codes that were published for the n-th time, counting changes alone. */
  async codes(n: number): Promise<readonly string[]> {
    while (this.#published.length < n) {
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
    return this.#published[n - 1] ?? [];
  }

  #take(message: Message): void {
    if (message.method === undefined) this.#waiting.get(message.id ?? 0)?.(message);
    if (message.method !== 'textDocument/publishDiagnostics') return;
    const codes = message.params?.diagnostics.map(({ code }) => code) ?? [];
    if (String(codes) === String(this.#published.at(-1))) return;
    this.#published.push(codes);
    this.#changed();
  }
}
