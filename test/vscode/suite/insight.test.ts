import assert from 'node:assert/strict';
import {
  type CodeLens,
  type CompletionList,
  ConfigurationTarget,
  commands,
  type DocumentSymbol,
  type FoldingRange,
  type Hover,
  type InlayHint,
  type Location,
  type LocationLink,
  MarkdownString,
  Position,
  Range,
  type SymbolInformation,
  type TextDocument,
  window,
  workspace,
} from 'vscode';
import { until } from '../../harness/guards.ts';
import { codesAre, open } from './editor.ts';

async function hoverTexts({ uri }: TextDocument, position: Position): Promise<readonly string[]> {
  const hovers = await commands.executeCommand<Hover[]>('vscode.executeHoverProvider', uri, position);
  return hovers
    .flatMap(({ contents }) => contents)
    .map((content) => (content instanceof MarkdownString ? content.value : String(content)));
}

describe('hovering and completion', () => {
  it('show when an API was introduced and removed', async () => {
    const document = await open('quick-fix.yaml');
    await codesAre(document, ['removed-api']);
    const at = document.positionAt(document.getText().indexOf('batch/v1beta1') + 2);
    const texts = await hoverTexts(document, at);
    assert.ok(
      texts.some((text) => /\| 1\.25 \| removed \|/.test(text)),
      texts.join('\n'),
    );
  });

  it('offer the fields of an object on a line that is being typed', async () => {
    const document = await open('quick-fix.yaml');
    const before = document.getText();
    await codesAre(document, ['removed-api']);
    const editor = window.activeTextEditor;
    assert.ok(editor?.document === document);
    const end = document.lineAt(document.lineCount - 1).range.end;
    await editor.edit((edit) => edit.insert(end, `${before.endsWith('\n') ? '' : '\n'}me`));
    const position = new Position(document.lineCount - 1, 2);
    const list = await commands.executeCommand<CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      position,
    );
    const ours = list.items.filter(({ detail }) => detail?.startsWith('Kubecompat') === true);
    const labels = ours.map(({ label }) => (typeof label === 'string' ? label : label.label));
    assert.ok(labels.includes('status'), labels.join(', '));
    assert.ok(!labels.includes('spec'), 'what is there is not offered again');
    await commands.executeCommand('undo');
    assert.equal(document.getText(), before);
  });

  it('explain and complete gates in the manifest of a kube-apiserver', async () => {
    const content = `apiVersion: v1
kind: Pod
metadata: { name: kube-apiserver }
spec:
  containers:
    - name: kube-apiserver
      image: registry.k8s.io/kube-apiserver:v1.36.2
      command: [kube-apiserver, "--feature-gates=HPAConfigurableTolerance=true,", --emulated-version=1.34]
`;
    const document = await workspace.openTextDocument({ language: 'yaml', content });
    await window.showTextDocument(document);
    const at = (text: string) => document.positionAt(content.indexOf(text) + text.length);
    const texts = await hoverTexts(document, at('HPAConfigurable'));
    assert.ok(
      texts.some((text) => text.includes('`kube-apiserver 1.36 emulating 1.34` alpha, on by a setting')),
      texts.join('\n'),
    );
    const list = await commands.executeCommand<CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      at('Tolerance=true,'),
    );
    const found = list.items.find(({ label }) => (typeof label === 'string' ? label : label.label) === 'AllBeta');
    assert.match(found?.detail ?? '', /^Kubecompat: feature gate at 1\.34; beta, off by default/);
  });
});

describe('inlay hints and lenses', () => {
  const content = `apiVersion: batch/v1beta1
kind: CronJob
metadata:
  name: report
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
`;
  const opened = async () => {
    const document = await workspace.openTextDocument({ language: 'yaml', content });
    await window.showTextDocument(document);
    await codesAre(document, ['removed-api']);
    return document;
  };

  it('lenses appear when they are turned on', async () => {
    const document = await opened();
    const titles = async () => {
      const lenses = await commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 100);
      return lenses.map(({ command }) => command?.title ?? '').filter((title) => title.includes('served by'));
    };
    assert.deepEqual(await titles(), []);
    const settings = workspace.getConfiguration('kubecompat');
    await settings.update('codeLens', true, ConfigurationTarget.Global);
    try {
      let now: readonly string[] = [];
      for (let tries = 0; tries < 100 && now.length === 0; tries++) now = await titles();
      assert.deepEqual(now, [
        'served by 0 of 1 target · served up to 1.24',
        'stored as v1 · served by 1 of 1 target · no removal announced',
      ]);
    } finally {
      await settings.update('codeLens', undefined, ConfigurationTarget.Global);
    }
  });

  it('hints show when a version is removed', async () => {
    const { uri } = await opened();
    const all = new Range(0, 0, 10, 0);
    const hints = await commands.executeCommand<InlayHint[]>('vscode.executeInlayHintProvider', uri, all);
    assert.deepEqual(
      hints.map(({ label, position }) => [String(label), position.line]),
      [['removed in 1.25, deprecated in 1.21', 0]],
    );
  });

  it('the outline has resources', async () => {
    const { uri } = await opened();
    const symbols = await commands.executeCommand<DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', uri);
    assert.deepEqual(
      symbols.map(({ name, detail }) => [name, detail]),
      [
        ['CronJob report', 'batch/v1beta1'],
        ['ConfigMap settings', 'v1'],
      ],
    );
  });

  it('documents can be folded', async () => {
    const { uri } = await opened();
    const folds = await commands.executeCommand<FoldingRange[]>('vscode.executeFoldingRangeProvider', uri);
    assert.deepEqual(
      folds.map(({ start, end }) => [start, end]),
      [
        [0, 3],
        [2, 3],
        [4, 8],
        [7, 8],
      ],
    );
  });
});

const nonEmpty = <T>(list: readonly T[]) => list.length > 0 && list;

describe('navigation in the workspace', () => {
  it('resources are found by name, and references lead to them', async () => {
    const found = await commands.executeCommand<SymbolInformation[]>(
      'vscode.executeWorkspaceSymbolProvider',
      'CronJob',
    );
    const [symbol] = found.filter(({ name }) => name.startsWith('CronJob '));
    assert.ok(symbol !== undefined, found.map(({ name }) => name).join(', '));
    const name = symbol.name.replace('CronJob ', '');
    const content = `apiVersion: v1\nkind: Event\ninvolvedObject: { kind: CronJob, name: ${name} }\n`;
    const { uri } = await workspace.openTextDocument({ language: 'yaml', content });
    const ask = () =>
      commands.executeCommand<(Location | LocationLink)[]>(
        'vscode.executeDefinitionProvider',
        uri,
        new Position(2, content.split('\n')[2]?.indexOf(` ${name}`) ?? 0).translate(0, 2),
      );
    const locations = await until('the definition', async () => nonEmpty(await ask()));
    const targets = locations.map((location) =>
      ('targetUri' in location ? location.targetUri : location.uri).toString(),
    );
    assert.ok(targets.includes(symbol.location.uri.toString()), targets.join(', '));
  });

  it('a custom resource leads to its definition in a built-in set', async () => {
    const content = 'apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: { name: a }\n';
    const document = await workspace.openTextDocument({ language: 'yaml', content });
    await window.showTextDocument(document);
    await commands.executeCommand('kubecompat.selectTarget', ['1.37,crds=gateway-api=v1.4.0']);
    try {
      const ask = () =>
        commands.executeCommand<(Location | LocationLink)[]>(
          'vscode.executeDefinitionProvider',
          document.uri,
          new Position(1, 8),
        );
      const [location] = await until('the definition', async () => nonEmpty(await ask()));
      assert.ok(location !== undefined);
      const shown = await workspace.openTextDocument('targetUri' in location ? location.targetUri : location.uri);
      assert.match(shown.getText(), /kind: CustomResourceDefinition[\s\S]*parentRefs:/);
      await until('no diagnostics on what is only shown', () => shown.languageId === 'yaml');
    } finally {
      await commands.executeCommand('kubecompat.selectTarget', []);
    }
  });
});
