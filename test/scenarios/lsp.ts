import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CodeAction,
  type CompletionItem,
  type Diagnostic,
  DiagnosticSeverity,
  type Hover,
  type Location,
  MarkupContent,
  type Position,
  type Range,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { WorkspaceFolder } from '../harness/workspaceFolder.ts';
import { TestClient } from '../lsp/testClient.ts';
import { writeFiles } from './folder.ts';
import type { Section, Step } from './format.ts';

/** Sends the requests of a scenario to a server in this process, and gives each with its answer in readable form. */
export async function runRequests(files: readonly Section[], steps: readonly Step[]): Promise<readonly Step[]> {
  const options = files.find(({ name }) => name === 'options')?.body;
  const workspace = new WorkspaceFolder({});
  writeFiles(
    workspace,
    files.filter(({ name }) => name !== 'options'),
  );
  const client = await TestClient.start({
    folder: workspace.path,
    initializationOptions: options === undefined ? { targets: ['1.37'] } : JSON.parse(options),
  });
  try {
    const editor = new Editor(client, workspace);
    const done: Step[] = [];
    for (const { command } of steps) done.push({ command, results: await editor.follow(command) });
    return done;
  } finally {
    await client.stop();
    workspace.remove();
  }
}

/** The documents that are open, and what the server says of them. */
class Editor {
  readonly #client: TestClient;
  readonly #workspace: WorkspaceFolder;
  readonly #open = new Map<string, TextDocument>();

  constructor(client: TestClient, workspace: WorkspaceFolder) {
    this.#client = client;
    this.#workspace = workspace;
  }

  async follow(command: string): Promise<readonly Section[]> {
    const [, verb = '', path = '', at, rest = ''] =
      /^(\S+) (\S+)(?: (\d+:\d+(?:-\d+:\d+)?))?(?: (.*))?$/.exec(command) ?? [];
    const range = rangeOf(at);
    switch (verb) {
      case 'open':
        return this.#opened(path, readFileSync(join(this.#workspace.path, path), 'utf8'), 1);
      case 'edit': {
        const before = this.#document(path);
        const edits = [{ range, newText: rest.replaceAll('\\n', '\n') }];
        return this.#opened(path, TextDocument.applyEdits(before, edits), before.version + 1);
      }
      case 'hover': {
        const found = await this.#ask<Hover | null>('hover', path, { position: range.start });
        return section('hover', MarkupContent.is(found?.contents) ? found.contents.value : '(nothing)');
      }
      case 'complete': {
        const items = await this.#ask<CompletionItem[]>('completion', path, { position: range.start });
        const sorted = [...items].sort((a, b) => ((a.sortText ?? '') < (b.sortText ?? '') ? -1 : 1));
        return section('items', sorted.map(({ label }) => label).join('\n'));
      }
      case 'definition': {
        const found = await this.#ask<Location | Location[] | null>('definition', path, { position: range.start });
        return section(
          'definition',
          [found ?? []]
            .flat()
            .map((location) => this.#shown(location))
            .join('\n'),
        );
      }
      case 'actions':
        return section('actions', (await this.#actions(path, range)).map(({ title }) => title).join('\n'));
      case 'apply': {
        const action = (await this.#actions(path, range)).find(({ title }) => title === rest);
        assert.ok(action !== undefined, `there is no action "${rest}"`);
        const whole =
          action.edit ?? (await this.#client.connection.sendRequest<CodeAction>('codeAction/resolve', action)).edit;
        const versioned = (whole?.documentChanges ?? []).flatMap((change) => ('edits' in change ? change.edits : []));
        const edits = [...versioned, ...Object.values(whole?.changes ?? {}).flat()];
        const texts = edits.flatMap((edit) => ('newText' in edit ? [edit] : []));
        return section('text', TextDocument.applyEdits(this.#document(path), texts));
      }
      default:
        throw new Error(`"${verb}" is not open, edit, hover, complete, definition, actions or apply`);
    }
  }

  async #opened(path: string, text: string, version: number): Promise<readonly Section[]> {
    const uri = this.#workspace.uri(path);
    this.#open.set(path, TextDocument.create(uri, 'yaml', version, text));
    if (version === 1) await this.#client.open(uri, text);
    else await this.#client.change(uri, version, { text });
    const found = await this.#client.diagnostics(uri, version);
    return section('diagnostics', found.map(shownDiagnostic).sort().join('\n'));
  }

  #actions(path: string, range: Range): Promise<CodeAction[]> {
    return this.#ask('codeAction', path, { range, context: { diagnostics: [] } });
  }

  #ask<Answer>(method: string, path: string, params: object): Promise<Answer> {
    const textDocument = { uri: this.#workspace.uri(path) };
    return this.#client.connection.sendRequest<Answer>(`textDocument/${method}`, { textDocument, ...params });
  }

  #document(path: string): TextDocument {
    const document = this.#open.get(path);
    assert.ok(document !== undefined, `${path} is not open`);
    return document;
  }

  #shown({ uri, range }: Location): string {
    return `${uri.replace(this.#workspace.uri('.'), '.')}:${shownPosition(range.start)}`;
  }
}

/** From 1 on, as editors show them. */
function rangeOf(text = '1:1'): Range {
  const [start = text, end = start] = text.split('-');
  const at = (position: string): Position => {
    const [line = 1, character = 1] = position.split(':').map(Number);
    return { line: line - 1, character: character - 1 };
  };
  return { start: at(start), end: at(end) };
}

function shownPosition({ line, character }: Position): string {
  return `${line + 1}:${character + 1}`;
}

const severities = new Map<DiagnosticSeverity | undefined, string>([
  [DiagnosticSeverity.Error, 'error'],
  [DiagnosticSeverity.Warning, 'warning'],
  [DiagnosticSeverity.Information, 'information'],
]);

function shownDiagnostic({ range, severity, code, message }: Diagnostic): string {
  const [first = ''] = (MarkupContent.is(message) ? message.value : message).split('\n');
  return `${shownPosition(range.start)}-${shownPosition(range.end)} ${severities.get(severity) ?? 'hint'} ${code ?? ''}: ${first}`;
}

function section(name: string, text: string): readonly Section[] {
  return [{ name, body: text === '' || text.endsWith('\n') ? text : `${text}\n` }];
}
