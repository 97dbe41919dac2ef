import {
  commands,
  type Disposable,
  EventEmitter,
  l10n,
  Range,
  type TextDocument,
  type TextDocumentContentProvider,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { type DocumentEdit, previewScheme } from '../../server/src/lsp/protocol.ts';

/** A change that is shown and not applied. */
interface Shown {
  readonly text: string;
  readonly of: Uri;
  /** The version of the document that the change was made for. */
  readonly version: number;
  readonly edits: readonly DocumentEdit[];
}

/** A document, and the edits that change it. */
export interface DocumentChange {
  readonly document: TextDocument;
  readonly edits: readonly DocumentEdit[];
}

/** Documents that preview a changed file beside it; nothing changes before the user confirms. */
export class PreviewDocuments implements Disposable, TextDocumentContentProvider {
  readonly #registration: Disposable;
  readonly #changed = new EventEmitter<Uri>();
  readonly #shown = new Map<string, Shown>();
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#registration = workspace.registerTextDocumentContentProvider(previewScheme, this);
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.#shown.get(uri.toString())?.text ?? '';
  }

  /** Shows a document beside itself after some edits. */
  async show(document: TextDocument, edits: readonly DocumentEdit[], title: string): Promise<void> {
    const uri = this.#preview({ document, edits }, title);
    const name = document.uri.path.split('/').at(-1) ?? '';
    await commands.executeCommand('vscode.diff', document.uri, uri, `${name} \u2194 ${title}`);
  }

  /** Shows several documents beside themselves, in one editor with a title. */
  async showAll(changes: readonly DocumentChange[], title: string): Promise<void> {
    const resources = changes.map((change) => [change.document.uri, change.document.uri, this.#preview(change, title)]);
    await commands.executeCommand('vscode.changes', title, resources);
  }

  #preview({ document, edits }: DocumentChange, title: string): Uri {
    const { path } = document.uri;
    const uri = Uri.from({ scheme: previewScheme, path, query: JSON.stringify([document.uri.toString(), title]) });
    const { version } = document;
    this.#shown.set(uri.toString(), { text: textAfter(document, edits), of: document.uri, version, edits });
    this.#changed.fire(uri);
    return uri;
  }

  /** Applies the previewed change, and returns to the file. */
  async apply(preview: unknown): Promise<void> {
    const shown = preview instanceof Uri ? this.#shown.get(preview.toString()) : undefined;
    if (shown === undefined) return;
    const document = await workspace.openTextDocument(shown.of);
    if (document.version !== shown.version) {
      throw new Error(l10n.t('The file has changed since; review the change again.'));
    }
    const edit = new WorkspaceEdit();
    for (const documentEdit of shown.edits) edit.replace(shown.of, rangeOf(documentEdit), documentEdit.newText);
    if (!(await workspace.applyEdit(edit))) throw new Error(l10n.t('The editor did not apply the change.'));
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await window.showTextDocument(document);
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}

function rangeOf({ range: { start, end } }: DocumentEdit): Range {
  return new Range(start.line, start.character, end.line, end.character);
}

function textAfter(document: TextDocument, edits: readonly DocumentEdit[]): string {
  const placed = edits.map((edit) => {
    const range = rangeOf(edit);
    return { start: document.offsetAt(range.start), end: document.offsetAt(range.end), newText: edit.newText };
  });
  let text = document.getText();
  // From the end, so that earlier offsets stay valid.
  for (const { start, end, newText } of placed.sort((a, b) => b.start - a.start)) {
    text = text.slice(0, start) + newText + text.slice(end);
  }
  return text;
}
