import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { methods } from '../../server/src/lsp/protocol.ts';
import { builtCli, Workspace } from '../cli/harness.ts';
import { oldBudget } from '../cli/manifests.ts';
import { TestClient } from './testClient.ts';

const names = Array.from({ length: 12 }, (_, index) => `file${index}.yaml`);

describe('a language server whose threads end unexpectedly', () => {
  /** The files with findings, and the log, after the thread with `file7.yaml` has ended so often. */
  async function judgedAfter(times: number) {
    const workspace = new Workspace(Object.fromEntries(names.map((name, index) => [name, oldBudget(`a${index}`)])));
    const before = process.env;
    process.env = { ...before, LOSE_AT: 'file7.yaml', LOSE_TIMES: String(times) };
    try {
      const program = ['--require', resolve('test/harness/loseThreads.cjs'), builtCli(), 'lsp'];
      const settings = { workspaceDiagnostics: 'workspace', targets: ['1.37'] };
      const client = await TestClient.startProcess({ folder: workspace.path, settings }, program);
      await client.connection.sendRequest(methods.checkFolder, {});
      const judged = names.filter((name) =>
        client.published.some(({ uri, diagnostics }) => uri === workspace.uri(name) && diagnostics.length === 1),
      );
      const logged = client.logged.join('\n');
      await client.stop();
      return { judged, logged };
    } finally {
      process.env = before;
      workspace.remove();
    }
  }

  it('checks the files of these threads again', async () => {
    const { judged, logged } = await judgedAfter(1);
    assert.deepEqual(judged, names);
    assert.doesNotMatch(logged, /could not be checked/);
  });

  it('omits only the file that ends them, and names it', async () => {
    const { judged, logged } = await judgedAfter(Number.POSITIVE_INFINITY);
    assert.deepEqual(
      judged,
      names.filter((name) => name !== 'file7.yaml'),
    );
    assert.match(logged, /could not be checked in the background: \S*file7\.yaml$/m);
  });
});
