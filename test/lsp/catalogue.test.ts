import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ActiveTargets, methods } from '../../server/src/lsp/protocol.ts';
import { useCatalogue } from '../../server/src/workspace/shipped/catalogueInUse.ts';
import { WorkspaceFolder } from '../harness/workspaceFolder.ts';
import {
  catalogueOfNextMinor,
  installCatalogue,
  known,
  lockOfNextMinor,
  next,
  nextVersion,
} from '../support/nextCatalogue.ts';
import { TestClient } from './testClient.ts';

const integrity = 'sha512-AAAA';

describe('the catalogue of an editor', () => {
  const data = mkdtempSync(join(tmpdir(), 'kubecompat-data-'));
  const usual = process.env['XDG_DATA_HOME'];
  let workspace: WorkspaceFolder;
  let client: TestClient;

  before(async () => {
    await installCatalogue(await catalogueOfNextMinor(), integrity, data);
    process.env['XDG_DATA_HOME'] = data;
  });

  after(() => {
    if (usual === undefined) delete process.env['XDG_DATA_HOME'];
    else process.env['XDG_DATA_HOME'] = usual;
    rmSync(data, { recursive: true });
  });

  afterEach(async () => {
    await client.stop();
    useCatalogue(undefined);
    workspace.remove();
  });

  async function newestIn(files: Readonly<Record<string, string>>, catalogue?: string): Promise<string | undefined> {
    workspace = new WorkspaceFolder(files);
    client = await TestClient.start({
      folder: workspace.path,
      ...(catalogue === undefined ? {} : { initializationOptions: { catalogue } }),
    });
    const { minors } = await client.connection.sendRequest<ActiveTargets>(methods.targets, {});
    return minors[0];
  }

  it('is the one that ships with it, whatever is installed', async () => {
    assert.equal(await newestIn({}), known);
  });

  it('is the one that its lock file pins', async () => {
    assert.equal(await newestIn({ '.kubecompat.lock': lockOfNextMinor(integrity) }), next);
    assert.deepEqual(client.shown, []);
  });

  it('is the one that its setting names, before the lock file', async () => {
    assert.equal(await newestIn({ '.kubecompat.lock': lockOfNextMinor(integrity) }, 'built-in'), known);
  });

  it('is the installed one that its setting names', async () => {
    assert.equal(await newestIn({}, nextVersion), next);
  });

  it('is the built-in one, with a notification, if the installed one differs from the pinned one', async () => {
    assert.equal(await newestIn({ '.kubecompat.lock': lockOfNextMinor('sha512-BBBB') }), known);
    assert.match(client.shown.join(), /is not the one that \.kubecompat\.lock pins, so the one that ships/);
  });

  it('is the built-in one, with a notification, if the setting names a folder of the workspace', async () => {
    assert.equal(await newestIn({ 'catalogue/package.json': '{}' }, './catalogue'), known);
    assert.match(client.shown.join(), /"\.\/catalogue" is not the version of a catalogue/);
  });
});
