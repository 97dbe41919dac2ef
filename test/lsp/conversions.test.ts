import assert from 'node:assert/strict';
import type { CodeAction, WorkspaceEdit } from 'vscode-languageserver/node';
import { type FixFolderParams, methods, type PossibleConversion } from '../../server/src/lsp/protocol.ts';
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

  it('fixes a folder with changes that ask to be confirmed, open documents as they stand', async () => {
    await open('a.yaml', `# open\n${oldCronJob}`);
    const edit = await editor.connection.sendRequest<WorkspaceEdit>(methods.fixFolder, {});
    const changes = (edit.documentChanges ?? []).flatMap((change) => ('edits' in change ? [change] : []));
    assert.deepEqual(
      changes.map(({ textDocument, edits }) => [textDocument.uri, textDocument.version, edits.length]),
      [
        [workspace.uri('a.yaml'), 7, 1],
        [workspace.uri('sub/b.yaml'), null, 1],
      ],
    );
    assert.equal(changes[0]?.edits[0]?.range.start.line, 1);
    assert.deepEqual(
      Object.values(edit.changeAnnotations ?? {}).map(({ needsConfirmation }) => needsConfirmation),
      [true],
    );
    const below = await editor.connection.sendRequest<WorkspaceEdit>(methods.fixFolder, { uri: workspace.uri('sub') });
    assert.equal(below.documentChanges?.length, 1);
  });

  it('fixes the files and the findings that are named, and nothing else', async () => {
    const asked = async (params: FixFolderParams) => {
      const edit = await editor.connection.sendRequest<WorkspaceEdit>(methods.fixFolder, params);
      return (edit.documentChanges ?? []).map((change) => ('edits' in change ? change.textDocument.uri : ''));
    };
    assert.deepEqual(await asked({ files: [workspace.uri('sub/b.yaml')] }), [workspace.uri('sub/b.yaml')]);
    assert.deepEqual(await asked({ files: [workspace.uri('sub/b.yaml')], codes: ['removed-api'] }), [
      workspace.uri('sub/b.yaml'),
    ]);
    assert.deepEqual(await asked({ codes: ['unknown-field'] }), []);
    assert.deepEqual(await asked({ files: [] }), []);
  });

  it('has nothing to fix in a folder that is clean', async () => {
    for (const name of ['a.yaml', 'sub/b.yaml']) workspace.write(name, configMap);
    const edit = await editor.connection.sendRequest<WorkspaceEdit>(methods.fixFolder, {});
    assert.deepEqual(edit.documentChanges, []);
  });
});
