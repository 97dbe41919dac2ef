import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import {
  type CompletionItem,
  type CompletionList,
  ConfigurationTarget,
  commands,
  type Hover,
  type Location,
  type LocationLink,
  MarkdownString,
  Position,
  Range,
  SnippetString,
  type TextDocument,
  Uri,
  window,
  workspace,
} from 'vscode';
import { until } from '../../harness/guards.ts';
import { codesAre, diagnostics, file } from './editor.ts';

async function offered({ uri }: TextDocument, position: Position): Promise<readonly CompletionItem[]> {
  const list = await commands.executeCommand<CompletionList>('vscode.executeCompletionItemProvider', uri, position);
  return list.items.filter(({ detail }) => detail?.startsWith('Kubecompat') === true);
}

const labelOf = ({ label }: CompletionItem): string => (typeof label === 'string' ? label : label.label);

async function newFile(content: string): Promise<TextDocument> {
  const document = await workspace.openTextDocument({ language: 'yaml', content });
  await window.showTextDocument(document);
  return document;
}

describe('writing a new manifest', () => {
  it('completes the name of a kind to a whole object that the target accepts', async () => {
    const document = await newFile('');
    const found = await until('a Deployment', async () =>
      (await offered(document, new Position(0, 0))).find((completionItem) => labelOf(completionItem) === 'Deployment'),
    );
    const { insertText } = found;
    assert.ok(insertText instanceof SnippetString, 'there are stops to fill in');
    assert.match(insertText.value, /name: \$\{1:web\}[\s\S]*app: \$\{1:web\}/);
    await window.activeTextEditor?.insertSnippet(insertText, new Position(0, 0));
    assert.match(document.getText(), /^apiVersion: apps\/v1\nkind: Deployment\nmetadata:\n {2}name: web\n/);
    await codesAre(document, []);
  });

  it('offers the values of a key that has few', async () => {
    const document = await newFile('apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec:\n  \n');
    const items = await until('fields', async () => {
      const all = await offered(document, new Position(4, 2));
      return all.length > 0 && all;
    });
    const command = (name: string) => items.find((item) => labelOf(item) === name)?.command?.command;
    assert.equal(command('restartPolicy'), 'editor.action.triggerSuggest');
    assert.equal(command('nodeName'), undefined);
  });

  it('describes a field, and underlines a value that is refused', async () => {
    const document = await newFile(
      'apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec:\n  restartPolicy: Sometimes\n  containers: [{ name: a, image: b }]\n',
    );
    await codesAre(document, ['unsupported-value']);
    const [refused] = diagnostics(document);
    assert.equal(document.getText(refused?.range), 'Sometimes');
    const hovers = await commands.executeCommand<Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      new Position(4, 5),
    );
    const texts = hovers.flatMap(({ contents }) =>
      contents.map((content) => (content instanceof MarkdownString ? content.value : '')),
    );
    assert.match(texts.join('\n'), /Restart policy for all containers within the pod/);
  });
});

describe('templates of a chart', () => {
  const chart = file('chart-of-tests');
  const write = (name: string, text: string) =>
    workspace.fs.writeFile(Uri.joinPath(chart, name), new TextEncoder().encode(text));
  const template = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Values.image.tag }}\n';

  before(async () => {
    await write('Chart.yaml', 'apiVersion: v2\nname: shop\nversion: 0.1.0\n');
    await write('values.yaml', 'image:\n  # Which one.\n  tag: one\n');
    await write('templates/web.yaml', template);
  });

  after(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    await workspace.fs.delete(chart, { recursive: true });
  });

  const open = async () => {
    const { document } = await window.showTextDocument(Uri.joinPath(chart, 'templates/web.yaml'));
    return document;
  };

  it('complete values with their comments, and link to them', async () => {
    const document = await open();
    const inside = document.positionAt(template.indexOf('tag'));
    const tag = await until('the value', async () =>
      (await offered(document, inside)).find((completionItem) => labelOf(completionItem) === 'tag'),
    );
    const { documentation } = tag;
    assert.equal(documentation instanceof MarkdownString ? documentation.value : documentation, 'Which one.');
    const locations = await commands.executeCommand<(Location | LocationLink)[]>(
      'vscode.executeDefinitionProvider',
      document.uri,
      inside.translate(0, 1),
    );
    const [first] = locations.map((location) =>
      'targetUri' in location ? [location.targetUri, location.targetRange] : [location.uri, location.range],
    );
    assert.ok(String(first?.[0]).endsWith('/chart-of-tests/values.yaml'), String(first?.[0]));
    assert.ok(first?.[1] instanceof Range && first[1].start.line === 2);
  });

  it('are shown beside their rendered output', async function () {
    // The fake program is a shell script.
    if (process.platform === 'win32') this.skip();
    const helm = Uri.joinPath(chart, 'helm.sh');
    await write(
      'helm.sh',
      '#!/bin/sh\nprintf -- "---\\n# Source: shop/templates/web.yaml\\nkind: ConfigMap # rendered\\n"\n',
    );
    chmodSync(helm.fsPath, 0o755);
    const settings = workspace.getConfiguration('kubecompat');
    await settings.update('helm.path', helm.fsPath, ConfigurationTarget.Global);
    try {
      await open();
      const shown = await until('the rendered template', async () => {
        await commands.executeCommand('kubecompat.showRendered');
        return workspace.textDocuments.find(({ uri }) => uri.scheme === 'kubecompat-rendered');
      });
      assert.equal(shown.getText(), 'kind: ConfigMap # rendered\n');
      assert.deepEqual(diagnostics(shown), []);
    } finally {
      await settings.update('helm.path', undefined, ConfigurationTarget.Global);
    }
  });
});
