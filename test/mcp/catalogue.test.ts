import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { object } from '../../server/data/generator/json.ts';
import { WorkspaceFolder } from '../harness/workspaceFolder.ts';
import {
  catalogueOfNextMinor,
  installCatalogue,
  known,
  lockOfNextMinor,
  next,
  nextVersion,
} from '../support/nextCatalogue.ts';
import { Session, type SessionOptions } from './session.ts';

const integrity = 'sha512-AAAA';

describe('the catalogue of the tools for assistants', () => {
  const data = mkdtempSync(join(tmpdir(), 'kubecompat-data-'));
  const installed = join(data, 'kubecompat', 'catalogues', nextVersion);
  let workspace: WorkspaceFolder;

  before(async () => {
    await installCatalogue(await catalogueOfNextMinor(), integrity, data);
    workspace = new WorkspaceFolder({
      'pinned/.kubecompat.lock': lockOfNextMinor(integrity),
      'another/.kubecompat.lock': lockOfNextMinor('sha512-BBBB'),
      'plain/a.yaml': '',
    });
    mkdirSync(join(workspace.path, 'empty'));
  });

  after(() => {
    workspace.remove();
    rmSync(data, { recursive: true });
  });

  const start = (options: Omit<SessionOptions, 'env'>) => Session.start({ ...options, env: { XDG_DATA_HOME: data } });

  /** The newest minor, in a session without an earlier call. */
  async function newestIn(options: Omit<SessionOptions, 'env'>): Promise<unknown> {
    const session = await start(options);
    try {
      return newestOf((await session.call('targets', {})).value);
    } finally {
      await session.close();
    }
  }

  it('is the one that the first root pins, even if it is outside the roots', async () => {
    const session = await start({ cwd: workspace.path, args: ['--root=pinned'] });
    try {
      assert.equal(newestOf((await session.call('targets', {})).value), next);
      assert.deepEqual((await session.call('check', { text: 'a: b\n' })).value['targets'], [next]);
    } finally {
      await session.close();
    }
  });

  it('is the one that the command line names, even a folder outside the roots', async () => {
    for (const named of [nextVersion, installed]) {
      const args = ['--root=plain', `--catalogue=${named}`];
      assert.equal(await newestIn({ cwd: workspace.path, args }), next);
    }
    const args = ['--root=pinned', '--catalogue=built-in'];
    assert.equal(await newestIn({ cwd: workspace.path, args }), known);
  });

  it('is the built-in one otherwise, whatever the working directory pins', async () => {
    for (const name of ['pinned', 'another']) {
      assert.equal(await newestIn({ cwd: join(workspace.path, name), args: ['--root=../plain'] }), known);
    }
  });

  it('is not used if it differs from the pinned one', async () => {
    const session = await start({ cwd: workspace.path, args: ['--root=another'] });
    try {
      const { text, isError } = await session.call('targets', {});
      assert.ok(isError);
      assert.match(text, /is not the one that \.kubecompat\.lock pins\ndo: remove it: kubecompat catalogue remove/);
    } finally {
      await session.close();
    }
  });

  it('does not make files of its folder readable for clients', async () => {
    const session = await start({ cwd: workspace.path, args: ['--root=pinned'] });
    try {
      const { text } = await session.call('check', { paths: [join(installed, 'package.json')] });
      assert.match(text, /outside of the roots/);
    } finally {
      await session.close();
    }
  });

  it('changes if the roots of the client change', async () => {
    let roots = ['plain'];
    const uris = () => roots.map((name) => pathToFileURL(join(workspace.path, name)).href);
    const session = await start({ cwd: workspace.path, roots: uris });
    const fieldOf = () => session.call('field', { apiVersion: 'apps/v1', kind: 'Deployment', path: 'spec' });
    try {
      const before = await fieldOf();
      assert.equal(newestOf((await session.call('targets', {})).value), known);
      roots = ['pinned'];
      await session.client.sendRootsListChanged();
      // The memoized releases of fields must be dropped as well.
      assert.ok(!before.isError && !(await fieldOf()).isError);
      assert.equal(newestOf((await session.call('targets', {})).value), next);
    } finally {
      await session.close();
    }
  });
});

function newestOf({ known: minors }: Readonly<Record<string, unknown>>): unknown {
  return object(minors)['newest'];
}
