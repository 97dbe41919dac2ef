import assert from 'node:assert/strict';
import { methods, type PlanResult } from '../../server/src/lsp/protocol.ts';
import { Workspace } from '../cli/harness.ts';
import { configMap, oldCronJob } from '../cli/manifests.ts';
import { TestClient } from './testClient.ts';

describe('the plan of an upgrade in an editor', () => {
  let workspace: Workspace;
  let editor: TestClient;
  const ask = (from: string, to: string, nonce?: string) =>
    editor.connection.sendRequest<PlanResult>(methods.plan, { from, to, ...(nonce === undefined ? {} : { nonce }) });

  beforeEach(() => {
    workspace = new Workspace({});
  });
  afterEach(async () => {
    await editor.stop();
    workspace.remove();
  });

  it('is that of the command line, with the manifests as they stand in the editor', async () => {
    workspace.write('a.yaml', oldCronJob);
    workspace.write('b.yaml', oldCronJob);
    editor = await TestClient.start({ folder: workspace.path });
    await editor.open(workspace.uri('b.yaml'), configMap);
    const { plan, problems, uris, page } = await ask('1.24', '1.26');
    assert.deepEqual(problems, []);
    assert.equal(page, undefined);
    assert.deepEqual(
      plan?.resources.map(({ file, steps }) => [file, steps.map(({ step, mustChange }) => [step, mustChange])]),
      [['a.yaml', [[1, true]]]],
    );
    assert.equal(plan?.summary.resources, 2);
    assert.equal(uris['a.yaml'], workspace.uri('a.yaml'));
  });

  it('takes what the workspace configures and describes, and says what it does not take', async () => {
    workspace.write(
      '.kubecompat.yaml',
      'targets:\n  prod: { binaryVersion: "1.34" }\n  next: { binaryVersion: "1.37" }\n',
    );
    editor = await TestClient.start({ folder: workspace.path });
    assert.equal((await ask('prod', 'next')).plan?.summary.steps, 5);
    const refused = await ask('prod', '1.37,emulated-version=1.28');
    assert.equal(refused.plan, undefined);
    assert.match(refused.problems.join(), /cannot emulate 1\.28; allowed: 1\.34 to 1\.37/);
    assert.deepEqual((await ask('prod', 'prod')).plan?.steps, []);
  });

  it('comes as a page whose places are buttons and that runs nothing without the nonce', async () => {
    workspace.write('a.yaml', oldCronJob);
    editor = await TestClient.start({ folder: workspace.path });
    const { page = '' } = await ask('1.24', '1.26', 'abc');
    assert.match(page, /style-src 'nonce-abc'; script-src 'nonce-abc'/);
    assert.match(page, /<button data-file="a\.yaml" data-line="0">/);
    assert.doesNotMatch(page, /<script>|<style>| on[a-z]+=| style=/);
  });
});
