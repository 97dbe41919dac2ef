import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { WorkspaceFolder } from '../../../test/harness/workspaceFolder.ts';
import { keepRevision } from './keepRevision.ts';

describe('keepRevision', () => {
  it('saves a release that only the user can read, and never overwrites one', () => {
    const folder = new WorkspaceFolder({});
    try {
      const backup = { folder: join(folder.path, 'kept'), file: 'web.shop.v2.json', holder: { kind: 'Secret' } };
      assert.equal(keepRevision(backup), undefined);
      if (process.platform !== 'win32') {
        assert.equal(statSync(join(backup.folder, backup.file)).mode & 0o777, 0o600);
        assert.equal(statSync(backup.folder).mode & 0o777, 0o700);
      }
      assert.equal(keepRevision(backup)?.message, 'web.shop.v2.json already exists');
    } finally {
      folder.remove();
    }
  });
});
