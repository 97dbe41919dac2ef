import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '../scenarios/folder.ts';
import { parseScenarios } from '../scenarios/format.ts';
import { Workspace } from './harness.ts';
import { oldIngress } from './manifests.ts';

/** A workspace, and possible changes between two runs. */
const { files, scenarios } = parseScenarios(readFileSync(new URL('cacheChanges.txt', import.meta.url), 'utf8'));

const paths = ['web', 'kustomize', 'chart'];
const check = ['check', ...paths, '--target=1.37', '--no-render', '--format=json'];

describe('--cache', () => {
  let temporary: string;
  let cache: string;
  let workspace: Workspace;

  beforeEach(() => {
    temporary = mkdtempSync(join(tmpdir(), 'kubecompat-cache-'));
    cache = join(temporary, 'runs');
    workspace = new Workspace({ '.git/HEAD': 'ref: refs/heads/main\n' });
    writeFiles(workspace, files);
  });

  afterEach(() => {
    workspace.remove();
    rmSync(temporary, { recursive: true, force: true });
  });

  const names = () => (existsSync(cache) ? readdirSync(cache) : []);
  /** The stored runs; the results of single files are stored beside them. */
  const kept = () => names().flatMap((name) => (name.endsWith('.run') ? [join(cache, name)] : []));

  it('repeats the output and the exit code of a run without changes', () => {
    const found = join(temporary, 'found.txt');
    const args = [...check, `--cache=${cache}`, `--output=text=${found}`];
    const first = workspace.run(args);
    const [run, ...more] = kept();
    assert.ok(run !== undefined && more.length === 0);
    const saved = readFileSync(found, 'utf8');
    rmSync(found);
    assert.deepEqual(workspace.run(args), first);
    assert.equal(readFileSync(found, 'utf8'), saved);
    assert.equal(first.exit, 1);
    // A change of the stored output shows that nothing is checked again.
    writeFileSync(run, readFileSync(run, 'utf8').replaceAll('removed-api', 'kept-answer'));
    assert.match(workspace.run(args).stdout, /kept-answer/);
  });

  for (const { title, steps } of scenarios) {
    it(`checks again if ${title}`, () => {
      const args = [...check, `--cache=${cache}`];
      const before = workspace.run(args);
      for (const { results } of steps) writeFiles(workspace, results);
      const after = workspace.run(args);
      assert.deepEqual(after, workspace.run(check));
      assert.notEqual(after.stdout, before.stdout, 'the change is one that shows');
      assert.deepEqual(workspace.run(args), after);
    });
  }

  it('checks again if a manifest is removed, and if it is restored', () => {
    const removed = join(workspace.path, 'web/old.yaml');
    const manifest = readFileSync(removed);
    const args = [...check, `--cache=${cache}`];
    const before = workspace.run(args);
    rmSync(removed);
    const without = workspace.run(args);
    assert.deepEqual(without, workspace.run(check));
    workspace.write('web/old.yaml', manifest);
    assert.deepEqual(workspace.run(args), before);
  });

  it('stores results by arguments and folder', () => {
    const at = (target: string) => ['check', 'web', `--target=${target}`, `--cache=${cache}`];
    const old = workspace.run(at('1.15'));
    const now = workspace.run(at('1.37'));
    assert.notEqual(old.stdout, now.stdout);
    assert.deepEqual(workspace.run(at('1.15')), old);
    assert.equal(kept().length, 2);
    workspace.run(['check', '.', '--target=1.37', `--cache=${cache}`], { cwd: 'web' });
    assert.equal(kept().length, 3);
  });

  it('stores no result of a run that reads standard input', () => {
    const run = workspace.run(['check', '-', '--target=1.37', `--cache=${cache}`], { stdin: oldIngress });
    assert.equal(run.exit, 1);
    assert.deepEqual(kept(), []);
  });

  it('checks again if a stored result is damaged', () => {
    const args = [...check, `--cache=${cache}`];
    const first = workspace.run(args);
    const cut = '{"looks":[],"said":[["out",[9]]],"exit":0}\nshort';
    for (const broken of ['', 'null\n', '{"looks":[]}\n', '{"looks":[["bytes","/",0]],"said":[]}\n', '[]', cut]) {
      for (const run of kept()) writeFileSync(run, broken);
      assert.deepEqual(workspace.run(args), first, broken);
    }
  });

  it('works if it cannot write into the folder', () => {
    const args = [...check, '--cache=/dev/null/runs'];
    assert.deepEqual(workspace.run(args), workspace.run(check));
  });
});
