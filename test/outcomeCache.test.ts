import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkCodes } from '../server/src/checks/checkCodes.ts';
import type { WorkspaceReport } from '../server/src/report/workspaceReport.ts';
import { TextStore } from '../server/src/workspace/disk/textStore.ts';
import type { FileOutcome } from '../server/src/workspace/judging/judgeFile.ts';
import { judgeWorkspace } from '../server/src/workspace/judging/judgeWorkspace.ts';
import { OutcomeStore } from '../server/src/workspace/judging/outcomeStore.ts';
import { searchWorkspace } from '../server/src/workspace/judging/searchWorkspace.ts';
import { TargetSelection } from '../server/src/workspace/settings/targetSelection.ts';
import { readCatalog } from '../server/src/workspace/shipped/catalogFile.ts';
import { workspaces } from './agreement/workspaces.ts';
import { type Files, Workspace } from './cli/harness.ts';
import { lampDefinition } from './cli/manifests.ts';
import { fixedDay } from './harness/inputs.ts';
import { textFiles } from './support/textFiles.ts';

/** A store that records which files had to be judged. */
class NotingStore extends OutcomeStore {
  readonly judged: string[] = [];

  override put(key: string, outcome: FileOutcome): void {
    const { resources, findings, notJudged } = outcome.report;
    this.judged.push(
      [...resources, ...findings, ...notJudged][0]?.file ?? assert.fail('a file of which nothing is said'),
    );
    super.put(key, outcome);
  }
}

async function check(cwd: string, store: OutcomeStore | undefined, target?: string): Promise<WorkspaceReport> {
  const catalog = readCatalog();
  const selection = new TargetSelection(catalog, cwd, new Set(checkCodes.keys()), { trusted: true });
  const expressions = [target ?? '1.37'];
  const isConfigured = existsSync(join(cwd, '.kubecompat.yaml')) && target === undefined;
  selection.request(isConfigured ? { kind: 'configured' } : { kind: 'expressions', expressions }, ['.']);
  const searched = searchWorkspace(['.'], cwd);
  const stdin = { read: () => new Uint8Array(), filename: undefined };
  const request = { paths: ['.'], cwd, searched, catalog, toolVersion: '0', selection, stdin, build: false };
  const rest = {
    keepSource: false,
    texts: new TextStore(),
    today: fixedDay,
    ...(store === undefined ? {} : { store }),
  };
  // Serialized like the printed report, because stored values are read lazily.
  return JSON.parse(JSON.stringify((await judgeWorkspace({ ...request, ...rest })).report));
}

const texts = textFiles(new URL('outcomeCache.txt', import.meta.url));
const map = (name: string) => texts.text('map.yaml', { NAME: name });
const files: Files = {
  ...texts.below('workspace/'),
  'crd.yaml': lampDefinition('properties: { watts: { type: integer } }'),
};

describe('stored outcomes', () => {
  const changes: Readonly<Record<string, { readonly change: Files; readonly judged: readonly string[] }>> = {
    'no file, if nothing has changed': { change: {}, judged: [] },
    'a changed file': { change: { 'a.yaml': map('other') }, judged: ['a.yaml'] },
    'a new file': { change: { 'c.yaml': map('c') }, judged: ['c.yaml'] },
    'a file that names a release, and files checked against it': {
      change: {
        'infra/kustomization.yaml': texts.text('installs.yaml'),
      },
      judged: ['infra/kustomization.yaml', 'route.yaml'],
    },
    'a changed definition and its custom resources': {
      change: { 'crd.yaml': lampDefinition('properties: { watts: { type: string } }') },
      judged: ['crd.yaml', 'lamp.yaml'],
    },
    'a second definition, and the custom resources of both': {
      change: { 'd.yaml': lampDefinition('properties: { watts: { type: string } }') },
      judged: ['crd.yaml', 'd.yaml', 'lamp.yaml'],
    },
    'files that are built with a changed file': {
      change: { 'base/deployment.yaml': texts.text('deployment.yaml') },
      judged: [
        'base/deployment.yaml',
        'base/kustomization.yaml',
        'base/patch.yaml',
        'overlay/kustomization.yaml',
        'overlay/patch.yaml',
      ],
    },
    'files that name a new file': {
      change: { 'apart/service.yaml': map('service') },
      judged: ['apart/kustomization.yaml', 'apart/patch.yaml', 'apart/service.yaml'],
    },
    'a chart with a new sub-chart': {
      change: { 'shop/charts/db/Chart.yaml': texts.text('subChart.yaml') },
      judged: ['shop/Chart.yaml', 'shop/charts/db/Chart.yaml'],
    },
    'all manifests if a severity has changed': {
      change: { '.kubecompat.yaml': 'severity: { unknown-field: hint }\n' },
      judged: Object.keys(files)
        .filter((file) => !file.endsWith('.tpl'))
        .sort(),
    },
  };
  for (const [name, { change, judged }] of Object.entries(changes)) {
    it(`require a new check only of ${name}`, async () => {
      const workspace = new Workspace(files);
      const store = new NotingStore(undefined);
      assert.deepEqual(await check(workspace.path, store), await check(workspace.path, undefined));
      store.judged.length = 0;
      for (const [file, text] of Object.entries(change)) workspace.write(file, text);
      assert.deepEqual(await check(workspace.path, store), await check(workspace.path, undefined));
      assert.deepEqual([...store.judged].sort(), judged);
    });
  }

  it('follow a repository of charts that moves to another host', async () => {
    const workspace = new Workspace(texts.below('addon/'));
    const store = new NotingStore(undefined);
    const codes = async () => (await check(workspace.path, store, '1.33')).findings.map(({ code }) => code);
    assert.deepEqual(await codes(), ['unsupported-addon']);
    workspace.write(
      'repository.yaml',
      texts.text('addon/repository.yaml').replace('charts.jetstack.io', 'example.com'),
    );
    assert.deepEqual(await codes(), []);
  });

  for (const [name, files] of workspaces(12)) {
    it(`agree with a run without them after each change of ${name}`, async () => {
      const workspace = new Workspace(files);
      const store = new NotingStore(undefined);
      const names = Object.keys(files);
      const agree = async (change: string) =>
        assert.deepEqual(await check(workspace.path, store), await check(workspace.path, undefined), change);
      await agree('no change');
      for (const [index, file] of names.entries()) {
        const text = files[file] ?? '';
        workspace.write(file, files[names[(index + 1) % names.length] ?? ''] ?? '');
        await agree(`${file} has the text of another file`);
        rmSync(join(workspace.path, file));
        await agree(`${file} is removed`);
        workspace.write(`moved/${file}`, text);
        await agree(`${file} is moved`);
        rmSync(join(workspace.path, 'moved', file));
        workspace.write(file, text);
        await agree(`${file} is restored`);
      }
    });
  }

  it('depend on the definition files that a target names', async () => {
    const workspace = new Workspace({
      '.kubecompat.yaml': texts.text('target.yaml'),
      'crds/lamp.yaml': lampDefinition('properties: { watts: { type: integer } }'),
      'lamps/lamp.yaml': texts.text('workspace/lamp.yaml'),
      'lamps/map.yaml': map('a'),
    });
    const store = new NotingStore(undefined);
    const before = await check(workspace.path, store);
    store.judged.length = 0;
    assert.deepEqual(await check(workspace.path, store), before);
    assert.deepEqual(store.judged, []);
    workspace.write('crds/lamp.yaml', lampDefinition('properties: { watts: { type: string } }'));
    const after = await check(workspace.path, store);
    assert.deepEqual(after, await check(workspace.path, undefined));
    assert.notDeepEqual(after.findings, before.findings);
  });

  it('include suppressed findings of conflicting definitions', async () => {
    const plain = lampDefinition('properties: { watts: { type: integer } }');
    const workspace = new Workspace({
      'a.yaml': lampDefinition('properties: { watts: { type: string } }'),
      'b.yaml': `# kubecompat-ignore-file shadowed-definition: the other one is older\n${plain}`,
    });
    const store = new NotingStore(undefined);
    const codes = async () => (await check(workspace.path, store)).findings.map(({ code }) => code);
    assert.deepEqual(await codes(), []);
    assert.deepEqual([...store.judged].sort(), ['a.yaml', 'b.yaml']);
    store.judged.length = 0;
    assert.deepEqual(await codes(), []);
    assert.deepEqual(store.judged, []);
    workspace.write('a.yaml', plain);
    // There is nothing to suppress once both agree.
    assert.deepEqual(await codes(), ['unused-suppression']);
  });

  it('are stored separately for each target', async () => {
    const workspace = new Workspace(files);
    const store = new NotingStore(undefined);
    for (const target of ['1.37', '1.36']) await check(workspace.path, store, target);
    store.judged.length = 0;
    for (const target of ['1.37', '1.36']) {
      assert.deepEqual(await check(workspace.path, store, target), await check(workspace.path, undefined, target));
    }
    assert.deepEqual(store.judged, []);
  });

  it("are ignored if the file is broken, truncated or another user's", async () => {
    const workspace = new Workspace(files);
    const file = join(workspace.path, 'kept/store.files');
    const expected = await check(workspace.path, undefined);
    await check(workspace.path, new OutcomeStore(file));
    assert.ok(!new OutcomeStore(file).isEmpty);
    const whole = readFileSync(file, 'utf8');
    for (const text of ['', 'no store', whole.slice(0, -7), whole.replaceAll('unknown', 'missing'), `${whole}{`]) {
      writeFileSync(file, text);
      assert.deepEqual(await check(workspace.path, new OutcomeStore(file)), expected);
      assert.deepEqual(await check(workspace.path, new OutcomeStore(file)), expected);
    }
  });
});
