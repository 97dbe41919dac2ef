import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { type Files, Workspace } from './harness.ts';
import { configMap, oldCronJob, oldIngress } from './manifests.ts';

const agrees = new Ajv().compile(
  JSON.parse(readFileSync(new URL('../../schemas/baseline.schema.json', import.meta.url), 'utf8')),
);

function inWorkspace(
  files: Files,
  use: (workspace: Workspace, check: (...args: string[]) => ReturnType<Workspace['run']>) => void,
) {
  const workspace = new Workspace(files);
  try {
    use(workspace, (...args) => workspace.run(['check', '.', '--target=1.36', ...args]));
  } finally {
    workspace.remove();
  }
}

const baseline = '--baseline=known.json.baseline';
const update = '--update-baseline';
const read = (workspace: Workspace) => readFileSync(join(workspace.path, 'known.json.baseline'), 'utf8');

describe('baselines', () => {
  it('know what was there, wherever its lines move, and nothing else', () => {
    inWorkspace({ 'a.yaml': oldIngress }, (workspace, check) => {
      const first = check(baseline, update);
      assert.equal(first.exit, 0, first.stderr);
      assert.match(first.stdout, /nothing found.*\n1 finding known to the baseline/);
      assert.ok(agrees(JSON.parse(read(workspace))), JSON.stringify(agrees.errors));
      workspace.write('a.yaml', `# moved\n${configMap}---\n\n${oldIngress}`);
      assert.equal(check(baseline).exit, 0);
      workspace.write('b.yaml', oldCronJob);
      const next = check(baseline, '--format=json');
      assert.equal(next.exit, 1);
      const report: { findings: { file: string }[]; baseline: { findings: number }; summary: { bySeverity: object } } =
        JSON.parse(next.stdout);
      assert.deepEqual(
        report.findings.map(({ file }) => file),
        ['b.yaml'],
      );
      assert.equal(report.baseline.findings, 1);
      assert.deepEqual(report.summary.bySeverity, { error: 1, warning: 0, information: 0, hint: 0 });
    });
  });

  it('are the same bytes however often they are written', () => {
    inWorkspace({ 'b.yaml': oldIngress, 'a.yaml': oldCronJob }, (workspace, check) => {
      check(baseline, update);
      const text = read(workspace);
      check(baseline, update);
      assert.equal(read(workspace), text);
      assert.match(text, /"file":"a.yaml".*\n.*"file":"b.yaml".*"resource":"Ingress web"/);
    });
  });

  it('have stale entries where what they know is gone, and only where the run has looked', () => {
    inWorkspace({ 'a.yaml': oldIngress, 'b.yaml': oldIngress, 'c/c.yaml': oldIngress }, (workspace, check) => {
      check(baseline, update);
      workspace.write('a.yaml', configMap);
      rmSync(join(workspace.path, 'b.yaml'));
      const all = check(baseline);
      assert.equal(all.exit, 0);
      assert.match(
        all.stdout,
        /2 entries of the baseline no longer found.*\n {2}a\.yaml removed-api.*\n {2}b\.yaml removed-api/,
      );
      const part = workspace.run(['check', 'c', '--target=1.36', baseline]);
      assert.doesNotMatch(part.stdout, /no longer found/);
      const other = workspace.run(['check', '.', '--target=1.37', baseline, '--fail-on=never']);
      assert.doesNotMatch(other.stdout, /no longer found/);
      workspace.run(['check', 'c', '--target=1.36', baseline, update]);
      assert.match(read(workspace), /a\.yaml[\s\S]*b\.yaml[\s\S]*c\.yaml/, 'what was not looked at stays');
      check(baseline, update);
      assert.doesNotMatch(read(workspace), /[ab]\.yaml"/);
    });
  });

  it('in shards merge to what one run says', () => {
    const files = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.yaml`, oldIngress]));
    inWorkspace(files, (workspace, check) => {
      check(baseline, update);
      rmSync(join(workspace.path, 'a.yaml'));
      workspace.write('d.yaml', oldCronJob);
      for (const shard of ['1', '2', '3']) check(baseline, `--shard=${shard}/3`, `--output=json=${shard}.part`);
      const merged = workspace.run(['merge', '3.part', '1.part', '2.part', '--format=json']);
      const whole = check(baseline, '--format=json');
      assert.equal(merged.stdout, whole.stdout);
      assert.equal(merged.exit, whole.exit);
      assert.equal(whole.exit, 1);
      assert.match(whole.stdout, /"stale":\[\{"file":"a.yaml".*"file":"d.yaml"/);
    });
  });

  it('are refused where they are none', () => {
    inWorkspace({ 'a.yaml': configMap, wrong: '{"schemaVersion":2,"findings":[]}', none: '{' }, (_, check) => {
      const refused: readonly (readonly [string[], RegExp])[] = [
        [['--baseline=gone'], /gone does not exist[\s\S]*--update-baseline/],
        [['--baseline=none'], /none is not JSON/],
        [['--baseline=wrong'], /is not a baseline: it must be equal to constant at \/schemaVersion/],
        [[update], /has no file/],
        [[baseline, update, '--shard=1/2'], /a shard cannot update a baseline/],
      ];
      for (const [args, said] of refused) {
        const { exit, stderr } = check(...args);
        assert.equal(exit, 2);
        assert.match(stderr, said);
      }
    });
  });
});
