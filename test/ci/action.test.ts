import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { builtCli, Workspace } from '../cli/harness.ts';
import { configMap, oldIngress } from '../cli/manifests.ts';
import { documentsOf, needsShell, runScript } from './shell.ts';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

interface Step {
  readonly shell: string;
  readonly run: string;
  readonly env?: Readonly<Record<string, string>>;
}

const [action] = documentsOf<Action>('action.yml');

/** Runs the steps of the action like a GitHub runner, in a workspace with the given inputs. */
function runAction(workspace: Workspace, inputs: Readonly<Record<string, string>>) {
  assert.ok(action !== undefined);
  const actionPath = join(workspace.path, '.action');
  mkdirSync(actionPath);
  cpSync('ci', join(actionPath, 'ci'), { recursive: true });
  symlinkSync(dirname(builtCli()), join(actionPath, 'dist'));
  const summary = join(workspace.path, '.summary');
  const output = join(workspace.path, '.output');
  let last = { exit: null as number | null, stdout: '', stderr: '' };
  for (const { run, env = {} } of action.runs.steps) {
    const given = Object.entries(env).map(([name, expression]) => {
      const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression)?.[1] ?? '';
      assert.ok(input in action.inputs, expression);
      return [name, inputs[input] ?? action.inputs[input]?.default ?? ''];
    });
    last = runScript('bash', run, workspace.path, {
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      GITHUB_ACTION_PATH: actionPath,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: output,
      ...Object.fromEntries(given),
    });
    if (last.exit !== 0) break;
  }
  const text = (path: string) => readFileSync(path, 'utf8');
  return { ...last, summary: text(summary), output: text(output) };
}

describe('the GitHub Action', () => {
  let workspace: Workspace;

  afterEach(() => workspace.remove());

  it('is a composite action that puts no input into the text of a script', () => {
    workspace = new Workspace({});
    assert.equal(action?.runs.using, 'composite');
    for (const { run, shell } of action.runs.steps) {
      assert.equal(shell, 'bash');
      assert.doesNotMatch(run, /\$\{\{/);
    }
  });

  it('annotates lines, writes the summary and SARIF, and fails with findings', function () {
    needsShell(this);
    workspace = new Workspace({ 'a.yaml': oldIngress, 'b b.yaml': oldIngress, 'c.yaml': oldIngress });
    const run = runAction(workspace, {
      paths: 'a.yaml\nb b.yaml\n',
      targets: '1.36\n1.37\n',
      'sarif-file': 'out.sarif',
    });
    assert.equal(run.exit, 1, run.stderr);
    assert.match(
      run.stdout,
      /^2 resources checked\n::error file=a\.yaml,line=1,[^\n]*\n::error file=b b\.yaml,line=1,/,
    );
    assert.match(run.summary, /\*\*2 errors\*\*; 2 resources checked in 2 files/);
    assert.equal(run.output, 'exit-code=1\n');
    assert.match(readFileSync(join(workspace.path, 'out.sarif'), 'utf8'), /"version":"2\.1\.0"/);
  });

  it('passes further arguments unchanged, and runs none of them', function () {
    needsShell(this);
    workspace = new Workspace({ 'a.yaml': oldIngress });
    const run = runAction(workspace, {
      'fail-on': 'never',
      targets: '1.36',
      arguments: '--today=2026-01-01\n--stdin-filename=$(touch made)`touch made`; touch made\n',
    });
    assert.equal(run.exit, 0, run.stderr);
    assert.throws(() => readFileSync(join(workspace.path, 'made')));
  });

  it('succeeds without findings', function () {
    needsShell(this);
    workspace = new Workspace({ 'a.yaml': configMap });
    const run = runAction(workspace, {});
    assert.equal(run.exit, 0, run.stderr);
    assert.equal(run.output, 'exit-code=0\n');
  });
});
