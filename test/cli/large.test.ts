import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { notRun } from '../harness/notRun.ts';
import { runIn, Workspace } from './harness.ts';
import { configMap, oldIngress } from './manifests.ts';

interface Report {
  readonly resources: readonly object[];
  readonly findings: readonly object[];
}

describe('large input on the command line', () => {
  it('checks a manifest of 5 MB in one document', () => {
    const lines = Array.from({ length: 80_000 }, (_, index) => `  key-${index}: "${'v'.repeat(48)}"\n`);
    const big = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: big\ndata:\n${lines.join('')}dta: {}\n`;
    assert.ok(big.length > 5_000_000);
    const { exit, stdout } = runIn({ 'big.yaml': big }, ['check', '.', '--target=1.36']);
    assert.equal(exit, 1);
    assert.match(stdout, /big\.yaml:80006:1/);
  });

  it('shows only the part around the finding of a line of 2 MB', () => {
    const data = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`key-${index}`, 'v'.repeat(36)]));
    const line = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data, dta: {} });
    const { exit, stdout } = runIn({ 'big.json': line }, ['check', '.', '--target=1.36']);
    assert.equal(exit, 1);
    assert.ok(stdout.length < 2000, `${stdout.length}`);
    assert.match(stdout, /"dta"/);
  });

  it('does not read an endless device', function () {
    if (!existsSync('/dev/zero')) notRun(this, 'there is no such device here');
    const { exit, stderr } = runIn({}, ['check', '/dev/zero', '--target=1.36']);
    assert.equal(exit, 3);
    assert.match(stderr, /is larger than 256 MB/);
  });

  it('reports the same findings in the same order with one thread and with several', () => {
    const names = Array.from({ length: 400 }, (_, index) => `${index < 200 ? 'a' : 'b'}/${index}.yaml`).sort();
    const files = names.map((name, index): [string, string] => [name, index % 7 === 0 ? oldIngress : configMap]);
    const workspace = new Workspace({ ...Object.fromEntries(files), 'b/bin.yaml': new Uint8Array([0]) });
    const report = (path: string): Report =>
      JSON.parse(workspace.run(['check', path, '--target=1.36', '--format=json']).stdout);
    try {
      const whole = report('.');
      const parts = [report('a'), report('b')];
      assert.equal(whole.resources.length, 400);
      assert.deepEqual(
        whole.resources,
        parts.flatMap(({ resources }) => resources),
      );
      assert.deepEqual(
        whole.findings,
        parts.flatMap(({ findings }) => findings),
      );
      assert.ok(whole.findings.length > 50);
    } finally {
      workspace.remove();
    }
  });
});
