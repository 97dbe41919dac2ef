import assert from 'node:assert/strict';
import type { CodeAction, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver/node';
import {
  type FixFolderParams,
  type FixFolderResult,
  methods,
  type PossibleConversion,
  previewScheme,
} from '../../server/src/lsp/protocol.ts';
import { Workspace } from '../cli/harness.ts';
import { configMap, oldCronJob } from '../cli/manifests.ts';
import { TestClient } from './testClient.ts';

describe('language server, conversions', () => {
  let workspace: Workspace;
  let editor: TestClient;

  beforeEach(async () => {
    workspace = new Workspace({ 'a.yaml': oldCronJob, 'sub/b.yaml': oldCronJob, 'c.yaml': configMap });
    editor = await TestClient.start({ folder: workspace.path, initializationOptions: { targets: ['1.37'] } });
  });
  afterEach(async () => {
    await editor.stop();
    workspace.remove();
  });

  const open = (name: string, text: string) =>
    editor.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri: workspace.uri(name), languageId: 'yaml', version: 7, text },
    });
  const conversions = (line: number) =>
    editor.connection.sendRequest<PossibleConversion[]>(methods.conversions, { uri: workspace.uri('a.yaml'), line });

  it('offers every version of the kind at apiVersion and kind, and shows what becomes of the document', async () => {
    await open('a.yaml', oldCronJob);
    const possible = await conversions(0);
    assert.deepEqual(
      possible.map(({ to, kind, served }) => [to, kind, served]),
      [
        ['batch/v1', 'safe', true],
        ['batch/v2alpha1', 'safe', false],
      ],
    );
    assert.equal(possible[0]?.text, oldCronJob.replace('batch/v1beta1', 'batch/v1'));
    assert.deepEqual(await conversions(1), possible);
    assert.deepEqual(await conversions(3), []);
  });

  it('offers them as rewrites', async () => {
    await open('a.yaml', oldCronJob);
    const start = { line: 0, character: 3 };
    const actions = await editor.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: workspace.uri('a.yaml') },
      range: { start, end: start },
      context: { diagnostics: [], only: ['refactor'] },
    });
    assert.deepEqual(
      actions.map(({ title, kind }) => [title, kind]),
      [['Convert to batch/v1', 'refactor.rewrite']],
    );
  });

  it('gives the edits of each, and finds nothing in a document that shows one', async () => {
    await open('a.yaml', oldCronJob);
    const [first] = await conversions(0);
    assert.deepEqual(
      first?.edits.map(({ range, newText }) => [range.start.line, newText]),
      [[0, 'batch/v1']],
    );
    for (const uri of [`${previewScheme}:/a.yaml?x`, 'git:/a.yaml?x']) {
      await editor.open(uri, oldCronJob);
      assert.deepEqual(await editor.diagnostics(uri, 1), []);
    }
  });

  it('offers what several targets ask for once', async () => {
    await editor.connection.sendRequest(methods.override, { targets: ['1.24', '1.37'] });
    await open('a.yaml', oldCronJob);
    const start = { line: 0, character: 14 };
    const actions = await editor.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: workspace.uri('a.yaml') },
      range: { start, end: start },
      context: { diagnostics: [], only: ['quickfix'] },
    });
    const conversion = actions.filter(({ title }) => title === 'Convert to batch/v1');
    assert.deepEqual(
      conversion.map(({ diagnostics }) => diagnostics?.map(({ code }) => code)),
      [['deprecated-api', 'removed-api']],
    );
  });

  it('names each fix of a folder, and makes the edit of those that are wanted', async () => {
    const two = `${oldCronJob}---\n${oldCronJob.replace('name: ', 'name: other-')}`;
    workspace.write('two.yaml', two);
    await editor.connection.sendRequest(methods.override, { targets: ['1.24', '1.37'] });
    const all = await editor.connection.sendRequest<FixFolderResult>(methods.fixFolder, {});
    const inTwo = all.fixes.filter(({ uri }) => uri === workspace.uri('two.yaml'));
    assert.deepEqual([all.fixes.length, all.filesChanged, all.errorsLeft], [4, 3, 0]);
    assert.equal(new Set(all.fixes.map(({ id }) => id)).size, 4);
    const lines = two.split('\n');
    const second = lines.findLastIndex((line) => line.startsWith('apiVersion: '));
    assert.deepEqual(
      inTwo.map(({ title, line }) => [title, line]),
      [
        ['Convert to batch/v1', 0],
        ['Convert to batch/v1', second],
      ],
    );
    assert.match(inTwo[1]?.resource ?? '', /^CronJob other-/);
    const fixes = [inTwo[1]?.id ?? ''];
    const fixFolderResult = await editor.connection.sendRequest<FixFolderResult>(methods.fixFolder, { fixes });
    assert.deepEqual(fixFolderResult.fixes, [inTwo[1]]);
    assert.equal(fixFolderResult.errorsLeft, 3, 'the fixes that are not wanted leave their errors');
    assert.deepEqual(
      changesOf(fixFolderResult).map(({ textDocument, edits }) => [
        textDocument.uri,
        edits.map(({ range }) => range.start.line),
      ]),
      [[workspace.uri('two.yaml'), [second]]],
    );
  });

  it('fixes a folder, open documents as they stand', async () => {
    await open('a.yaml', `# open\n${oldCronJob}`);
    const changes = changesOf(await editor.connection.sendRequest<FixFolderResult>(methods.fixFolder, {}));
    assert.deepEqual(
      changes.map(({ textDocument, edits }) => [textDocument.uri, textDocument.version, edits.length]),
      [
        [workspace.uri('a.yaml'), 7, 1],
        [workspace.uri('sub/b.yaml'), null, 1],
      ],
    );
    assert.equal(changes[0]?.edits[0]?.range.start.line, 1);
    const below = await editor.connection.sendRequest<FixFolderResult>(methods.fixFolder, {
      uri: workspace.uri('sub'),
    });
    assert.equal(changesOf(below).length, 1);
  });

  it('fixes the files and the findings that are named, and nothing else', async () => {
    const asked = async (params: FixFolderParams) => {
      const result = await editor.connection.sendRequest<FixFolderResult>(methods.fixFolder, params);
      return changesOf(result).map(({ textDocument }) => textDocument.uri);
    };
    assert.deepEqual(await asked({ files: [workspace.uri('sub/b.yaml')] }), [workspace.uri('sub/b.yaml')]);
    assert.deepEqual(await asked({ files: [workspace.uri('sub/b.yaml')], codes: ['removed-api'] }), [
      workspace.uri('sub/b.yaml'),
    ]);
    assert.deepEqual(await asked({ codes: ['unknown-field'] }), []);
    assert.deepEqual(await asked({ files: [] }), []);
    assert.deepEqual(await asked({ files: ['file:///elsewhere/b.yaml'] }), []);
  });

  it('has nothing to fix in a folder that is clean', async () => {
    for (const name of ['a.yaml', 'sub/b.yaml']) workspace.write(name, configMap);
    const result = await editor.connection.sendRequest<FixFolderResult>(methods.fixFolder, {});
    assert.deepEqual(result, { fixes: [], edit: { documentChanges: [] }, errorsLeft: 0, filesChanged: 0 });
  });
});

function changesOf({ edit }: FixFolderResult): readonly TextDocumentEdit[] {
  const { documentChanges = [] }: WorkspaceEdit = typeof edit === 'object' && edit !== null ? edit : {};
  return documentChanges.flatMap((change) => ('edits' in change ? [change] : []));
}
