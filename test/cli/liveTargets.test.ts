import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { httpRecording, kubeconfigFor, startReplay } from '../support/replayServer.ts';
import { Workspace } from './harness.ts';

// What else users do with live clusters is in test/scenarios/cli/liveTargets.txt.
describe('the copy of a live cluster', () => {
  it('is refused where it is broken or made up', async () => {
    const workspace = new Workspace({ 'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n' });
    const home = new Workspace({});
    const replay = await startReplay(httpRecording('1.34'));
    home.write('.kube/config', kubeconfigFor(replay.url));
    const type = (line: string) => workspace.start(line.split(' '), { env: { HOME: home.path, KUBECONFIG: '' } });
    try {
      await type('targets add live');
      const path = join(workspace.path, '.kubecompat/live/staging.json');
      const good = readFileSync(path, 'utf8');
      for (const bad of [
        '',
        '{}',
        'null',
        good.slice(0, -100),
        good.replace('"format":1', '"format":2'),
        good.replace('"kind":"Pod"', '"kind":7'),
      ]) {
        writeFileSync(path, bad);
        const run = await type('check .');
        assert.equal(run.exit, 2);
        assert.match(run.stderr, /has a copy that cannot be used.*\n.*targets refresh staging/);
      }
    } finally {
      await replay.close();
      workspace.remove();
      home.remove();
    }
  });
});
