import assert from 'node:assert/strict';
import {
  type CompletionItem,
  type CompletionList,
  commands,
  Position,
  Range,
  Selection,
  type TextDocument,
  window,
  workspace,
} from 'vscode';
import { until } from '../../harness/guards.ts';
import { codeOf, codesAre, diagnostics, file } from './editor.ts';

const folder = 'typed';

async function opened(name: string, content: string): Promise<TextDocument> {
  const uri = file(`${folder}/${name}`);
  await workspace.fs.writeFile(uri, new TextEncoder().encode(content));
  const { document } = await window.showTextDocument(uri);
  return document;
}

/** Puts the cursor behind a text. */
function goBehind(document: TextDocument, text: string): Position {
  const at = document.positionAt(document.getText().indexOf(text) + text.length);
  const editor = window.activeTextEditor;
  assert.ok(editor?.document === document);
  editor.selection = new Selection(at, at);
  return at;
}

async function offered({ uri }: TextDocument, at: Position, wanted: string): Promise<readonly string[]> {
  return await until(`"${wanted}" in the list`, async () => {
    const list = await commands.executeCommand<CompletionList>('vscode.executeCompletionItemProvider', uri, at);
    const ours = list.items.filter(({ detail }) => detail?.startsWith('Kubecompat') === true).map(labelOf);
    return ours.includes(wanted) && ours;
  });
}

function labelOf({ label }: CompletionItem): string {
  return typeof label === 'string' ? label : label.label;
}

const pod = (body: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata: { name: a, namespace: shop }\nspec:\n  containers:\n    - name: a\n      image: a\n${body}`;

describe('typing', () => {
  after(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    await workspace.fs.delete(file(folder), { recursive: true });
  });

  it('completes kinds and values of custom resources', async () => {
    const empty = await opened('route.yaml', 'HTTPR');
    const kinds = await offered(empty, new Position(0, 5), 'HTTPRoute');
    assert.equal(
      kinds.find((kind) => kind.startsWith('HTTP')),
      'HTTPRoute',
    );
    const route = await opened(
      'path.yaml',
      'apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: { name: a }\nspec:\n  rules:\n    - matches:\n        - path:\n            type: \n',
    );
    const values = await offered(route, goBehind(route, 'type: '), 'PathPrefix');
    assert.deepEqual([...values].sort(), ['Exact', 'PathPrefix', 'RegularExpression']);
  });

  it('opens the next list by itself', async () => {
    const document = await opened('next.yaml', pod('      envF'));
    await offered(document, goBehind(document, 'envF'), 'envFrom');
    await commands.executeCommand('editor.action.triggerSuggest');
    // Only the first list was requested: accepting changes the text as soon as another one has opened.
    const accepted = async (text: RegExp) =>
      await until(String(text), async () => {
        if (!text.test(document.getText())) await commands.executeCommand('acceptSelectedSuggestion');
        return text.test(document.getText());
      });
    await accepted(/envFrom:\n +- $/);
    await commands.executeCommand('type', { text: 'config' });
    await accepted(/- configMapRef:\n +$/);
    await commands.executeCommand('type', { text: 'name' });
    await accepted(/configMapRef:\n +name: $/);
  });

  it('reports unknown functions and unclosed actions of templates where they are, without Helm', async () => {
    await opened('chart/Chart.yaml', 'apiVersion: v2\nname: shop\nversion: 0.1.0\n');
    const unknown = await opened('chart/templates/a.yaml', 'kind: ConfigMap\ndata: { a: {{ 1 | intt }} }\n');
    const [found] = await codesAre(unknown, ['template-error']);
    assert.equal(unknown.getText(found?.range), 'intt');
    const unclosed = await opened('chart/templates/b.yaml', 'kind: ConfigMap\ndata: { a: {{ 1\nmore: lines\n');
    const [unread] = await codesAre(unclosed, ['template-error']);
    assert.equal(unclosed.getText(unread?.range), '{{');
  });

  it('keeps the other findings of a document while a quote is open', async () => {
    const text = pod('      imagePullPolicy: Sometimes\n      terminal: true\n');
    const document = await opened('open.yaml', text);
    await codesAre(document, ['unknown-field', 'unsupported-value']);
    const end = document.positionAt(text.length);
    await window.activeTextEditor?.edit((edit) => edit.insert(end, '      workingDir: "'));
    await until('the open quote to be reported', () =>
      diagnostics(document).some((diagnostic) => codeOf(diagnostic) === 'syntax-error'),
    );
    const others = diagnostics(document).filter((diagnostic) => codeOf(diagnostic) !== 'syntax-error');
    assert.deepEqual(others.map(codeOf).sort(), ['unknown-field', 'unsupported-value']);
    await window.activeTextEditor?.edit((edit) =>
      edit.delete(new Range(end, document.positionAt(document.getText().length))),
    );
    await codesAre(document, ['unknown-field', 'unsupported-value']);
    await document.save();
  });
});
