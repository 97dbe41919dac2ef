import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { DocumentSymbol } from 'vscode-languageserver/node';
import { parseScenarios } from '../scenarios/format.ts';
import { textFiles } from '../support/textFiles.ts';
import { CursorClient } from './asking.ts';

/** The manifests of the scenarios about the outline. */
const two =
  parseScenarios(readFileSync('test/scenarios/lsp/shapes.txt', 'utf8')).files.find(({ name }) => name === 'two.yaml')
    ?.body ?? '';

describe('the outline', () => {
  const asker = new CursorClient();
  afterEach(() => asker.stop());

  it('has names inside their ranges, in broken text too', async () => {
    const inside = async (text: string) => {
      const { editor, params } = await asker.start(text);
      assertInside(await editor.connection.sendRequest<DocumentSymbol[]>('textDocument/documentSymbol', params));
    };
    assert.notEqual(two, '');
    for (let end = 0; end <= two.length; end += 23) await inside(`${two.slice(0, end)}: [`);
    await inside(textFiles(new URL('outline.txt', import.meta.url)).text('anchor.yaml'));
  });
});

function assertInside(found: readonly DocumentSymbol[]): void {
  for (const { range, selectionRange, children = [], name } of found) {
    const isBefore = (a: typeof range.start, b: typeof range.start) =>
      a.line < b.line || (a.line === b.line && a.character <= b.character);
    assert.ok(isBefore(range.start, selectionRange.start) && isBefore(selectionRange.end, range.end), name);
    assertInside(children);
  }
}
