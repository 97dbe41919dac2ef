import assert from 'node:assert/strict';
import { textFiles } from '../support/textFiles.ts';
import { type Change, RunningServer } from './runningServer.ts';
import { type Texts, workspaces } from './workspaces.ts';

const texts = textFiles(new URL('afterChanges.txt', import.meta.url));

/** Changes of one file on which the verdict on another depends. */
const cases: Readonly<Record<string, readonly (Change | ((before: RunningServer) => Change))[]>> = {
  'values that turn a sub-chart on, whose template is closed': [
    { kind: 'disk', file: 'values.yaml', text: 'old: { enabled: true }\n' },
    { kind: 'disk', file: 'values.yaml', text: 'old: { enabled: false }\n' },
  ],
  'values that turn a sub-chart on, whose template is open': [
    { kind: 'open', file: 'charts/old/templates/budget.yaml' },
    { kind: 'disk', file: 'values.yaml', text: 'old: { enabled: true }\n' },
    { kind: 'open', file: 'values.yaml' },
    { kind: 'edit', file: 'values.yaml', text: 'old: { enabled: false }\n' },
    { kind: 'close', file: 'values.yaml' },
  ],
  'the condition of a sub-chart': [
    { kind: 'open', file: 'charts/old/templates/budget.yaml' },
    (before) => ({
      kind: 'disk',
      file: 'Chart.yaml',
      text: before.textOf('Chart.yaml').replace('old.enabled', 'old.other'),
    }),
  ],
  'a test that sends a file instead of expecting it': [
    { kind: 'open', file: 'tests/a.yaml' },
    (before) => ({
      kind: 'disk',
      file: 'tests/chainsaw-test.yaml',
      text: before.textOf('tests/chainsaw-test.yaml').replace('assert:', 'apply:'),
    }),
    { kind: 'close', file: 'tests/a.yaml' },
    (before) => ({
      kind: 'disk',
      file: 'tests/chainsaw-test.yaml',
      text: before.textOf('tests/chainsaw-test.yaml').replace('apply:', 'assert:'),
    }),
  ],
  'a generator that begins to name a folder': [
    { kind: 'open', file: 'parts/deployment.yaml' },
    (before) => ({
      kind: 'disk',
      file: 'policies.yaml',
      text: before.textOf('policies.yaml').replace('path: others', 'path: parts'),
    }),
    { kind: 'close', file: 'parts/deployment.yaml' },
  ],
  'a helper that a template includes': [
    { kind: 'open', file: 'templates/budget.yaml' },
    (before) => ({
      kind: 'disk',
      file: 'templates/_helpers.tpl',
      text: before.textOf('templates/_helpers.tpl').replace('policy/v1', 'policy/v1beta1'),
    }),
    { kind: 'open', file: 'templates/_helpers.tpl' },
    (before) => ({
      kind: 'edit',
      file: 'templates/_helpers.tpl',
      text: before.textOf('templates/_helpers.tpl').replace('policy/v1beta1', 'policy/v1'),
    }),
    { kind: 'close', file: 'templates/_helpers.tpl' },
  ],
};

describe('a running server says what a new one says', () => {
  let server: RunningServer | undefined;

  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });

  for (const [title, changes] of Object.entries(cases)) {
    it(`after a change of ${title}`, async () => {
      server = new RunningServer(texts.below(`${title.replaceAll(/[ ,]+/g, '-')}/`));
      assert.ok(server.files.length > 0);
      await server.start();
      const open = server;
      await agree(
        server,
        changes.map((change) => (typeof change === 'function' ? () => change(open) : () => change)),
      );
    });
  }

  // The sample, which is large, is the last.
  const [sample, ...others] = workspaces(4);
  for (const [name, files] of [...others, ...(sample === undefined ? [] : [sample])].slice(0, chosen())) {
    it(`after changes of each file of ${name}`, async () => {
      server = new RunningServer(files);
      await server.start();
      await agree(server, changesOf(files));
    });
  }
});

/** How many workspaces are tried: a few, as each change starts a server; all with a large number. */
function chosen(): number {
  return Number(process.env['KUBECOMPAT_CHANGED_WORKSPACES'] ?? 5);
}

/** Each file is changed, opened and edited, removed, restored and moved. */
function changesOf(files: Texts): readonly (() => Change)[] {
  const names = Object.keys(files);
  return names.flatMap((file, index) => {
    const text = files[file] ?? '';
    // The text of another file, and a broken one.
    const other = files[names[(index + 1) % names.length] ?? ''] ?? '';
    const shorter = text.split('\n').slice(1).join('\n');
    const moved = `moved/${file}`;
    return [
      () => ({ kind: 'disk', file, text: other }) as const,
      () => ({ kind: 'open', file }) as const,
      () => ({ kind: 'edit', file, text: shorter }) as const,
      () => ({ kind: 'disk', file, text }) as const,
      () => ({ kind: 'close', file }) as const,
      () => ({ kind: 'move', file, to: moved }) as const,
      () => ({ kind: 'disk', file: moved, text: undefined }) as const,
      () => ({ kind: 'disk', file, text }) as const,
    ];
  });
}

/** Makes changes, and requires agreement after each. */
async function agree(server: RunningServer, changes: readonly (() => Change)[]): Promise<void> {
  const different: unknown[] = [];
  for (const next of changes) {
    const change = next();
    await server.make(change);
    const difference = await server.difference();
    if (difference !== undefined) different.push({ change, ...difference });
  }
  assert.deepEqual(different, []);
}
