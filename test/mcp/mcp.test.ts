import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { builtCli, Workspace } from '../cli/harness.ts';
import { textFiles } from '../support/textFiles.ts';
import { Session } from './session.ts';

const files = textFiles(new URL('mcp.txt', import.meta.url));
const oldBudget = files.text('oldBudget.yaml');
const goodMap = files.text('goodMap.yaml');

describe('the tools for assistants', () => {
  let workspace: Workspace;
  let session: Session;

  before(async () => {
    workspace = new Workspace({ 'in/a.yaml': oldBudget, 'in/b.yaml': goodMap, 'secret/c.yaml': oldBudget });
    symlinkSync(join(workspace.path, 'secret'), join(workspace.path, 'in', 'link'));
    session = await Session.start({ cwd: workspace.path, args: ['--root', 'in'] });
  });

  after(async () => {
    await session.close();
    workspace.remove();
  });

  it('are listed with schemas of their input and output', async () => {
    const { tools } = await session.client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['check', 'explain', 'fix', 'convert', 'diff', 'plan', 'field', 'targets'],
    );
    for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
      assert.ok((description ?? '').length > 50, name);
      assert.equal(inputSchema.type, 'object', name);
      assert.equal(outputSchema?.type, 'object', name);
      assert.equal(annotations?.readOnlyHint, true, name);
    }
  });

  it('check a text as the command line does', async () => {
    const { value, text } = await session.call('check', { text: oldBudget, targets: ['1.37', '1.24'] });
    assert.deepEqual(findingsOf(value), ['removed-api', 'deprecated-api']);
    assert.deepEqual(JSON.parse(text), value);
    assert.deepEqual(value['bySeverity'], { error: 1, warning: 1, information: 0, hint: 0 });
  });

  it('check files below a root, with the positions of findings', async () => {
    const { value } = await session.call('check', { paths: ['.'], targets: ['1.37'] });
    assert.deepEqual(findingsOf(value), ['removed-api']);
    const [finding] = listIn(value, 'findings');
    assert.deepEqual([finding?.['file'], finding?.['line'], finding?.['column']], ['a.yaml', 1, 13]);
  });

  it('return as many findings as requested, and count all', async () => {
    const text = `${oldBudget}---\n${oldBudget}---\n${oldBudget}`;
    const { value } = await session.call('check', { text, targets: ['1.37'], limit: 2 });
    assert.deepEqual([value['found'], listIn(value, 'findings').length], [3, 2]);
  });

  it('fix and convert a text without losing comments', async () => {
    const converted = oldBudget.replace('v1beta1', 'v1');
    const fixed = await session.call('fix', { text: oldBudget, targets: ['1.37'] });
    assert.deepEqual([fixed.value['text'], fixed.value['complete']], [converted, true]);
    const reverted = await session.call('convert', { text: converted, to: 'policy/v1beta1', targets: undefined });
    assert.equal(reverted.value['text'], oldBudget);
  });

  it('show what would change in files, and write nothing', async () => {
    const { value } = await session.call('fix', { paths: ['a.yaml'], targets: ['1.37'] });
    assert.match(String(value['diff']), /^-apiVersion: policy\/v1beta1\n\+apiVersion: policy\/v1$/m);
    assert.equal(readFileSync(join(workspace.path, 'in/a.yaml'), 'utf8'), oldBudget);
  });

  it('compare, plan and explain', async () => {
    const diff = await session.call('diff', { from: '1.24', to: '1.37', paths: ['a.yaml', 'b.yaml'] });
    assert.deepEqual([diff.value['resources'], diff.value['different']], [2, 1]);
    const plan = await session.call('plan', { from: '1.24', to: '1.25', paths: ['.'] });
    assert.match(String(plan.value['plan']), /PodDisruptionBudget/);
    const page = await session.call('explain', { code: 'removed-api' });
    assert.match(String(page.value['page']), /^# removed-api\n/);
    const all = await session.call('explain', {});
    assert.ok(listIn(all.value, 'codes').some(({ code }) => code === 'removed-api'));
  });

  it('describe a field and when it was introduced', async () => {
    const { value } = await session.call('field', { apiVersion: 'batch/v1', kind: 'Job', path: 'spec.managedBy' });
    const [kubernetes] = listIn(value, 'releases');
    const rows = listIn(kubernetes ?? {}, 'field');
    const shown = rows.map(({ from, known, gates }) => [from, known, gates]);
    assert.deepEqual(shown[0]?.[1], false);
    assert.ok(
      shown.some(([from, , gates]) => from === '1.30' && JSON.stringify(gates) === '["JobManagedBy: alpha, off"]'),
    );
    assert.match(String(kubernetes?.['description']), /controller/);
  });

  it('find fields inside lists, and list the fields below them', async () => {
    const path = 'spec.template.spec.containers[].resources';
    const { value } = await session.call('field', { apiVersion: 'apps/v1', kind: 'Deployment', path });
    const [kubernetes] = listIn(value, 'releases');
    assert.ok(JSON.stringify(kubernetes?.['fields']).includes('"limits"'));
  });

  it('know the releases of built-in projects', async () => {
    const { value } = await session.call('field', {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      path: 'spec.rules.timeouts',
    });
    const [standard] = listIn(value, 'releases');
    assert.match(String(standard?.['of']), /^Gateway API/);
    const rows = listIn(standard ?? {}, 'field');
    assert.deepEqual(
      rows.map(({ known }) => known),
      [false, true],
    );
  });

  it('explain an unknown field, and suggest similar ones', async () => {
    const wrong = await session.call('field', { apiVersion: 'apps/v1', kind: 'Deployment', path: 'spec.replica' });
    assert.ok(wrong.isError);
    assert.match(wrong.text, /no field spec\.replica in .*\ndo: did you mean replicas\?/);
    const kind = await session.call('field', { apiVersion: 'apps/v1', kind: 'Deploy' });
    assert.match(kind.text, /apps\/v1 Deploy is not known/);
  });

  it('list the known targets', async () => {
    writeFileSync(join(workspace.path, 'in', '.kubecompat.yaml'), 'targets: { prod: { binaryVersion: "1.30" } }\n');
    const { value } = await session.call('targets', {});
    assert.deepEqual(
      listIn(value, 'targets').map(({ name, binary }) => [name, binary]),
      [['prod', '1.30']],
    );
  });

  for (const path of ['../secret/c.yaml', 'link/c.yaml', '/etc/hosts', '..', 'link', '\0']) {
    it(`read nothing outside the roots: ${JSON.stringify(path)}`, async () => {
      for (const [tool, args] of [
        ['check', { paths: [path], targets: ['1.37'] }],
        ['fix', { paths: [path], targets: ['1.37'] }],
        ['convert', { paths: [path], to: 'policy/v1' }],
        ['diff', { from: '1.24', to: '1.37', paths: [path] }],
        ['plan', { from: '1.24', to: '1.37', paths: [path] }],
      ] as const) {
        const { text } = await session.call(tool, args);
        assert.doesNotMatch(text, /removed-api|PodDisruptionBudget|localhost/, tool);
        assert.match(text, /outside of the roots|not a path/, tool);
      }
    });
  }

  it('treat names with a special meaning elsewhere as file names', async () => {
    for (const path of ['-', '--write', '~/x', '$HOME']) {
      const { value } = await session.call('check', { paths: [path], targets: ['1.37'] });
      assert.match(JSON.stringify(value['problems']), /does not exist/, path);
    }
  });

  it('follow no link that leads out of a root', async () => {
    const { value } = await session.call('check', { paths: ['.'], targets: ['1.37'] });
    assert.equal(value['resources'], 2);
  });

  it('read no description of a target outside the roots', async () => {
    workspace.write('secret/cluster.yaml', files.text('cluster.yaml'));
    const { text, isError } = await session.call('check', {
      text: goodMap,
      targets: ['1.37,from=../secret/cluster.yaml', `1.37,crds=${join(workspace.path, 'secret/c.yaml')}`],
    });
    assert.ok(isError);
    assert.match(text, /secret\/cluster\.yaml/);
  });

  it('respond to any arguments of any type', async function () {
    this.timeout('5m');
    const tools = ['check', 'explain', 'fix', 'convert', 'diff', 'plan', 'field', 'targets', 'no-such-tool'];
    const keys = [
      'text',
      'paths',
      'file',
      'targets',
      'code',
      'to',
      'from',
      'accept',
      'apiVersion',
      'kind',
      'path',
      'limit',
    ];
    const words = [
      '1.37',
      '1.24',
      'a.yaml',
      '..',
      'apps/v1',
      'Deployment',
      'spec.replicas',
      '__proto__',
      '--write',
      '-',
    ];
    const value = fc.oneof(
      fc.constantFrom(...words),
      fc.array(fc.constantFrom(...words)),
      fc.jsonValue({ maxDepth: 2 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...tools),
        fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 6 }),
        async (tool, args) => {
          const { isError, text } = await session.call(tool, args);
          assert.doesNotMatch(text, /this is a bug/);
          assert.ok(isError || text.startsWith('{'), text);
        },
      ),
      { numRuns: 150, seed: 28 },
    );
    const { value: after } = await session.call('check', { text: oldBudget, targets: ['1.37'] });
    assert.deepEqual(findingsOf(after), ['removed-api']);
  });

  it('end a call that a client cancels, and respond to the next one', async () => {
    const controller = new AbortController();
    const text = Array.from({ length: 9_000 }, () => oldBudget).join('---\n');
    const long = session.call('check', { text, targets: ['1.37', '1.36', '1.35', '1.34'] }, controller.signal);
    setImmediate(() => controller.abort());
    await assert.rejects(long, /abort/i);
    const { value } = await session.call('check', { text: goodMap, targets: ['1.37'] });
    assert.deepEqual(findingsOf(value), []);
  });
});

describe('the roots of tools for assistants', () => {
  let workspace: Workspace;

  beforeEach(() => {
    workspace = new Workspace({ 'a/a.yaml': oldBudget, 'b/b.yaml': oldBudget });
  });

  afterEach(() => workspace.remove());

  const uri = (name: string) => pathToFileURL(join(workspace.path, name)).href;

  it('are those of the client if the command line names none', async () => {
    const session = await Session.start({
      cwd: workspace.path,
      roots: [uri('a'), uri('nowhere')],
    });
    try {
      const { value } = await session.call('check', { paths: ['a.yaml'], targets: ['1.37'] });
      assert.deepEqual(findingsOf(value), ['removed-api']);
      const outside = await session.call('check', { paths: ['../b/b.yaml'], targets: ['1.37'] });
      assert.match(outside.text, /outside of the roots/);
    } finally {
      await session.close();
    }
  });

  it('of the client are limited to those of the command line', async () => {
    const session = await Session.start({ cwd: workspace.path, args: ['--root=a'], roots: [uri('b'), uri('a')] });
    try {
      const { text } = await session.call('check', { paths: [join(workspace.path, 'b/b.yaml')], targets: ['1.37'] });
      assert.match(text, /outside of the roots/);
    } finally {
      await session.close();
    }
  });

  it('are empty otherwise, and only texts are checked', async () => {
    const session = await Session.start({ cwd: workspace.path });
    try {
      const refused = await session.call('check', { paths: ['a/a.yaml'], targets: ['1.37'] });
      assert.match(refused.text, /no folder may be read\ndo: pass text, or start the server with --root DIR/);
      const { value } = await session.call('check', { text: oldBudget, file: 'x.yaml', targets: ['1.37'] });
      assert.deepEqual(findingsOf(value), ['removed-api']);
    } finally {
      await session.close();
    }
  });

  it('must be folders', () => {
    const { exit, stderr } = workspace.run(['mcp', '--root=nowhere']);
    assert.equal(exit, 2);
    assert.match(stderr, /--root=\S+nowhere is not a folder\n {2}do {3}name a folder that exists/);
  });
});

describe('the server for assistants', () => {
  it('runs no program, whatever repositories and the PATH have', async () => {
    const workspace = new Workspace({ 'crd.yaml': files.text('crd.yaml') });
    const bin = join(workspace.path, 'bin');
    mkdirSync(bin);
    for (const name of ['git', 'helm', 'kubectl', 'kustomize']) {
      writeFileSync(join(bin, name), '#!/bin/sh\necho "$0" >> "$(dirname "$0")/ran"\n', { mode: 0o755 });
    }
    const command = ['/usr/bin/env', `PATH=${bin}`, process.execPath, builtCli()];
    const session = await Session.start({ cwd: workspace.path, args: ['--root=.'], command });
    try {
      await session.call('check', { paths: ['.'], targets: ['1.37'] });
      await session.call('fix', { paths: ['.'], targets: ['1.37'] });
      assert.ok(!readdirSync(bin).includes('ran'));
    } finally {
      await session.close();
      workspace.remove();
    }
  });

  it('ends when its client ends', async () => {
    const workspace = new Workspace({});
    try {
      for (const last of ['', call('check', { text: oldBudget.repeat(9_000), targets: ['1.37'] }), 'no JSON\n']) {
        const child = spawn(process.execPath, [builtCli(), 'mcp'], { cwd: workspace.path, stdio: 'pipe' });
        const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
        child.stdout.resume();
        child.stdin.end(hello + last);
        assert.equal(await exited, 0);
      }
    } finally {
      workspace.remove();
    }
  });

  it('ends if a message has no end', async () => {
    const child = spawn(process.execPath, [builtCli(), 'mcp'], { stdio: 'pipe' });
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    let output = '';
    child.stderr.on('data', (piece: Buffer) => {
      output += piece.toString();
    });
    child.stdin.on('error', () => undefined);
    child.stdin.write('x'.repeat(9 * 2 ** 20));
    assert.equal(await exited, 0);
    assert.match(output, /a message has more than \d+ bytes\n {2}do {3}send shorter texts/);
  });
});

const hello = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
})}\n${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`;

function call(name: string, args: object): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })}\n`;
}

function findingsOf(value: Readonly<Record<string, unknown>>): readonly unknown[] {
  return listIn(value, 'findings').map(({ code }) => code);
}

function listIn(value: Readonly<Record<string, unknown>>, key: string): readonly Readonly<Record<string, unknown>>[] {
  const list = value[key];
  assert.ok(Array.isArray(list), key);
  return list;
}
