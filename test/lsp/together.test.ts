import assert from 'node:assert/strict';
import { methods } from '../../server/src/lsp/protocol.ts';
import { builtCli, Workspace } from '../cli/harness.ts';
import { oldBudget } from '../cli/manifests.ts';
import { TestClient } from './testClient.ts';

const names = Array.from({ length: 30 }, (_, index) => `folder${index % 3}/file${index}.yaml`);

describe('two editors and command lines on one workspace with one cache', () => {
  it('have the same findings as alone', async () => {
    const workspace = new Workspace(Object.fromEntries(names.map((name, index) => [name, oldBudget(`a${index}`)])));
    const cache = new Workspace({});
    const env = { XDG_CACHE_HOME: cache.path };
    try {
      const check = ['check', '.', '--target=1.37', '--format=json'];
      const alone = await workspace.start(check);
      const cached = () => workspace.start([...check, '--cache'], { env });
      const settings = { workspaceDiagnostics: 'workspace', targets: ['1.37'] };
      const edit = async () => {
        const client = await TestClient.startProcess({ folder: workspace.path, settings }, [builtCli(), 'lsp']);
        await client.connection.sendRequest(methods.checkFolder, {});
        const found = names.filter((name) =>
          client.published.some(({ uri, diagnostics }) => uri === workspace.uri(name) && diagnostics.length === 1),
        );
        await client.stop();
        return found;
      };
      const [first, second, ...runs] = await Promise.all([edit(), edit(), cached(), cached(), cached(), cached()]);
      assert.deepEqual([first, second], [names, names]);
      for (const run of [...runs, await cached()]) assert.deepEqual(run, alone);

      // Each of them must use the changes of all others.
      const fixed = await workspace.start(['fix', 'folder0', '--target=1.37', '--write']);
      assert.equal(fixed.exit, 0, fixed.stderr);
      const after = await workspace.start(check);
      assert.notDeepEqual(after, alone);
      for (const run of await Promise.all([cached(), cached()])) assert.deepEqual(run, after);
      assert.equal((await edit()).length, 20);
    } finally {
      workspace.remove();
      cache.remove();
    }
  });
});
