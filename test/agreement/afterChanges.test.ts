import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { delimiter, relative } from 'node:path';
import { filesBelow } from '../harness/files.ts';
import { textFiles } from '../support/textFiles.ts';
import { type Change, RunningServer } from './runningServer.ts';
import { scenarioWorkspaces } from './scenarioWorkspaces.ts';
import { type Texts, workspaces } from './workspaces.ts';

/** How many files of one workspace change. */
const maxFiles = 12;

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

  const agreesAfter = (title: string, files: Texts, changes: readonly (() => Change)[]) =>
    it(title, async () => {
      server = new RunningServer(files);
      await server.start();
      await agree(server, changes);
    });

  // The sample, which is large, is the last.
  const [sample, ...others] = workspaces(4);
  for (const [name, files] of [...others, ...(sample === undefined ? [] : [sample])].slice(0, chosen())) {
    agreesAfter(`after all changes of each file of ${name}`, files, Object.keys(files).flatMap(changesOf(files)));
  }

  for (const [name, files] of spread([...scenarioWorkspaces()], chosen())) {
    agreesAfter(`after a change of each file of: ${name}`, files, walkThrough(files, maxFiles));
  }

  for (const folder of (process.env['KUBECOMPAT_CHANGED_FOLDERS'] ?? '').split(delimiter).filter(Boolean)) {
    const files = textsBelow(folder);
    agreesAfter(`after changes in ${folder}`, files, walkThrough(files, maxFiles));
  }
});

/** How many workspaces of each source are tried: a few, as each change starts a server; all with a large number. */
function chosen(): number {
  return Number(process.env['KUBECOMPAT_CHANGED_WORKSPACES'] ?? 5);
}

/** Some of many, evenly spread. */
function spread<Item>(items: readonly Item[], count: number): readonly Item[] {
  return items.filter(
    (_, index) => Math.floor((index * count) / items.length) !== Math.floor(((index - 1) * count) / items.length),
  );
}

/** One way of changing each of some files, and back: another for each next file. */
function walkThrough(files: Texts, count: number): readonly (() => Change)[] {
  const changes = changesOf(files);
  return spread(Object.keys(files), Math.min(count, Object.keys(files).length)).flatMap((file, index) => {
    const [replaced, opened, edited, restored, closed, moved, removed, again] = changes(file);
    const ways = [
      [replaced, restored],
      [opened, edited, closed],
      [moved, removed, again],
    ];
    return (ways[index % ways.length] ?? []).flatMap((change) => change ?? []);
  });
}

/** The texts that a repository has, by their paths. */
function textsBelow(folder: string): Texts {
  const paths = filesBelow(folder, /\.(?:ya?ml|json|tpl)$/).filter((path) => !path.includes('/.git/'));
  return Object.fromEntries(paths.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]));
}

/** A file is changed, opened and edited, restored, closed, moved, removed and restored. */
function changesOf(files: Texts): (file: string) => readonly (() => Change)[] {
  const names = Object.keys(files);
  return (file) => {
    const text = files[file] ?? '';
    // The text of another file, and a broken one.
    const other = files[names[(names.indexOf(file) + 1) % names.length] ?? ''] ?? '';
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
  };
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
