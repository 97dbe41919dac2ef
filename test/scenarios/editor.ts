import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CodeAction,
  type CompletionItem,
  type CompletionList,
  type Diagnostic,
  type DocumentDiagnosticReport,
  type DocumentLink,
  FileChangeType,
  type Hover,
  type Location,
  MarkupContent,
  type Range,
  type WorkspaceSymbol,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { WorkspaceFolder } from '../harness/workspaceFolder.ts';
import { cursor } from '../lsp/asking.ts';
import type { TestClient } from '../lsp/testClient.ts';
import { normalized } from './folder.ts';
import type { Section } from './format.ts';
import { bareName, contentOf, textSection } from './sectionText.ts';
import { rangeOf, shownDiagnostic, shownItem, shownPosition, wrapped } from './shown.ts';

/** The open documents of an editor, and the answers of the server about them. */
export class Editor {
  readonly #client: TestClient;
  readonly #workspace: WorkspaceFolder;
  readonly #open = new Map<string, TextDocument>();
  /** The cursor in each document, unless a command names a position. */
  readonly #cursors = new Map<string, Range>();

  constructor(client: TestClient, workspace: WorkspaceFolder) {
    this.#client = client;
    this.#workspace = workspace;
  }

  /** Runs a command, and returns the sections with its results. */
  async follow(command: string, given: readonly Section[]): Promise<readonly Section[]> {
    const [, verb = '', path = '', at, rest = ''] =
      /^(\S+)(?: (\S+))?(?: (\d+:\d+(?:-\d+:\d+)?))?(?: (.*))?$/.exec(command) ?? [];
    const range = at === undefined ? (this.#cursors.get(path) ?? rangeOf('1:1')) : rangeOf(at);
    const position = range.start;
    switch (verb) {
      case 'open': {
        const text = given.find(({ name }) => bareName(name) === path);
        const file = join(this.#workspace.path, path);
        const shown = text === undefined ? readFileSync(file, 'utf8') : contentOf(text, this.#workspace.path).content;
        const [, language = languageOf(path)] = /^as (\S+)$/.exec(rest) ?? [];
        return [...(text === undefined ? [] : [text]), ...(await this.#opened(path, shown.toString(), language))];
      }
      case 'edit': {
        const text = TextDocument.applyEdits(this.#document(path), [{ range, newText: rest.replaceAll('\\n', '\n') }]);
        return this.#changed(path, text);
      }
      case 'close':
        await this.#client.connection.sendNotification('textDocument/didClose', this.#of(path));
        this.#open.delete(path);
        return [];
      case 'save':
        await this.#client.connection.sendNotification('textDocument/didSave', this.#of(path));
        return [];
      case 'diagnostics': {
        const report = await this.#ask<DocumentDiagnosticReport>('diagnostic', path, {});
        return this.#diagnostics(report.kind === 'full' ? report.items : []);
      }
      case 'hover': {
        const found = await this.#ask<Hover | null>('hover', path, { position });
        return this.#section('hover', MarkupContent.is(found?.contents) ? found.contents.value : '(nothing)');
      }
      case 'complete':
        return this.#section('items', wrapped((await this.#items(path, range)).map(({ label }) => label)));
      case 'describe':
        return this.#section('item', shownItem(await this.#item(path, range, rest)));
      case 'take': {
        const { textEdit } = await this.#item(path, range, rest);
        assert.ok(textEdit !== undefined && 'range' in textEdit, `${rest} has no edit`);
        return textSection('text', TextDocument.applyEdits(this.#document(path), [textEdit]));
      }
      case 'definition': {
        const found = await this.#ask<Location | Location[] | null>('definition', path, { position });
        const locations = [found ?? []].flat().map(({ uri, range: { start } }) => `${uri}:${shownPosition(start)}`);
        return this.#section('definition', locations.join('\n'));
      }
      case 'links': {
        const links = await this.#ask<DocumentLink[]>('documentLink', path, {});
        return this.#section(
          'links',
          links.map((link) => `${shownPosition(link.range.start)} ${link.target}`).join('\n'),
        );
      }
      case 'symbols': {
        const query = command.slice('symbols '.length);
        const found = await this.#client.connection.sendRequest<WorkspaceSymbol[]>('workspace/symbol', { query });
        return this.#section(
          'symbols',
          found
            .map(({ name, containerName }) => `${name}, ${containerName}`)
            .sort()
            .join('\n'),
        );
      }
      case 'actions':
        return this.#section('actions', (await this.#actions(path, range)).map(({ title }) => title).join('\n'));
      case 'apply':
        return textSection('text', await this.#applied(path, range, rest));
      default:
        throw new Error(`"${verb}" is no command of an editor: FORMAT.md lists them`);
    }
  }

  /** Tells the server which files have changed on disk. */
  async tellChanges(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Promise<void> {
    const changes = [...new Set([...before.keys(), ...after.keys()])]
      .filter((path) => before.get(path) !== after.get(path))
      .map((path) => ({
        uri: this.#workspace.uri(path),
        type: !after.has(path)
          ? FileChangeType.Deleted
          : before.has(path)
            ? FileChangeType.Changed
            : FileChangeType.Created,
      }));
    await this.#client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
  }

  async #opened(path: string, marked: string, language: string): Promise<readonly Section[]> {
    if (this.#open.has(path)) return this.#changed(path, marked);
    const uri = this.#workspace.uri(path);
    const text = marked.replace(cursor, '');
    const document = TextDocument.create(uri, 'yaml', 1, text);
    this.#remember(path, document, marked);
    await this.#client.open(uri, text, language);
    return this.#diagnostics(await this.#client.diagnostics(uri, 1));
  }

  async #changed(path: string, marked: string): Promise<readonly Section[]> {
    const { uri, version } = this.#document(path);
    const text = marked.replace(cursor, '');
    this.#remember(path, TextDocument.create(uri, 'yaml', version + 1, text), marked);
    await this.#client.change(uri, version + 1, { text });
    return this.#diagnostics(await this.#client.diagnostics(uri, version + 1));
  }

  #remember(path: string, document: TextDocument, marked: string): void {
    this.#open.set(path, document);
    const start = document.positionAt(Math.max(0, marked.indexOf(cursor)));
    this.#cursors.set(path, { start, end: start });
  }

  #diagnostics(found: readonly Diagnostic[]): readonly Section[] {
    return this.#section('diagnostics', found.map(shownDiagnostic).sort().join('\n'));
  }

  async #items(path: string, { start }: Range): Promise<readonly CompletionItem[]> {
    const found = await this.#ask<CompletionItem[] | CompletionList>('completion', path, { position: start });
    return [...(Array.isArray(found) ? found : found.items)].sort((a, b) =>
      (a.sortText ?? '') < (b.sortText ?? '') ? -1 : 1,
    );
  }

  async #item(path: string, range: Range, label: string): Promise<CompletionItem> {
    const item = (await this.#items(path, range)).find((candidate) => candidate.label === label);
    assert.ok(item !== undefined, `${label} is not offered`);
    return item;
  }

  #actions(path: string, range: Range): Promise<CodeAction[]> {
    return this.#ask('codeAction', path, { range, context: { diagnostics: [] } });
  }

  async #applied(path: string, range: Range, title: string): Promise<string> {
    const action = (await this.#actions(path, range)).find((candidate) => candidate.title === title);
    assert.ok(action !== undefined, `there is no action "${title}"`);
    const whole =
      action.edit ?? (await this.#client.connection.sendRequest<CodeAction>('codeAction/resolve', action)).edit;
    const versioned = (whole?.documentChanges ?? []).flatMap((change) => ('edits' in change ? change.edits : []));
    const edits = [...versioned, ...Object.values(whole?.changes ?? {}).flat()];
    const texts = edits.flatMap((edit) => ('newText' in edit ? [edit] : []));
    return TextDocument.applyEdits(this.#document(path), texts);
  }

  #ask<Answer>(method: string, path: string, params: object): Promise<Answer> {
    return this.#client.connection.sendRequest<Answer>(`textDocument/${method}`, { ...this.#of(path), ...params });
  }

  #of(path: string): { readonly textDocument: { readonly uri: string } } {
    return { textDocument: { uri: this.#workspace.uri(path) } };
  }

  #document(path: string): TextDocument {
    const document = this.#open.get(path);
    assert.ok(document !== undefined, `${path} is not open`);
    return document;
  }

  #section(name: string, text: string): readonly Section[] {
    const shown = normalized(text.replaceAll(this.#workspace.uri('.'), '.'), this.#workspace.path);
    return [{ name, body: shown === '' || shown.endsWith('\n') ? shown : `${shown}\n` }];
  }
}

/** The language identifier of a file in VS Code. */
function languageOf(path: string): string {
  if (path.endsWith('.json')) return 'json';
  if (path.endsWith('.md')) return 'markdown';
  return path.endsWith('.service') ? 'ini' : 'yaml';
}
