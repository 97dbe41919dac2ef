import { commands, l10n, Uri, window, workspace } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { type AdmittedResult, methods, storedScheme } from '../../server/src/lsp/protocol.ts';
import { fileOf, VirtualDocuments } from './virtualDocuments.ts';

/**
 * Documents with the objects of a manifest as the server would store them, shown beside it and updated while typing.
 */
export class StoredObjects extends VirtualDocuments {
  constructor(client: BaseLanguageClient) {
    super(client, storedScheme, (refresh) =>
      workspace.onDidChangeTextDocument(({ document }) => {
        const changed = document.uri.toString();
        refresh(({ query }) => query === changed);
      }),
    );
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const manifest = fileOf(uri);
    const admitted = await this.#admitted(manifest);
    return admitted === null ? '' : withNotes(admitted, manifest.path);
  }

  /** Shows the active manifest, or a given file, beside its stored form. */
  async show(what: unknown): Promise<void> {
    const manifest = what instanceof Uri ? what : window.activeTextEditor?.document.uri;
    if (manifest === undefined) throw new Error(l10n.t('Open a manifest first.'));
    await workspace.openTextDocument(manifest);
    const admitted = await this.#admitted(manifest);
    if (admitted === null) throw new Error(l10n.t('The file is not checked, so its stored form is not known.'));
    const name = manifest.path.split('/').at(-1) ?? '';
    const title = `${name} \u2194 ${l10n.t('as stored by {0}', admitted.target)}`;
    await commands.executeCommand('vscode.diff', manifest, this.renewed(manifest), title);
    if (admitted.refused.length > 0)
      void window.showWarningMessage(l10n.t('Not stored: {0}', admitted.refused.join('; ')));
  }

  #admitted(manifest: Uri): Promise<AdmittedResult | null> {
    return this.ask<AdmittedResult | null>(methods.admitted, manifest);
  }
}

/** The text with what it does not show as comments below it. */
function withNotes({ text, notes }: AdmittedResult, path: string): string {
  if (notes.length === 0) return text;
  const mark = path.endsWith('.json') ? '//' : '#';
  return [text.trimEnd(), '', ...notes.map((note) => `${mark} ${note}`), ''].join('\n');
}
