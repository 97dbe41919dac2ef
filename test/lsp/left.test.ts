import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { oldBudget } from '../cli/manifests.ts';
import { until } from '../harness/guards.ts';

describe('a language server whose editor was killed', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kubecompat-left-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('ends, even during a check', async () => {
    const note = join(folder, 'number');
    for (let index = 0; index < 50; index++) writeFileSync(join(folder, `${index}.yaml`), oldBudget('a'));
    // An editor that requests checks of a workspace in an endless loop.
    const script = `
      import { writeFileSync } from 'node:fs';
      import { TestClient } from ${JSON.stringify(resolve('test/lsp/testClient.ts'))};
      const client = await TestClient.startProcess({ folder: ${JSON.stringify(folder)} });
      await client.connection.sendRequest('kubecompat/checkFolder', {});
      writeFileSync(${JSON.stringify(`${note}.new`)}, String(client.processId));
      for (;;) await client.connection.sendRequest('kubecompat/report', {});
    `;
    writeFileSync(join(folder, 'editor.mts'), script);
    const editor = spawn(process.execPath, ['--import', 'tsx', join(folder, 'editor.mts')], { stdio: 'ignore' });
    try {
      await until(
        'the server has begun',
        () => existsSync(`${note}.new`) && readFileSync(`${note}.new`, 'utf8') !== '',
      );
      renameSync(`${note}.new`, note);
      const server = Number(readFileSync(note, 'utf8'));
      assert.ok(isThere(server), 'the server runs');
      editor.kill('SIGKILL');
      await until('the server has ended', () => !isThere(server));
    } finally {
      editor.kill('SIGKILL');
    }
  });
});

/** Whether a process runs; one that has ended may still be a zombie. */
function isThere(id: number): boolean {
  try {
    process.kill(id, 0);
    return !readFileSync(`/proc/${id}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
