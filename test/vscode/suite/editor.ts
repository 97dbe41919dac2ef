import assert from 'node:assert/strict';
import {
  type CodeAction,
  CodeActionKind,
  commands,
  type Diagnostic,
  languages,
  Range,
  type TextDocument,
  Uri,
  window,
  workspace,
} from 'vscode';
import { until } from '../../harness/guards.ts';

/** A file of the test workspace. */
export function file(name: string): Uri {
  const folder = workspace.workspaceFolders?.[0];
  assert.ok(folder !== undefined, 'the suite runs in a folder');
  return Uri.joinPath(folder.uri, name);
}

/** Opens a file in the editor. */
export async function open(name: string): Promise<TextDocument> {
  const { document } = await window.showTextDocument(file(name));
  return document;
}

/** The current diagnostics of this extension in a document. */
export function diagnostics({ uri }: TextDocument): readonly Diagnostic[] {
  return languages.getDiagnostics(uri).filter(({ source }) => source === 'kubecompat');
}

/** Waits until the diagnostics of a document have exactly these codes, in any order. */
export async function codesAre(document: TextDocument, wanted: readonly string[]): Promise<readonly Diagnostic[]> {
  const now = () => diagnostics(document).map(codeOf).sort();
  try {
    return await until(`the diagnostics ${wanted.join(', ')}`, () =>
      JSON.stringify(now()) === JSON.stringify([...wanted].sort()) ? diagnostics(document) : undefined,
    );
  } catch (error) {
    throw new Error(`${String(error)}; there are: ${now().join(', ')}`);
  }
}

/** The code of a diagnostic, without its link. */
export function codeOf({ code }: Diagnostic): string {
  return String(typeof code === 'object' ? code.value : code);
}

/** Waits for the editor's quick fixes for a diagnostic. Repeats requests that the editor cancels. */
export async function quickFixes({ uri }: TextDocument, { range }: Diagnostic): Promise<readonly CodeAction[]> {
  const kind = CodeActionKind.QuickFix.value;
  return await until('quick fixes', async () => {
    try {
      const actions = await commands.executeCommand<CodeAction[]>('vscode.executeCodeActionProvider', uri, range, kind);
      return actions.length > 0 && actions;
    } catch (error) {
      if (error instanceof Error && error.name === 'Canceled') return false;
      throw error;
    }
  });
}

/** Replaces the whole text of a file and saves it. */
export async function write(name: string, text: string): Promise<void> {
  const document = await open(name);
  const { activeTextEditor } = window;
  assert.ok(activeTextEditor !== undefined);
  const whole = new Range(0, 0, document.lineCount, 0);
  assert.ok(await activeTextEditor.edit((edit) => edit.replace(whole, text)));
  assert.ok(await document.save());
}
