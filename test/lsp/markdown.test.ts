import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CodeAction, Diagnostic, DocumentDiagnosticReport, FoldingRange, Hover } from 'vscode-languageserver/node';
import { Workspace } from '../cli/harness.ts';
import { TestClient } from './testClient.ts';

const text = [
  '# A budget',
  '',
  'kind: Pod',
  '',
  '```yaml',
  'apiVersion: policy/v1beta1',
  'kind: PodDisruptionBudget',
  'metadata: {name: a}',
  'spec:',
  '  minAvailable: 1',
  '  selector: {matchLabels: {a: b}}',
  '```',
  '',
].join('\n');

describe('language server, Markdown', () => {
  let workspace: Workspace;
  const started = async (settings: Readonly<Record<string, unknown>>) => {
    const editor = await TestClient.start({
      folder: workspace.path,
      settings: { targets: ['1.37'], ...settings },
      capabilities: { textDocument: { diagnostic: {} } },
    });
    const uri = pathToFileURL(join(workspace.path, 'a.md')).toString();
    await editor.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'markdown', version: 1, text },
    });
    const textDocument = { uri };
    const report = await editor.connection.sendRequest<DocumentDiagnosticReport>('textDocument/diagnostic', {
      textDocument,
    });
    const items: readonly Diagnostic[] = report.kind === 'full' ? report.items : [];
    return { editor, uri, textDocument, items };
  };

  beforeEach(() => {
    workspace = new Workspace({ 'a.md': text });
  });
  afterEach(() => workspace.remove());

  it('is nothing to judge unless that is asked for', async () => {
    const { editor, items } = await started({});
    assert.deepEqual(items, []);
    await editor.stop();
  });

  it('has findings in its fences where it is asked for, with quick fixes', async () => {
    const { editor, uri, textDocument, items } = await started({ markdown: true });
    assert.deepEqual(
      items.map(({ code, range }) => [code, range.start.line]),
      [['removed-api', 5]],
    );
    const range = items[0]?.range;
    const actions = await editor.connection.sendRequest<readonly CodeAction[]>('textDocument/codeAction', {
      textDocument,
      range,
      context: { diagnostics: items },
    });
    const edits = actions.flatMap(({ edit }) => edit?.changes?.[uri] ?? []);
    assert.ok(edits.some(({ newText, range: at }) => newText.includes('policy/v1') && at.start.line === 5));
    await editor.stop();
  });

  it('is otherwise left to the editor', async () => {
    const { editor, textDocument } = await started({ markdown: true });
    const position = { line: 5, character: 14 };
    assert.equal(
      await editor.connection.sendRequest<Hover | null>('textDocument/hover', { textDocument, position }),
      null,
    );
    assert.deepEqual(
      await editor.connection.sendRequest<readonly FoldingRange[]>('textDocument/foldingRange', { textDocument }),
      [],
    );
    await editor.stop();
  });
});
