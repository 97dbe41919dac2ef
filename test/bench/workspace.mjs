// The time until every file of a workspace has diagnostics, and what a keystroke costs meanwhile and afterwards.
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { cache, manifests, median } from './lib.mjs';

const all = manifests();
const files = readdirSync(all, { recursive: true })
  .filter((name) => /\.(?:ya?ml|json)$/.test(name))
  .sort();

/** A folder with some of the files and nothing else. */
function folderOf(name, chosen) {
  const folder = join(cache, 'workspace', name);
  if (existsSync(folder)) return folder;
  for (const [index, file] of chosen.entries()) {
    const to = join(folder, `part-${Math.floor(index / 100)}`, `${index}.yaml`);
    mkdirSync(join(to, '..'), { recursive: true });
    copyFileSync(join(all, file), to);
  }
  return folder;
}

/** Runs a server with a folder until `work` is done. */
async function withServer(folder, scope, work) {
  const server = spawn(process.execPath, ['dist/server.cjs', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const seen = { files: 0, findings: 0, versions: new Map() };
  let atRest;
  const rest = new Promise((resolve) => {
    atRest = resolve;
  });
  connection.onNotification('kubecompat/workspaceState', (state) => !state.judging && atRest(state));
  connection.onNotification('textDocument/publishDiagnostics', ({ uri, version, diagnostics }) => {
    if (version !== undefined) seen.versions.get(`${uri} ${version}`)?.();
    else if (diagnostics.length > 0) seen.files++;
    if (version === undefined) seen.findings += diagnostics.length;
  });
  connection.onRequest('workspace/configuration', ({ items }) =>
    items.map(({ section }) => (section === 'kubecompat' ? { workspaceDiagnostics: scope } : null)),
  );
  connection.listen();
  const uri = pathToFileURL(folder).href;
  await connection.sendRequest('initialize', {
    processId: null,
    rootUri: uri,
    workspaceFolders: [{ uri, name: 'folder' }],
    capabilities: { workspace: { configuration: true } },
    initializationOptions: { watchesWorkspace: true },
  });
  const start = performance.now();
  await connection.sendNotification('initialized', {});
  await work({ connection, rest, seen, start });
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  connection.dispose();
}

/** The milliseconds from each keystroke to its diagnostics. */
async function typed({ connection, seen }, uri, text, from, count, pause) {
  const line = Math.floor(text.split('\n').length / 2);
  const times = [];
  for (let version = from; version < from + count; version++) {
    const fresh = new Promise((resolve) => seen.versions.set(`${uri} ${version}`, resolve));
    const before = performance.now();
    const on = (version - from) % 2 === 0;
    const range = { start: { line, character: 0 }, end: { line, character: on ? 0 : 1 } };
    void connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range, text: on ? ' ' : '' }],
    });
    await fresh;
    times.push(performance.now() - before);
    await sleep(pause);
  }
  return times;
}

const shown = (times) => {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]?.toFixed(1);
  return `p50 ${median(times).toFixed(1)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms (${times.length} keystrokes)`;
};

await withServer(all, 'workspace', async ({ rest, seen, start }) => {
  const { files: judged, resources } = await rest;
  const seconds = ((performance.now() - start) / 1000).toFixed(2);
  console.log(
    `all files (${judged}, ${resources} resources): ${seconds} s to ${seen.findings} diagnostics in ${seen.files} files`,
  );
});

const folder = folderOf('two-thousand', files.slice(0, 2000));
const document = readFileSync(
  join(
    all,
    files.find((file) => readFileSync(join(all, file)).length > 15_000),
  ),
  'utf8',
);
const uri = pathToFileURL(join(folder, 'typed.yaml')).href;
for (const scope of ['openFiles', 'workspace']) {
  await withServer(folder, scope, async (server) => {
    const opened = new Promise((resolve) => server.seen.versions.set(`${uri} 1`, resolve));
    const textDocument = { uri, languageId: 'yaml', version: 1, text: document };
    await server.connection.sendNotification('textDocument/didOpen', { textDocument });
    await opened;
    const first = await typed(server, uri, document, 2, 60, 20);
    await server.rest;
    const later = await typed(server, uri, document, 100, 60, 20);
    console.log(`2,000 files, ${scope.padEnd(9)}, at once:   ${shown(first)}`);
    console.log(`2,000 files, ${scope.padEnd(9)}, later on:  ${shown(later)}`);
  });
}
