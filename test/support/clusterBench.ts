import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RefreshRequest, refreshCluster } from '../../server/src/cluster/cluster.ts';
import { readCatalog } from '../../server/src/workspace/shipped/catalogFile.ts';
import { httpRecording, type Override, type Replay, startReplay } from './replayServer.ts';

/** The shared setup of cluster reading tests: temporary folders and recorded servers for each test. */
export function clusterBench() {
  let folder = '';
  let home = '';
  let replays: Replay[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kubecompat-live-'));
    home = mkdtempSync(join(tmpdir(), 'kubecompat-home-'));
    replays = [];
  });

  afterEach(async () => {
    for (const started of replays) await started.close();
    rmSync(folder, { recursive: true });
    rmSync(home, { recursive: true });
  });

  const refresh = (kubeconfig: string, request: Partial<RefreshRequest> = {}) =>
    refreshCluster({
      folder,
      cwd: folder,
      kubeconfig,
      name: 'live',
      context: undefined,
      catalog: readCatalog(),
      milliseconds: 5000,
      now: () => new Date('2026-01-31T12:00:00Z'),
      ...request,
    });

  return {
    /** The workspace. */
    get folder() {
      return folder;
    },
    /** The home folder of the user, outside the workspace. */
    get home() {
      return home;
    },
    /** Starts a server that answers as a recorded one. */
    replay: async (name: string, overrides: Readonly<Record<string, Override>> = {}): Promise<Replay> => {
      const started = await startReplay(httpRecording(name), overrides);
      replays.push(started);
      return started;
    },
    /** Writes a kubeconfig, into the home folder by default. */
    kubeconfig: (text: string, into = home): string => {
      const file = join(into, 'kubeconfig');
      writeFileSync(file, text);
      return file;
    },
    refresh,
    /** Requires that a cluster cannot be read and that nothing is written; returns the message. */
    refused: async (kubeconfig: string, request: Partial<RefreshRequest> = {}): Promise<string> => {
      const found = await refresh(kubeconfig, request);
      assert.ok(!found.ok, 'it was read');
      assert.notEqual(found.remedy, '');
      assert.ok(!existsSync(join(folder, '.kubecompat')), 'nothing is written');
      return `${found.message}; ${found.remedy}`;
    },
  };
}
