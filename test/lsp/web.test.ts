import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createContext, Script } from 'node:vm';
import { notRun } from '../harness/notRun.ts';
import { textFiles } from '../support/textFiles.ts';

const server = 'dist/web/server.js';
const bundles = [server, 'dist/web/extension.cjs'];
const uri = 'file:///vscode-vfs+github/owner/name/a.yaml';
const other = 'file:///vscode-vfs+github/owner/name/b.yaml';
const root = '/vscode-vfs+github/owner/name';
const folder = { uri: `file://${root}`, name: 'name' };
const manifest = readFileSync('test/vscode/fixtures/quick-fix.yaml', 'utf8');

describe('the language server in a browser', () => {
  before(function () {
    if (!existsSync(server)) notRun(this, 'dist/ is not built; npm run build makes it');
  });

  it('uses no module of Node', () => {
    for (const bundle of bundles) {
      const required = [...readFileSync(bundle, 'utf8').matchAll(/\b(?:require|import)\("([^"]*)"\)/g)].map(
        ([, name]) => name,
      );
      assert.deepEqual([...new Set(required)], bundle === server ? [] : ['vscode'], bundle);
      assert.doesNotMatch(readFileSync(bundle, 'utf8'), /["']node:[a-z_/]+["']/);
    }
  });

  it('checks, explains, completes and fixes texts in a worker, without files', async () => {
    const worker = new FakeWorker();
    worker.post({ ...shipped(), '/vscode-vfs+github/owner/name/.kubecompat.yaml': configured('old', '1.24') });
    await worker.ask('initialize', { processId: null, rootUri: null, capabilities: {}, workspaceFolders: [folder] });
    worker.notify('initialized', {});
    worker.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text: manifest } });
    assert.deepEqual(await worker.codes(1), ['deprecated-api']);
    const inForce = await worker.ask('kubecompat/targets', { uri });
    assert.match(JSON.stringify(inForce), /"decidedBy":"file"/);

    const configuration = '/vscode-vfs+github/owner/name/.kubecompat.yaml';
    worker.notify('kubecompat/files', { [configuration]: configured('new', '1.30') });
    worker.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: `file://${configuration}`, type: 2 }] });
    assert.deepEqual(await worker.codes(2), ['removed-api']);

    const at = {
      textDocument: { uri },
      position: { line: manifest.split('\n').findIndex((line) => line.startsWith('apiVersion')), character: 14 },
    };
    assert.match(JSON.stringify(await worker.ask('textDocument/hover', at)), /1\.25/);
    assert.deepEqual(worker.shipped, [], 'no file is handed over where nothing of it is needed');
    assert.match(JSON.stringify(await worker.ask('textDocument/completion', at)), /batch\/v1/);
    const range = { start: at.position, end: at.position };
    const context = { diagnostics: [] };
    const actions = await worker.ask('textDocument/codeAction', { textDocument: { uri }, range, context });
    assert.match(JSON.stringify(actions), /"newText":"\\"batch\/v1\\""/);
    assert.match(JSON.stringify(await worker.ask('kubecompat/explain', { code: 'removed-api' })), /# /);

    worker.notify('kubecompat/files', { [configuration]: null });
    worker.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: `file://${configuration}`, type: 3 }] });
    assert.match(JSON.stringify(await worker.ask('kubecompat/targets', { uri })), /"decidedBy":"default"/);
  });

  describe('with descriptions of fields', () => {
    const line = (text: string, word: string) => text.split('\n').findIndex((line) => line.includes(word));
    const hoverOf = (text: string, word: string) => {
      const at = line(text, word);
      return { textDocument: { uri }, position: { line: at, character: text.split('\n')[at]?.indexOf(word) ?? 0 } };
    };

    it('fetches descriptions once, at the first hover', async () => {
      const worker = await started();
      const text = `${certificate('cert-manager.io/v1')}---\n${manifest}`;
      worker.open(uri, text);
      await worker.codes(1);
      const said = async (word: string) => JSON.stringify(await worker.ask('textDocument/hover', hoverOf(text, word)));
      assert.match(await said('schedule'), /The schedule in Cron format/);
      assert.match(await said('secretName'), /Name of the Secret resource/);
      assert.match(await said('issuerRef'), /Reference to the issuer/i);
      assert.deepEqual(worker.shipped.slice(1), ['field-texts.json', 'field-texts/cert-manager.io.json']);
    });

    it('shows everything else if there are no descriptions', async () => {
      const worker = await started({}, () => null);
      worker.open(uri, manifest);
      await worker.codes(1);
      const said = JSON.stringify(await worker.ask('textDocument/hover', hoverOf(manifest, 'schedule')));
      assert.match(said, /\*\*schedule\*\*: a string, required/);
    });
  });

  describe('with the definitions of projects', () => {
    it('has none at the start', () => {
      const paths = Object.keys(shipped());
      assert.ok(paths.includes('/kubecompat/catalog.json'));
      assert.deepEqual(
        paths.filter((path) => path.includes('/crds/')),
        [],
      );
    });

    it('fetches those that a document uses before it checks the document', async () => {
      const worker = await started();
      worker.open(uri, certificate('cert-manager.io/v1'));
      assert.deepEqual(await worker.codes(1), ['unknown-field']);
      worker.open(other, certificate('cert-manager.io/v1'));
      assert.deepEqual(await worker.codes(1, other), ['unknown-field']);
      assert.deepEqual(worker.shipped, ['crds/cert-manager.json']);
    });

    it('fetches those that a closed file uses, in the release that a configuration names', async () => {
      const worker = await started({ [`${root}/.kubecompat.yaml`]: named });
      assert.deepEqual(worker.shipped, []);
      worker.notify('kubecompat/files', { [`${root}/a.yaml`]: certificate('cert-manager.io/v1') });
      worker.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 1 }] });
      await worker.ask('kubecompat/checkFolder', {});
      assert.deepEqual(await worker.codes(1), ['unknown-field']);
      assert.deepEqual(worker.shipped, ['crds/cert-manager.json']);
    });

    it('checks again after each edit', async () => {
      const worker = await started();
      worker.open(uri, certificate('cert-manager.i/v1'));
      const at = { line: 0, character: 'apiVersion: cert-manager.i'.length };
      worker.notify('textDocument/didChange', {
        textDocument: { uri, version: 2 },
        contentChanges: [{ range: { start: at, end: at }, text: 'o' }],
      });
      assert.deepEqual(await worker.codes(2), ['unknown-field']);
      assert.deepEqual(worker.shipped, ['crds/cert-manager.json']);
    });

    for (const [what, text] of [
      ['is not there', null],
      ['is broken', '{"format":'],
      ['has another form', '{"format":1,"definitions":[]}'],
    ] as const) {
      it(`checks everything else, and reports once that a pack ${what}`, async () => {
        const worker = await started({ [`${root}/.kubecompat.yaml`]: named }, () => text);
        const others = `${certificate('cert-manager.io/v1')}---\n${files.text('misspelt.yaml')}---\n`;
        worker.open(uri, others + manifest);
        assert.deepEqual(await worker.codes(1), ['removed-api']);
        worker.open(other, others + manifest);
        assert.deepEqual(await worker.codes(1, other), ['removed-api']);
        assert.deepEqual(worker.shipped, ['crds/cert-manager.json']);
        assert.equal(worker.logged.length, 1);
        assert.match(worker.logged[0] ?? '', /definitions of cert-manager cannot be read/);
      });
    }
  });
});

const files = textFiles(new URL('web.txt', import.meta.url));

/** A configuration that names a release. */
const named = files.text('release.yaml');

/** A Certificate with a field that no release has. */
function certificate(apiVersion: string): string {
  return files.text('certificate.yaml', { API: apiVersion });
}

/** A server whose client provides files by this function. */
async function started(configurations: Record<string, string> = {}, fileText = shippedFile): Promise<FakeWorker> {
  const worker = new FakeWorker(fileText);
  worker.post({ ...shipped(), ...configurations });
  await worker.ask('initialize', { processId: null, rootUri: null, capabilities: {}, workspaceFolders: [folder] });
  worker.notify('initialized', {});
  return worker;
}

function shippedFile(name: string): string | null {
  const path = `dist/${name}`;
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

function configured(name: string, version: string): string {
  return files.text('targets.yaml', { NAME: name, VERSION: version });
}

/** The shipped files, as the extension passes them to the server. */
function shipped(): Record<string, string> {
  const names: unknown = JSON.parse(readFileSync('dist/web/files.json', 'utf8'));
  assert.ok(Array.isArray(names));
  return Object.fromEntries(names.map((name) => [`/kubecompat/${name}`, readFileSync(`dist/${name}`, 'utf8')]));
}

type Listener = (event: { readonly data: unknown }) => void;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: {
    readonly uri?: string;
    readonly diagnostics?: readonly { readonly code: string }[];
    /** The parameters of the request for a shipped file. */
    readonly name?: string;
    /** The parameters of a log message. */
    readonly message?: string;
  };
  readonly result?: unknown;
  readonly error?: unknown;
}

/** A web worker: only JavaScript and some globals of browsers, nothing of Node. */
class FakeWorker {
  readonly #waiting = new Map<number, (message: Message) => void>();
  /** The published codes of each document, one entry for each change. */
  readonly #published = new Map<string, (readonly string[])[]>();
  readonly #scope: { onmessage?: Listener };
  /** The server uses this property only for its first message. */
  readonly #first: Listener[] = [];
  /** The files that the server asked for. */
  readonly shipped: string[] = [];
  /** What the server logged. */
  readonly logged: string[] = [];
  readonly #fileText: (name: string) => string | null;
  #asked = 0;
  #changed: () => void = () => {};

  constructor(fileText = shippedFile) {
    this.#fileText = fileText;
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

  /** Posts a message unchanged. */
  post(data: unknown): void {
    const listener = this.#first.shift() ?? this.#scope.onmessage;
    listener?.({ data });
  }

  notify(method: string, params: unknown): void {
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

  open(document: string, text: string): void {
    this.notify('textDocument/didOpen', { textDocument: { uri: document, languageId: 'yaml', version: 1, text } });
  }

  /** Waits for the n-th change of the published codes of a document. */
  async codes(n: number, document = uri): Promise<readonly string[]> {
    for (;;) {
      const codes = this.#published.get(document)?.[n - 1];
      if (codes !== undefined) return codes;
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
  }

  #take({ id, method, params, result, error }: Message): void {
    if (method === undefined) this.#waiting.get(id ?? 0)?.({ result, error });
    if (method === 'window/logMessage') this.logged.push(params?.message ?? '');
    if (method === 'kubecompat/shippedFile') this.#handOver(id, params?.name ?? '');
    if (method !== 'textDocument/publishDiagnostics') return;
    const codes = params?.diagnostics?.map(({ code }) => code) ?? [];
    // The server makes the URIs of files that are not open, and escapes more characters.
    const document = decodeURIComponent(params?.uri ?? '');
    const before = this.#published.get(document) ?? [];
    if (String(codes) === String(before.at(-1))) return;
    this.#published.set(document, [...before, codes]);
    this.#changed();
  }

  /** Responds asynchronously, as clients do. */
  #handOver(id: number | undefined, name: string): void {
    this.shipped.push(name);
    setTimeout(() => this.post({ jsonrpc: '2.0', id, result: this.#fileText(name) }));
  }
}
