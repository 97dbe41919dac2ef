import assert from 'node:assert/strict';
import type { Finding } from '../../client/src/findings/finding.ts';
import { FixableFindings } from '../../client/src/findings/fixableFindings.ts';
import type { FolderFix } from '../../server/src/lsp/protocol.ts';

function finding(uri: string, line: number, path = 'apiVersion'): Finding {
  const start = { line, character: 0 };
  const of = {
    severity: 'error',
    code: 'removed-api',
    message: 'gone',
    targets: [],
    clusters: [],
    resource: '',
    path,
  } as const;
  return { uri, file: uri, start, end: start, ...of };
}

const fix = (uri: string, line: number): FolderFix => ({
  id: `${uri}:${line}`,
  title: 'Convert',
  resource: '',
  path: 'apiVersion',
  change: 'Gone',
  uri,
  line,
});

/** A server with these fixes, and the files that were requested from it. */
function fixableWith(fixes: readonly FolderFix[]) {
  const files: string[] = [];
  let changes = 0;
  const fixable = new FixableFindings(
    async (uris) => {
      files.push(uris.join());
      return fixes.filter(({ uri }) => uris.includes(uri));
    },
    () => changes++,
  );
  return { fixable, files, changes: () => changes };
}

describe('the list of findings with a safe fix', () => {
  it('is requested from the server, by line and field', async () => {
    const { fixable, changes } = fixableWith([fix('a', 1), fix('a', 5)]);
    assert.deepEqual(fixable.of(finding('a', 1)), []);
    await fixable.request([finding('a', 1), finding('a', 1, 'spec')]);
    assert.deepEqual(fixable.of(finding('a', 1)), ['a:1']);
    assert.deepEqual(fixable.of(finding('a', 1, 'spec')), []);
    assert.deepEqual(fixable.of(finding('a', 2)), []);
    assert.equal(changes(), 1);
  });
  it('is requested again only for files whose findings have changed', async () => {
    const { fixable, files } = fixableWith([]);
    await fixable.request([finding('a', 1), finding('b', 1)]);
    await fixable.request([finding('a', 1), finding('b', 1)]);
    await fixable.request([finding('a', 1), finding('b', 2)]);
    await fixable.request([finding('a', 1)]);
    await fixable.request([finding('a', 1), finding('b', 2)]);
    assert.deepEqual(files, ['a,b', 'b', 'b']);
  });
  it('ignores a late answer', async () => {
    const answers: ((fixes: readonly FolderFix[]) => void)[] = [];
    const fixable = new FixableFindings(
      () => new Promise((resolve) => answers.push(resolve)),
      () => {},
    );
    const looks = [fixable.request([finding('a', 1)]), fixable.request([finding('a', 2)])];
    answers[1]?.([fix('a', 2)]);
    answers[0]?.([fix('a', 1)]);
    await Promise.all(looks);
    assert.deepEqual(fixable.of(finding('a', 1)), []);
    assert.deepEqual(fixable.of(finding('a', 2)), ['a:2']);
  });
  it('is requested again if the server did not answer', async () => {
    let calls = 0;
    const fixable = new FixableFindings(
      async () => {
        calls++;
        throw new Error('cancelled');
      },
      () => assert.fail('nothing is known'),
    );
    await fixable.request([finding('a', 1)]);
    await fixable.request([finding('a', 1)]);
    assert.equal(calls, 2);
  });
});
