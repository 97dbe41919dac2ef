import assert from 'node:assert/strict';
import type { CompletionItem, CompletionList, Hover, MarkupContent } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { TestClient } from './testClient.ts';

/** Marks the cursor in the texts of tests. */
export const cursor = '‸';

/** How a document is opened, and by which client. */
export interface AskOptions {
  readonly targets?: readonly string[];
  readonly settings?: unknown;
  readonly snippets?: boolean;
  readonly language?: string;
  readonly uri?: string;
  readonly folder?: string;
  /** More of `initializationOptions`. */
  readonly options?: object;
}

/** An editor with one document and the cursor in it; it is stopped by {@link CursorClient.stop}. */
export class CursorClient {
  #editor: TestClient | undefined;

  /** The client with the document that was opened last. */
  get editor(): TestClient {
    assert.ok(this.#editor !== undefined, 'no document is open');
    return this.#editor;
  }

  async stop(): Promise<void> {
    await this.#editor?.stop();
    this.#editor = undefined;
  }

  /** Opens a document with the cursor in it, or at its start. */
  async start(marked: string, { targets = ['1.37'], settings, snippets = false, language, ...rest }: AskOptions = {}) {
    await this.stop();
    const { uri = 'file:///a.yaml', folder, options } = rest;
    const editor = await TestClient.start({
      initializationOptions: { targets, ...options },
      capabilities: { textDocument: { completion: { completionItem: { snippetSupport: snippets } } } },
      ...(settings === undefined ? {} : { settings }),
      ...(folder === undefined ? {} : { folder }),
    });
    this.#editor = editor;
    const text = marked.replace(cursor, '');
    await editor.open(uri, text, language);
    await editor.diagnostics(uri, 1);
    const document = TextDocument.create(uri, 'yaml', 1, text);
    const position = document.positionAt(Math.max(0, marked.indexOf(cursor)));
    return { editor, document, params: { textDocument: { uri }, position } };
  }

  /** The Markdown of the hover at the cursor. */
  async hover(marked: string, options: AskOptions = {}): Promise<string | undefined> {
    const { editor, params } = await this.start(marked, options);
    const found = await editor.connection.sendRequest<Hover | null>('textDocument/hover', params);
    const contents: MarkupContent | undefined =
      found !== null && typeof found.contents === 'object' && 'value' in found.contents && 'kind' in found.contents
        ? found.contents
        : undefined;
    return contents?.value;
  }

  /** The completion items at the cursor, in order, and the document after one is accepted. */
  async complete(marked: string, options: AskOptions = {}) {
    const { editor, document, params } = await this.start(marked, options);
    const found = await editor.connection.sendRequest<CompletionItem[] | CompletionList>(
      'textDocument/completion',
      params,
    );
    const items = Array.isArray(found) ? found : found.items;
    const item = (label: string): CompletionItem => {
      const found = items.find((completionItem) => completionItem.label === label);
      assert.ok(
        found !== undefined,
        `${label} is not among ${items.map((completionItem) => completionItem.label).join(', ')}`,
      );
      return found;
    };
    const taken = (label: string): string => {
      const { textEdit } = item(label);
      assert.ok(textEdit !== undefined && 'range' in textEdit);
      return TextDocument.applyEdits(document, [textEdit]);
    };
    const sorted = [...items].sort((a, b) => ((a.sortText ?? '') < (b.sortText ?? '') ? -1 : 1));
    return { labels: sorted.map(({ label }) => label), item, taken };
  }
}
