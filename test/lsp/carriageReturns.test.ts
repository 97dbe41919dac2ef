import assert from 'node:assert/strict';
import { CursorClient, cursor } from './asking.ts';

describe('language server, completion in files with carriage returns', () => {
  const asker = new CursorClient();

  afterEach(() => asker.stop());

  it('writes the same without placeholders where a client has none, with the line breaks of the file', async () => {
    const { taken } = await asker.complete(`apiVersion: v1\r\nkind: ${cursor}\r\n`);
    assert.equal(
      taken('ConfigMap'),
      'apiVersion: v1\r\nkind: ConfigMap\r\nmetadata:\r\n  name: config\r\ndata:\r\n  key: value\r\n',
    );
  });
});
