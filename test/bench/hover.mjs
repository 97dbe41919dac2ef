// Hover, and completion after a keystroke, at the fields of real manifests, beside yaml-language-server in the same run.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { cache, manifests, median } from './lib.mjs';
import { kubernetesSchemas, yamlLanguageServer } from './peers.mjs';

const schemas = join(kubernetesSchemas(), 'v1.37.0-standalone-strict');
const documentsOfKind = 8;
const positionsOfDocument = 20;

/** Up to `documentsOfKind` documents of each kind that has a schema, in a folder for each kind. */
function documents() {
  const kinds = new Map();
  const folder = manifests();
  for (const file of readdirSync(folder, { recursive: true })
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()) {
    for (const text of readFileSync(join(folder, file), 'utf8').split(/^---\n/m)) {
      const [, apiVersion] = /^apiVersion: (\S+)$/m.exec(text) ?? [];
      const [, kind] = /^kind: (\w+)$/m.exec(text) ?? [];
      if (apiVersion === undefined || kind === undefined || text.includes('{{')) continue;
      const [version, group] = apiVersion.split('/').reverse();
      const name = [kind.toLowerCase(), group?.split('.')[0], version].filter(Boolean).join('-');
      if (!existsSync(join(schemas, `${name}.json`))) continue;
      const known = kinds.get(name) ?? kinds.set(name, []).get(name);
      if (known.length < documentsOfKind) known.push(text);
    }
  }
  return [...kinds].flatMap(([kind, texts]) =>
    texts.map((text, index) => ({ kind, text, path: `${kind}/${index}.yaml` })),
  );
}

/** The keys of a text, evenly distributed over its lines. */
function keysOf(text) {
  const keys = text.split('\n').flatMap((content, line) => {
    const [, before, key] = /^(\s*(?:- )?)(\w+):(?:\s|$)/.exec(content) ?? [];
    return key === undefined ? [] : [{ line, character: before.length, key }];
  });
  const step = Math.max(1, keys.length / positionsOfDocument);
  return keys.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** A running language server, and a client that opens documents and waits for their diagnostics. */
async function start(command, root, settings) {
  const [program, ...args] = command;
  const server = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const opened = new Map();
  connection.onNotification('textDocument/publishDiagnostics', ({ uri }) => opened.get(uri)?.());
  connection.onRequest('workspace/configuration', ({ items }) => items.map(({ section }) => settings[section] ?? null));
  connection.onRequest('client/registerCapability', () => undefined);
  connection.listen();
  const uri = pathToFileURL(root).href;
  const capabilities = {
    workspace: { configuration: true },
    textDocument: { hover: { contentFormat: ['markdown'] }, completion: { completionItem: { snippetSupport: true } } },
  };
  const workspaceFolders = [{ uri, name: 'manifests' }];
  await connection.sendRequest('initialize', { processId: null, rootUri: uri, workspaceFolders, capabilities });
  await connection.sendNotification('initialized', {});
  await connection.sendNotification('workspace/didChangeConfiguration', { settings });
  const open = async (document, text) => {
    const judged = new Promise((resolve) => opened.set(document, resolve));
    const textDocument = { uri: document, languageId: 'yaml', version: 1, text };
    await connection.sendNotification('textDocument/didOpen', { textDocument });
    await judged;
  };
  return { connection, open, version: 1, hover: [], completion: [], answered: { hover: 0, completion: 0 }, server };
}

/** Sends a request, and stores its time and whether the answer has content. */
async function measure(server, what, uri, position) {
  const before = performance.now();
  const result = await server.connection.sendRequest(`textDocument/${what}`, { textDocument: { uri }, position });
  server[what].push(performance.now() - before);
  if (what === 'hover' ? result?.contents : (result?.items ?? result ?? []).length > 0) server.answered[what]++;
}

/** Removes a key except for its first letter, completes it, and types the rest again. */
async function complete(server, uri, { line, character, key }) {
  const change = (from, to, text) =>
    server.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: ++server.version },
      contentChanges: [{ range: { start: { line, character: from }, end: { line, character: to } }, text }],
    });
  await change(character + 1, character + key.length, '');
  await measure(server, 'completion', uri, { line, character: character + 1 });
  await change(character + 1, character + 1, key.slice(1));
}

const root = join(cache, 'hover');
const chosen = documents();
for (const { kind, text, path } of chosen) {
  mkdirSync(join(root, kind), { recursive: true });
  writeFileSync(join(root, path), text);
}
const yaml = {
  schemas: Object.fromEntries(
    [...new Set(chosen.map(({ kind }) => kind))].map((kind) => [
      pathToFileURL(join(schemas, `${kind}.json`)).href,
      `${pathToFileURL(join(root, kind)).href}/*.yaml`,
    ]),
  ),
  schemaStore: { enable: false },
  hover: true,
  completion: true,
  validate: true,
};
const servers = {
  kubecompat: await start([process.execPath, 'dist/server.cjs', '--stdio'], root, {}),
  'yaml-language-server': await start(yamlLanguageServer(), root, { yaml }),
};
for (const { text, path } of chosen) {
  const uri = pathToFileURL(join(root, path)).href;
  for (const server of Object.values(servers)) await server.open(uri, text);
  const keys = keysOf(text);
  for (const key of keys) {
    for (const server of Object.values(servers)) {
      await measure(server, 'hover', uri, { line: key.line, character: key.character + 1 });
    }
  }
  for (const server of Object.values(servers)) {
    for (const key of keys) await complete(server, uri, key);
    await server.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }
}

const shown = (times, answered) => {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]?.toFixed(1);
  return `p50 ${median(times).toFixed(1)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms (${answered} of ${times.length} answered)`;
};
console.log(`${chosen.length} documents of ${new Set(chosen.map(({ kind }) => kind)).size} kinds`);
for (const what of ['hover', 'completion']) {
  for (const [name, server] of Object.entries(servers)) {
    console.log(`${what.padEnd(10)} ${name.padEnd(20)} ${shown(server[what], server.answered[what])}`);
  }
}
for (const { connection, server } of Object.values(servers)) {
  connection.dispose();
  server.kill();
}
