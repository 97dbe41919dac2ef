// npm run soak: runs the bundled language server through many edits, closed documents, target changes and external file
// changes, and kills its threads in between. Reports its memory use. Fails if memory grows, or if the final findings in
// open and other files differ from those of a new server.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { methods } from '../../server/src/lsp/protocol.ts';
import { randomFrom } from '../../server/src/text/randomFrom.ts';
import { workspaces } from '../agreement/workspaces.ts';
import { corpus } from '../fuzz/corpus.ts';
import { until } from '../harness/guards.ts';
import { TestClient } from '../lsp/testClient.ts';
import { curveOf, type MemorySample } from './curve.ts';

const { values } = parseArgs({
  options: {
    edits: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '25' },
    curve: { type: 'string' },
  },
});
const wanted = Number(values.edits);
const random = randomFrom(Number(values.seed));
const below = (limit: number) => Math.floor(random() * limit);

const folder = mkdtempSync(join(tmpdir(), 'kubecompat-soak-'));
const texts = corpus('server/src/checks', /\.ya?ml$/).filter((text) => text.length < 2_000);
/** Workspaces whose files know each other: a file changes to what it is in another one. */
const related = [...workspaces(12).values()].slice(1);
const variants = new Map<string, readonly string[]>(
  related.flatMap((files, index) =>
    Object.keys(files).map((name) => [`w${index}/${name}`, related.flatMap((other) => other[name] ?? [])] as const),
  ),
);
const names = [...Array.from({ length: 60 }, (_, index) => `d${index % 6}/f${index}.yaml`), ...variants.keys()];
/** Files that change only on disk and are never opened. */
const others = Array.from({ length: 60 }, (_, index) => `d${index % 6}/other${index}.yaml`);
const pathOf = (name: string) => join(folder, name);
const uriOf = (name: string) => pathToFileURL(pathOf(name)).href;
const disk = new Map<string, string>();
const write = (name: string, text: string) => {
  disk.set(name, text);
  mkdirSync(dirname(pathOf(name)), { recursive: true });
  writeFileSync(pathOf(name), text);
};
const someText = (name: string) => {
  const possible = variants.get(name) ?? texts;
  return possible[below(possible.length)] ?? '';
};
for (const [index, files] of related.entries()) {
  for (const [name, text] of Object.entries(files)) write(`w${index}/${name}`, text);
}
for (const name of [...names, ...others]) if (!disk.has(name)) write(name, someText(name));

const targets = [['1.37'], ['1.30'], ['1.37,emulated-version=1.36', '1.24'], ['1.33', '1.34', '1.35']];

if (!existsSync('dist/server.cjs')) throw new Error('there is no dist/server.cjs: run npm run build first');
// A copy, so that another build does not change the program during the run.
const bundle = mkdtempSync(join(tmpdir(), 'kubecompat-soak-bundle-'));
cpSync('dist', bundle, { recursive: true });
const program = join(bundle, 'server.cjs');
const start = (...before: readonly string[]) =>
  TestClient.startProcess(
    {
      folder,
      capabilities: { workspace: { didChangeWatchedFiles: {} } },
      settings: { workspaceDiagnostics: 'workspace' },
    },
    [...before, program],
  );
const editor = await start('--require', resolve('test/harness/loseThreads.cjs'));
const open = new Map<string, { version: number; text: string }>();
const samples: MemorySample[] = [];
let override: readonly string[] = ['1.37'];
await editor.connection.sendRequest(methods.override, { targets: override });

async function edit(name: string): Promise<void> {
  const document = open.get(name);
  if (document === undefined) {
    const text = disk.get(name) ?? '';
    open.set(name, { version: 1, text });
    return editor.open(uriOf(name), text);
  }
  document.version++;
  const { text } = document;
  if (below(variants.has(name) ? 4 : 40) === 0) {
    document.text = someText(name);
    return editor.change(uriOf(name), document.version, { text: document.text });
  }
  // A line is inserted or removed.
  const lines = text.split('\n');
  const at = below(lines.length);
  const put = below(2) === 0 ? [] : [`${' '.repeat(below(4))}k${below(9)}: ${below(99)}`];
  const removed = put.length === 0 ? 1 : 0;
  if (at + removed >= lines.length) return;
  document.text = lines.toSpliced(at, removed, ...put).join('\n');
  const range = { start: { line: at, character: 0 }, end: { line: at + removed, character: 0 } };
  return editor.change(uriOf(name), document.version, { range, text: put.map((line) => `${line}\n`).join('') });
}

function megabytes(): number {
  const status = readFileSync(`/proc/${editor.processId}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

for (let edits = 1; edits <= wanted; edits++) {
  const name = names[below(names.length)] ?? '';
  await edit(name);
  if (below(50) === 0 && open.delete(name))
    await editor.connection.sendNotification('textDocument/didClose', { textDocument: { uri: uriOf(name) } });
  if (below(100) === 0) {
    const all = [...names, ...others];
    const other = all[below(all.length)] ?? '';
    if (!open.has(other)) {
      write(other, someText(other));
      const changes = [{ uri: uriOf(other), type: 2 }];
      await editor.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    }
  }
  if (below(2_000) === 0) {
    override = targets[below(targets.length)] ?? override;
    await editor.connection.sendRequest(methods.override, { targets: override });
  }
  if (edits % 50 === 0) {
    // Waits for an answer, as users do while they type.
    await editor.connection.sendRequest('textDocument/documentSymbol', { textDocument: { uri: uriOf(name) } });
  }
  if (edits % Math.ceil(wanted / 100) === 0) {
    samples.push({ edits, megabytes: megabytes() });
    editor.forget();
    console.log(`${edits} edits, ${Math.round(samples.at(-1)?.megabytes ?? 0)} MB`);
  }
}

/** The findings of a server in all open documents. */
async function reportedTexts(client: TestClient): Promise<string> {
  const all: unknown[] = [];
  for (const [name, { version }] of [...open].sort()) {
    const diagnostics = await until(name, () =>
      client.published.findLast(
        (publishDiagnosticsParams) =>
          publishDiagnosticsParams.uri === uriOf(name) && publishDiagnosticsParams.version === version,
      ),
    );
    all.push([name, diagnostics.diagnostics]);
  }
  return JSON.stringify(all);
}

/** The findings of a server in all files that are not open, after everything was judged. */
async function reportedElsewhere(client: TestClient): Promise<string> {
  await client.connection.sendRequest(methods.checkFolder, {});
  const pull = { previousResultIds: [] };
  const { items } = await client.connection.sendRequest<{ items: readonly Pulled[] }>('workspace/diagnostic', pull);
  const last = new Map(items.map(({ uri, items: found }) => [uri, found]));
  const closed = [...last].filter(([uri]) => !names.some((name) => open.has(name) && uriOf(name) === uri));
  return JSON.stringify(closed.sort());
}

interface Pulled {
  readonly uri: string;
  readonly items: readonly unknown[];
}

for (const [name, document] of open) {
  document.version++;
  await editor.change(uriOf(name), document.version, { text: document.text });
}
const atTheEnd = [await reportedTexts(editor), await reportedElsewhere(editor)];
const fresh = await start();
await fresh.connection.sendRequest(methods.override, { targets: override });
for (const [name, document] of open) {
  document.version = 1;
  await fresh.open(uriOf(name), document.text);
}
const expected = [await reportedTexts(fresh), await reportedElsewhere(fresh)];
await fresh.stop();
assert.equal(await editor.stop(), 0, 'it ends when asked');
for (const path of [folder, bundle]) rmSync(path, { recursive: true });
if (values.curve !== undefined) writeFileSync(values.curve, curveOf(samples));
assert.deepEqual(atTheEnd, expected, 'what is said at the end is what a new server says');
const middle = samples.slice(Math.floor(samples.length / 4), Math.floor(samples.length / 2));
const end = samples.slice(-Math.max(1, Math.floor(samples.length / 4)));
const mean = (measured: readonly MemorySample[]) =>
  measured.reduce((sum, sample) => sum + sample.megabytes, 0) / Math.max(1, measured.length);
console.log(`second quarter ${Math.round(mean(middle))} MB, last quarter ${Math.round(mean(end))} MB`);
assert.ok(mean(end) < mean(middle) * 1.25 + 20, 'memory does not grow');
process.exit(0);
