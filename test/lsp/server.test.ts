import assert from 'node:assert/strict';
import {
  CancellationTokenSource,
  type CodeAction,
  DiagnosticSeverity,
  type DocumentDiagnosticReport,
  LSPErrorCodes,
  TextDocumentEdit,
} from 'vscode-languageserver/node';
import { type ActiveTargets, methods } from '../../server/src/lsp/protocol.ts';
import { Workspace } from '../cli/harness.ts';
import { until } from '../harness/guards.ts';
import { cronJob } from '../support/cronJob.mjs';
import { TestClient } from './testClient.ts';

/** Two documents with a safe fix each, and with comments and CRLF that must not change. */
const two = `${cronJob('batch/v1beta1 # why')}---\n${cronJob("'batch/v1beta1'")}`;

const versioned = { workspace: { workspaceEdit: { documentChanges: true } } };

describe('the language server', () => {
  let workspace: Workspace;
  let client: TestClient | undefined;
  const start = async (introduction: Parameters<typeof TestClient.start>[0] = {}) => {
    client = await TestClient.start({ folder: workspace.path, ...introduction });
    return client;
  };
  const codes = (diagnostics: readonly { code?: unknown }[]) => diagnostics.map(({ code }) => code);

  beforeEach(() => {
    workspace = new Workspace({});
  });

  afterEach(async () => {
    const running = client;
    client = undefined;
    try {
      if (running !== undefined) assert.equal(await running.stop(), 0, 'the server is still there and ends when asked');
    } finally {
      workspace.remove();
    }
  });

  it('does not process requests that are cancelled while they wait', async () => {
    const editor = await start();
    const file = workspace.uri('a.yaml');
    await editor.open(file, Array.from({ length: 100 }, () => cronJob('batch/v1beta1')).join('---\n'));
    await editor.diagnostics(file, 1);
    const asked = Array.from({ length: 200 }, () => {
      const source = new CancellationTokenSource();
      const range = { start: { line: 0, character: 0 }, end: { line: 5, character: 0 } };
      const params = { textDocument: { uri: file }, range, context: { diagnostics: [] } };
      const answer = editor.connection.sendRequest('textDocument/codeAction', params, source.token);
      return {
        source,
        code: answer.then(
          () => 0,
          ({ code }: { readonly code: number }) => code,
        ),
      };
    });
    for (const { source } of asked) source.cancel();
    const codes = await Promise.all(asked.map(({ code }) => code));
    const worked = codes.filter((code) => code !== LSPErrorCodes.RequestCancelled);
    assert.ok(worked.length < codes.length / 2, `${worked.length} of ${codes.length} were worked on`);
  });

  describe('diagnostics', () => {
    it('are sent for every version, even if nothing changed, with range, code and severity', async () => {
      const editor = await start();
      const file = workspace.uri('a.yaml');
      await editor.open(file, cronJob('batch/v1beta1'));
      const [first, ...others] = await editor.diagnostics(file, 1);
      assert.deepEqual(others, []);
      assert.equal(first?.code, 'removed-api');
      assert.equal(first?.severity, DiagnosticSeverity.Error);
      assert.equal(first?.source, 'kubecompat');
      assert.deepEqual(first?.range, { start: { line: 0, character: 12 }, end: { line: 0, character: 25 } });
      const at = { line: 1, character: 13 };
      await editor.change(file, 2, { range: { start: at, end: at }, text: ' ' });
      assert.deepEqual(await editor.diagnostics(file, 2), [first]);
      await editor.change(file, 3, { range: { start: at, end: { line: 1, character: 14 } }, text: '' });
      assert.deepEqual(await editor.diagnostics(file, 3), [first]);
      await editor.change(file, 4, { text: cronJob('batch/v1') });
      assert.deepEqual(await editor.diagnostics(file, 4), []);
    });

    it('follow incremental changes as if the text were opened again', async () => {
      const editor = await start();
      const file = workspace.uri('a.yaml');
      const text = `\uFEFF# ä 😀\r\n${cronJob('batch/v1beta1').replaceAll('\n', '\r\n')}`;
      await editor.open(file, '');
      let version = 1;
      for (const [line, content] of text.split(/(?<=\n)/).entries()) {
        const at = { line, character: 0 };
        version++;
        await editor.change(file, version, { range: { start: at, end: at }, text: content });
      }
      await editor.open(workspace.uri('b.yaml'), text);
      const typed = await editor.diagnostics(file, version);
      assert.deepEqual(typed, await editor.diagnostics(workspace.uri('b.yaml'), 1));
      assert.deepEqual(codes(typed), ['removed-api']);
    });

    it('are sent only on request if the client pulls them', async () => {
      const editor = await start({ capabilities: { textDocument: { diagnostic: {} } } });
      assert.ok(editor.capabilities.diagnosticProvider !== undefined);
      const file = workspace.uri('a.yaml');
      await editor.open(file, cronJob('batch/v1beta1'));
      const ask = (asked: string) =>
        editor.connection.sendRequest<DocumentDiagnosticReport>('textDocument/diagnostic', {
          textDocument: { uri: asked },
        });
      const report = await ask(file);
      assert.deepEqual(report.kind === 'full' ? codes(report.items) : report.kind, ['removed-api']);
      assert.deepEqual(await ask(workspace.uri('not-open.yaml')), { kind: 'full', items: [] });
      assert.deepEqual(editor.published, []);
    });
  });

  describe('code actions', () => {
    const ask = (editor: TestClient, file: string, line: number, only?: readonly string[]) =>
      editor.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
        textDocument: { uri: file },
        range: { start: { line, character: 14 }, end: { line, character: 14 } },
        context: { diagnostics: [], ...(only === undefined ? {} : { only }) },
      });

    it('fix the finding at a position with an edit of the current version', async () => {
      const editor = await start({ capabilities: versioned });
      const file = workspace.uri('a.yaml');
      await editor.open(file, two);
      await editor.change(file, 2, { text: `# one line more\n${two}` });
      const [fix, ignore, ...others] = await ask(editor, file, 1, ['quickfix']);
      assert.deepEqual(others, []);
      assert.equal(ignore?.title, 'Ignore removed-api here, with a reason');
      assert.equal(fix?.isPreferred, true);
      const [change] = fix?.edit?.documentChanges ?? [];
      assert.ok(TextDocumentEdit.is(change));
      assert.deepEqual(change.textDocument, { uri: file, version: 2 });
      assert.equal(
        applied(`# one line more\n${two}`, change.edits),
        `# one line more\n${two.replace('batch/v1beta1', 'batch/v1')}`,
      );
      assert.deepEqual(
        await ask(editor, file, 3),
        await ask(editor, file, 3, ['source']),
        'nothing to fix there but all',
      );
    });

    it('apply all safe fixes if that kind is requested, and not otherwise', async () => {
      const editor = await start({ capabilities: versioned });
      const file = workspace.uri('a.yaml');
      await editor.open(file, two);
      for (const only of [['source.fixAll.kubecompat'], ['source.fixAll'], ['source']]) {
        const [all, ...others] = await ask(editor, file, 0, only);
        assert.deepEqual(others, []);
        assert.equal(all?.kind, 'source.fixAll.kubecompat');
        const [change] = all?.edit?.documentChanges ?? [];
        assert.ok(TextDocumentEdit.is(change));
        assert.equal(applied(two, change.edits), two.replaceAll('batch/v1beta1', 'batch/v1'));
      }
      assert.deepEqual(await ask(editor, file, 0, ['source.organizeImports']), []);
      await editor.change(file, 2, { text: cronJob('batch/v1') });
      assert.deepEqual(await ask(editor, file, 0), []);
    });

    it('have changes without versions for a client that does not support them', async () => {
      const editor = await start();
      const file = workspace.uri('a.yaml');
      await editor.open(file, two);
      const [fix] = await ask(editor, file, 0, ['quickfix']);
      assert.equal(fix?.edit?.documentChanges, undefined);
      assert.equal(applied(two, fix?.edit?.changes?.[file] ?? []), two.replace('batch/v1beta1', 'batch/v1'));
    });
  });

  describe('targets', () => {
    it('are announced to clients that show them when settings change, and diagnostics are refreshed', async () => {
      const settings: { targets: readonly string[] } = { targets: [] };
      const editor = await start({
        settings,
        initializationOptions: { watchesTargets: true },
        capabilities: { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } },
      });
      const titles: string[] = [];
      editor.connection.onNotification(methods.targetsChanged, () => {
        titles.push('targets');
      });
      editor.connection.onRequest('workspace/diagnostic/refresh', () => {
        titles.push('diagnostics');
        return null;
      });
      const names = async () =>
        (await editor.connection.sendRequest<ActiveTargets>(methods.targets, {})).targets.map(({ name }) => name);
      assert.equal((await names()).length, 1);
      settings.targets = ['1.24', '1.25'];
      await editor.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
      await until('both', () => (titles.includes('targets') && titles.includes('diagnostics') ? titles : undefined));
      assert.deepEqual(await names(), ['1.24', '1.25']);
    });
  });

  it('communicates by standard input and output, and ends on request', async () => {
    client = await TestClient.startProcess({ folder: workspace.path });
    await client.open(workspace.uri('a.yaml'), cronJob('batch/v1beta1'));
    assert.deepEqual(codes(await client.diagnostics(workspace.uri('a.yaml'), 1)), ['removed-api']);
  });

  it('continues if the client refuses registrations', async () => {
    const registration = { dynamicRegistration: true };
    const capabilities = {
      workspace: { didChangeWatchedFiles: registration, didChangeConfiguration: registration },
    };
    const editor = await start({ capabilities, refusesRegistrations: true });
    await until('the errors', () => editor.logged.filter((message) => /registerCapability/.test(message)).length === 2);
    await editor.open(workspace.uri('a.yaml'), cronJob('batch/v1beta1'));
    assert.deepEqual(codes(await editor.diagnostics(workspace.uri('a.yaml'), 1)), ['removed-api']);
  });

  it('survives invalid requests and texts', async () => {
    const editor = await start();
    const { connection } = editor;
    await assert.rejects(connection.sendRequest('kubecompat/no-such-method', {}));
    await assert.rejects(connection.sendRequest(methods.targets, null));
    assert.deepEqual(
      await connection.sendRequest('textDocument/codeAction', {
        textDocument: { uri: workspace.uri('not-open.yaml') },
        range: { start: { line: 99, character: 0 }, end: { line: 99, character: 0 } },
        context: { diagnostics: [] },
      }),
      [],
    );
    const texts = [
      '\0',
      '{',
      '- - - [',
      'a: &a [*a]',
      '%YAML 9\n---\n',
      `${'['.repeat(5000)}`,
      '\ud800',
      '<<: *x',
      '? ? ?',
    ];
    for (const [index, text] of texts.entries()) {
      await editor.open(workspace.uri(`${index}.yaml`), text);
      await editor.diagnostics(workspace.uri(`${index}.yaml`), 1);
    }
    await editor.open('untitled:Untitled-1', cronJob('batch/v1beta1'));
    assert.deepEqual(codes(await editor.diagnostics('untitled:Untitled-1', 1)), ['removed-api']);
  });
});

interface LineEdit {
  readonly range: { readonly start: Position; readonly end: Position };
  readonly newText: string;
}

interface Position {
  readonly line: number;
  readonly character: number;
}

/** The text after a client has applied the edits. */
function applied(text: string, edits: readonly unknown[]): string {
  const lines = text.split(/(?<=\n)/);
  const offset = ({ line, character }: Position) => lines.slice(0, line).join('').length + character;
  return edits
    .filter((edit): edit is LineEdit => typeof edit === 'object' && edit !== null && 'range' in edit)
    .toSorted((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce(
      (now, { range, newText }) => now.slice(0, offset(range.start)) + newText + now.slice(offset(range.end)),
      text,
    );
}
