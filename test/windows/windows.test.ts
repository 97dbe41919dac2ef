import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type CodeAction, TextDocumentEdit } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { builtCli, type CliRun } from '../cli/harness.ts';
import { lampDefinition, oldBudget } from '../cli/manifests.ts';
import { setUp } from '../harness/setUp.ts';
import { TestClient } from '../lsp/testClient.ts';
import { wineEnvironment } from '../setup/windows.mjs';
import { textFiles } from '../support/textFiles.ts';
import { runOnWindows, windowsPath } from './node.ts';

const windows = setUp('node for windows');
const files = textFiles(new URL('windows.txt', import.meta.url));
let node: string;
let folder: string;

const put = (name: string, text: string) => {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

describe('on Windows', function () {
  // Each program takes seconds to start on a busy machine.
  this.timeout('10m');

  before(function () {
    node = windows(this);
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kubecompat-windows-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = folder) =>
    runOnWindows(node, { script: builtCli(), args, cwd, env });

  /** Runs a script other than the command line; it must succeed. */
  const runScript = (script: string, args: readonly string[], cwd: string) => {
    const { exit, stderr } = runOnWindows(node, { script, args, cwd });
    assert.equal(exit, 0, stderr);
  };

  describe('the command line', () => {
    /** The report formats. One run writes all of them to files. */
    const formats = ['text', 'json', 'jsonl', 'sarif', 'github', 'gitlab', 'junit', 'html'];
    const commands = [
      `check . ${formats.map((format) => `--output=${format}=reports/${format}`).join(' ')}`,
      'check web worker --target 1.25 --target 1.37',
      'check . --target 1.37 --shard 1/2 --format json',
      'fix . --diff',
      'fix . --write',
      'convert web --to networking.k8s.io/v1 --target 1.37 --diff',
      'report . --target 1.25 --target 1.37',
      'report . --format markdown',
      'diff . --from 1.24 --to 1.37',
      'plan . --from 1.24 --to 1.29',
      'targets',
      'targets --format json',
      'crd diff definitions/old definitions/new',
      'explain removed-api',
      'api-resources --target 1.34',
      'crds list',
    ];
    const refused = ['check absent.yaml --target 1.37', 'check . --target nonsense'];

    it('prints and writes the same as on other systems, byte for byte', () => {
      // Some texts contain the folder name, so both have the same name.
      const [onLinux, onWindows] = ['linux/repository', 'windows/repository'].map((name) => join(folder, name));
      assert.ok(onLinux && onWindows);
      for (const at of ['linux/repository', 'windows/repository']) {
        const to = join(folder, at);
        cpSync('sample', to, { recursive: true });
        cpSync('server/src/kustomize/fixtures', join(to, 'kustomize'), { recursive: true });
        cpSync('server/src/sources/fixtures', join(to, 'clusters'), { recursive: true });
        put(`${at}/windows/lines.yaml`, oldBudget('lines').replaceAll('\n', '\r\n'));
        put(`${at}/reports/README.md`, 'Reports are written into this folder.\n');
        put(`${at}/.github/workflows/build.yaml`, 'on: push\njobs: {}\n');
        put(`${at}/units/kubelet.service.d/10-flags.conf`, '[Service]\nExecStart=/usr/bin/kube-apiserver --v=2\n');
        for (const when of ['old', 'new']) {
          const values = when === 'old' ? 'on, off' : 'on';
          const spec = `properties: { state: { type: string, enum: [${values}] } }`;
          put(`${at}/definitions/${when}/lamp.yaml`, lampDefinition(spec));
        }
      }
      const runs = [...commands, ...refused].map((command) => command.split(' '));
      const expected = severalRuns(runs, onLinux, (script, args, cwd) => {
        assert.equal(spawnSync(process.execPath, [script, ...args], { cwd }).status, 0);
      });
      const actual = severalRuns(runs, onWindows, runScript, windowsPath);
      for (const [index, args] of runs.entries()) {
        const [onBoth, command] = [expected[index], args.join(' ')];
        assert.ok(onBoth);
        assert.deepEqual(actual[index], onBoth, command);
        assert.equal(onBoth.stdout + onBoth.stderr === '', command.includes('--output='), command);
        assert.equal(onBoth.exit === 2, refused.includes(command), `${command}: ${onBoth.stderr}`);
      }
      for (const name of filesOf('linux')) {
        assert.equal(
          readFileSync(join(folder, 'windows', name), 'latin1'),
          readFileSync(join(folder, 'linux', name), 'latin1'),
          name,
        );
      }
      const written = filesOf('linux');
      assert.deepEqual(filesOf('windows'), written);
      for (const format of formats) assert.ok(written.includes(`repository/reports/${format}`), format);
    });

    it('accepts paths with backslashes and drive letters, and reports them with slashes', () => {
      put('apps/old.yaml', oldBudget('a'));
      const paths = ['apps\\old.yaml', 'apps/old.yaml', '.\\APPS', windowsPath(join(folder, 'apps'))];
      const runs = paths.map((path) => ['check', path, '--target=1.37', '--format=json']);
      for (const [index, { stdout, exit }] of severalRuns(runs, folder, runScript, windowsPath).entries()) {
        const path = paths[index];
        assert.equal(exit, 1, path);
        assert.match(stdout, /"(?:apps|APPS)\/old\.yaml"/, path);
      }
    });

    it('checks files with names that are long, decomposed, or reserved', () => {
      const long = `${'d'.repeat(120)}/${'e'.repeat(120)}/${'f'.repeat(120)}.yaml`;
      for (const name of [long, 'cafe\u0301.yaml', 'sub/aux.yaml', 'sub/con.yml']) put(name, oldBudget('a'));
      const { stdout } = run(['check', '.', '--target=1.37', '--format=json']);
      for (const name of [long, 'cafe\u0301.yaml', 'sub/aux.yaml', 'sub/con.yml'])
        assert.ok(stdout.includes(name), name);
    });

    it('finds files by names in another case', () => {
      for (const [name, text] of Object.entries(files.below('otherCase/'))) put(name, text);
      const { stdout, exit } = run(['check', '.', '--target=1.37']);
      // Applied separately, the patch would lack the selector and the template.
      assert.equal(exit, 0, stdout);
    });

    it('prints the same with a cache', () => {
      put('old.yaml', oldBudget('a'));
      const args = ['check', '.', '--target=1.37', '--cache'];
      const env = { XDG_CACHE_HOME: windowsPath(join(folder, 'cache')) };
      const first = run(args, env);
      assert.ok(existsSync(join(folder, 'cache')));
      assert.deepEqual(run(args, env), first);
    });

    it('opens no other machine and no device that a repository names', () => {
      put('apps/old.yaml', oldBudget('a'));
      const names = ['\\\\far.example\\share\\a.yaml', '//far.example/share', '\\\\.\\pipe\\far', 'CON', 'sub\\NUL'];
      put('kustomization.yaml', ['resources:', '- apps/old.yaml', ...names.map((name) => `- ${name}`), ''].join('\n'));
      const { stderr, exit } = run(['check', '.', '--target=1.37'], { WINEDEBUG: 'trace+file' });
      assert.equal(exit, 1);
      assert.match(stderr, /apps\\+old\.yaml/, 'looks are traced');
      assert.doesNotMatch(stderr, /far\.example|pipe\\+far/);
      assert.doesNotMatch(stderr, /\\\\\.\\+(?:CON|NUL)\b/i, 'no device is opened');
    });
  });

  describe('other programs', () => {
    const runs: readonly (readonly string[])[] = [
      ['check', '.', '--target=1.37', '--changed-since=HEAD'],
      ['check', '.', '--target=1.37', '--build-kustomizations'],
    ];
    /** Writes programs that start; what they do is irrelevant. */
    const putPrograms = (at: string) => {
      mkdirSync(join(folder, at), { recursive: true });
      for (const name of ['git', 'helm', 'kustomize', 'kubectl']) linkSync(node, join(folder, at, `${name}.exe`));
    };
    /** The distinct programs below the test folder that Wine was asked to start. */
    const startedBy = (path: string) => {
      const env = { WINEPATH: path, WINEDEBUG: 'trace+process' };
      const traces = runs.map((args) => run(args, env, join(folder, 'workspace')).stderr);
      const found = traces.join('').matchAll(/CreateProcessInternalW app L"([^"]+)"/g);
      const below = [...found].map(([, app = '']) => app.replaceAll('\\\\', '/').split(`${folder.slice(1)}/`)[1] ?? '');
      return [...new Set(below.filter((name) => name !== ''))].sort();
    };

    it('are started from the PATH, never from the workspace', () => {
      for (const at of ['workspace', 'programs']) putPrograms(at);
      put('workspace/old.yaml', oldBudget('a'));
      for (const [name, text] of Object.entries(files.below('programs/'))) put(`workspace/${name}`, text);
      put('workspace/chart/templates/a.yaml', oldBudget('{{ .Release.Name }}'));
      assert.deepEqual(startedBy('.'), []);
      const expected = ['git', 'helm', 'kubectl', 'kustomize'].map((name) => `programs/${name}.exe`);
      assert.deepEqual(startedBy(windowsPath(join(folder, 'programs'))), expected);
    });
  });

  describe('the language server', () => {
    /** Starts it over a socket, as editors can on Windows. @param channels the debug channels that Wine traces. */
    async function serve(isTrusted: boolean, channels = '-all'): Promise<{ client: TestClient; traced: () => string }> {
      const listening = createServer();
      const socket = new Promise<Socket>((resolve) => listening.once('connection', resolve));
      await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
      const address = listening.address();
      assert.ok(address !== null && typeof address === 'object');
      if (!existsSync('dist/server.cjs')) spawnSync(process.execPath, ['scripts/build.mjs']);
      const script = windowsPath(resolve('dist/server.cjs'));
      const trace = join(folder, 'trace.txt');
      const stderr = openSync(trace, 'w');
      const server = spawn('wine', [node, script, `--socket=${address.port}`], {
        stdio: ['ignore', 'ignore', stderr],
        env: { ...process.env, ...wineEnvironment, WINEDEBUG: channels },
      });
      const ended = new Promise<never>((_, reject) => {
        server.once('exit', () =>
          reject(new Error(`it ended: ${existsSync(trace) ? readFileSync(trace, 'utf8').slice(-2000) : ''}`)),
        );
      });
      closeSync(stderr);
      const client = await TestClient.startOver(await Promise.race([socket, ended]), {
        workspaceFolders: [{ uri: uriOf(''), name: 'folder' }],
        capabilities: { workspace: { workspaceEdit: { documentChanges: true } } },
        initializationOptions: { trusted: isTrusted, targets: ['1.37'] },
      });
      listening.close();
      return { client, traced: () => readFileSync(trace, 'utf8') };
    }

    /** The URI in VS Code's form. */
    const uriOf = (name: string) => `file:///z%3A${join(folder, name)}`;

    it('checks documents with drive letters and CRLF line endings', async () => {
      put('a/kustomization.yaml', 'resources: [old.yaml]\n');
      const text = oldBudget('a').replaceAll('\n', '\r\n');
      put('a/old.yaml', text);
      const { client } = await serve(true);
      const uri = uriOf('a/old.yaml');
      await client.open(uri, text);
      const [found, ...others] = await client.diagnostics(uri, 1);
      assert.ok(found);
      assert.deepEqual([found.code, others], ['removed-api', []]);
      const actions = await client.connection.sendRequest<readonly CodeAction[]>('textDocument/codeAction', {
        textDocument: { uri },
        range: found.range,
        context: { diagnostics: [found], only: ['quickfix'] },
      });
      const [fix] = actions.filter(({ title }) => title.includes('policy/v1'));
      assert.ok(fix);
      const { edit } =
        fix.edit === undefined ? await client.connection.sendRequest<CodeAction>('codeAction/resolve', fix) : fix;
      const edits = (edit?.documentChanges ?? []).filter(TextDocumentEdit.is).flatMap((documentChange) => {
        assert.equal(documentChange.textDocument.uri, uri);
        return documentChange.edits;
      });
      const fixed = TextDocument.applyEdits(
        TextDocument.create(uri, 'yaml', 1, text),
        edits.map(({ range, ...edit }) => ({ range, newText: 'newText' in edit ? edit.newText : '' })),
      );
      assert.equal(fixed, text.replace('policy/v1beta1', 'policy/v1'));
      await client.stop();
    });

    it('opens nothing outside an untrusted workspace', async () => {
      const names = ['\\\\far.example\\share\\a.yaml', 'C:\\windows\\win.ini', '..\\..\\beside.yaml'];
      put('a/kustomization.yaml', ['resources:', '- old.yaml', ...names.map((name) => `- ${name}`), ''].join('\n'));
      put('a/old.yaml', oldBudget('a'));
      const { client, traced } = await serve(false, 'trace+file');
      await client.open(uriOf('a/old.yaml'), oldBudget('a'));
      assert.equal((await client.diagnostics(uriOf('a/old.yaml'), 1)).length, 1);
      await client.open(uriOf('a/kustomization.yaml'), readFileSync(join(folder, 'a/kustomization.yaml'), 'utf8'));
      await client.diagnostics(uriOf('a/kustomization.yaml'), 1);
      await client.stop();
      assert.match(traced(), /a\\+kustomization\.yaml/, 'looks are traced');
      assert.doesNotMatch(traced(), /far\.example|windows\\+win\.ini|beside\.yaml/i);
    });
  });
});

/**
 * Runs the command line several times in a folder, in one process.
 *
 * @param start runs a script to its end.
 * @param nameOf the name of a file of this system in the system of that process.
 */
function severalRuns(
  runs: readonly (readonly string[])[],
  cwd: string,
  start: (script: string, args: readonly string[], cwd: string) => void,
  nameOf: (path: string) => string = (path) => path,
): readonly CliRun[] {
  const [runsFile, answers] = ['runs.json', 'answers.json'].map((name) => join(folder, name));
  assert.ok(runsFile && answers);
  writeFileSync(runsFile, JSON.stringify(runs));
  start(resolve('test/windows/severalRuns.cjs'), [builtCli(), runsFile, answers].map(nameOf), cwd);
  return JSON.parse(readFileSync(answers, 'utf8'));
}

/** The files of a test folder, in order. */
function filesOf(at: string): readonly string[] {
  return readdirSync(join(folder, at), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, at).length + 1))
    .sort();
}
