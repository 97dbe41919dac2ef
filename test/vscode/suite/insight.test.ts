import assert from 'node:assert/strict';
import { type CompletionList, commands, type Hover, MarkdownString, Position, type TextDocument, window } from 'vscode';
import { codesAre, open } from './editor.ts';

async function hoverTexts({ uri }: TextDocument, position: Position): Promise<readonly string[]> {
  const hovers = await commands.executeCommand<Hover[]>('vscode.executeHoverProvider', uri, position);
  return hovers
    .flatMap(({ contents }) => contents)
    .map((content) => (content instanceof MarkdownString ? content.value : String(content)));
}

describe('hovering and completion', () => {
  it('show when an API came and went', async () => {
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
});
