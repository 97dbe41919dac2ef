import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type CodeAction,
  type Diagnostic,
  DiagnosticSeverity,
  TextDocumentEdit as DocumentEdits,
  type TextDocumentEdit,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { main } from '../../server/src/cli/main.ts';
import type { Terminal } from '../../server/src/cli/output/terminal.ts';
import {
  type FixFolderResult,
  fixAllKind,
  methods,
  type PlanResult,
  type ReportResult,
} from '../../server/src/lsp/protocol.ts';
import { plain } from '../../server/src/report/style.ts';
import type { ReportFinding, WorkspaceReport } from '../../server/src/report/workspaceReport.ts';
import { TestClient } from '../lsp/testClient.ts';
import type { Texts } from './workspaces.ts';

/** Runs the command line in a folder, inside this process, and returns its standard output. */
export async function command(folder: string, args: readonly string[], stdin = ''): Promise<string> {
  let printed = '';
  const take = (parts: Iterable<string>) => {
    for (const part of parts) printed += part;
  };
  const terminal: Terminal = {
    cwd: folder,
    out: take,
    stream: async (parts) => take(parts),
    err: () => {},
    problem: () => {},
    save: () => {},
    makeFolder: () => {},
    readStdin: () => new TextEncoder().encode(stdin),
    style: plain,
    width: undefined,
    status: undefined,
  };
  await main(args, terminal);
  return printed;
}

/** The report of a command that prints one. */
export async function reportOf(folder: string, args: readonly string[]): Promise<WorkspaceReport> {
  return JSON.parse(await command(folder, [...args, '--format', 'json', '--today', today, '--no-render']));
}

/** The date of the editor cannot be set, so workspaces have no comment with a date in the future. */
export const today = new Date().toISOString().slice(0, 10);

/** The location of a finding in readable form, the same for every shell. */
export function diagnosticKey(file: string, code: unknown, { start, end }: Diagnostic['range']): string {
  return `${file} ${code} ${start.line}:${start.character}-${end.line}:${end.character}`;
}

/** The findings of a report; a finding of several targets counts once. */
export function findingsOf({ findings }: Pick<WorkspaceReport, 'findings'>): readonly string[] {
  return sorted(findings.map(({ file, code, range }: ReportFinding) => diagnosticKey(file, code, range)));
}

/** Sorted, each once. */
export function sorted(all: readonly string[]): readonly string[] {
  return [...new Set(all)].sort();
}

/** An editor with an open workspace. */
export class Editor {
  readonly #client: TestClient;
  readonly #folder: string;
  readonly #texts: Texts;

  private constructor(client: TestClient, folder: string, texts: Texts) {
    this.#client = client;
    this.#folder = folder;
    this.#texts = texts;
  }

  static async open(folder: string, texts: Texts): Promise<Editor> {
    const client = await TestClient.start({ folder, settings: {} });
    const editor = new Editor(client, folder, texts);
    // The background checks have ended when this request is answered.
    await client.connection.sendRequest(methods.checkFolder, {});
    return editor;
  }

  /** The findings of files that are not open. */
  closed(): readonly string[] {
    const last = new Map(this.#client.published.map(({ uri, diagnostics }) => [uri, diagnostics]));
    return sorted([...last].flatMap(([uri, diagnostics]) => this.#lines(uri, diagnostics)));
  }

  /** The errors and warnings of files that are not open. */
  counts(): { readonly errors: number; readonly warnings: number } {
    const last = new Map(this.#client.published.map(({ uri, diagnostics }) => [uri, diagnostics]));
    const all = [...last.values()].flat().filter(({ code }) => !notFindings.has(code));
    const of = (severity: DiagnosticSeverity) => all.filter((diagnostic) => diagnostic.severity === severity).length;
    return { errors: of(DiagnosticSeverity.Error), warnings: of(DiagnosticSeverity.Warning) };
  }

  /** The findings of files while they are open. */
  async opened(): Promise<readonly string[]> {
    const all: string[] = [];
    for (const [file, text] of Object.entries(this.#texts)) {
      const uri = this.#uri(file);
      await this.#client.open(uri, text);
      all.push(...this.#lines(uri, await this.#client.diagnostics(uri, 1)));
    }
    return sorted(all);
  }

  async report(): Promise<ReportResult> {
    return this.#client.connection.sendRequest<ReportResult>(methods.report, {});
  }

  async plan(from: string, to: string): Promise<PlanResult> {
    return this.#client.connection.sendRequest<PlanResult>(methods.plan, { from, to });
  }

  /** The texts after the fix of everything below the folder. */
  async fixFolder(): Promise<Texts> {
    const { edit } = await this.#client.connection.sendRequest<FixFolderResult>(methods.fixFolder, {});
    const { documentChanges = [] }: WorkspaceEdit = typeof edit === 'object' && edit !== null ? edit : {};
    return this.#edited(documentChanges.filter((change) => DocumentEdits.is(change)));
  }

  /** The texts after the fix of everything in each open document. */
  async fixAll(): Promise<Texts> {
    const changes: TextDocumentEdit[] = [];
    for (const [file, text] of Object.entries(this.#texts)) {
      const end = TextDocument.create('a:b', 'yaml', 0, text).positionAt(text.length);
      const actions = await this.#client.connection.sendRequest<readonly CodeAction[]>('textDocument/codeAction', {
        textDocument: { uri: this.#uri(file) },
        range: { start: { line: 0, character: 0 }, end },
        context: { diagnostics: [], only: [fixAllKind] },
      });
      for (const { edit } of actions) {
        for (const [uri, edits] of Object.entries(edit?.changes ?? {})) {
          changes.push({ textDocument: { uri, version: null }, edits });
        }
        changes.push(...(edit?.documentChanges ?? []).filter((change) => DocumentEdits.is(change)));
      }
    }
    return this.#edited(changes);
  }

  async close(): Promise<void> {
    await this.#client.stop();
  }

  #lines(uri: string, diagnostics: readonly Diagnostic[]): readonly string[] {
    const file = fileURLToPath(uri).slice(this.#folder.length + 1);
    return diagnostics.flatMap(({ code, range }) => (notFindings.has(code) ? [] : [diagnosticKey(file, code, range)]));
  }

  #uri(file: string): string {
    return pathToFileURL(join(this.#folder, file)).href;
  }

  #edited(changes: readonly TextDocumentEdit[]): Texts {
    const edited: Record<string, string> = {};
    for (const { textDocument, edits } of changes) {
      const file = fileURLToPath(textDocument.uri).slice(this.#folder.length + 1);
      const before = TextDocument.create(textDocument.uri, 'yaml', 0, readFileSync(join(this.#folder, file), 'utf8'));
      edited[file] = TextDocument.applyEdits(
        before,
        edits.filter((edit): edit is TextEdit => 'newText' in edit),
      );
    }
    return edited;
  }
}

/** The notes of editors about a whole file, which reports only count. */
const notFindings: ReadonlySet<Diagnostic['code']> = new Set(['sub-chart-off', 'configuration', 'untaken-branch']);
