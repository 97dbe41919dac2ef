import { l10n, Uri, window, workspace } from 'vscode';
import type { BaseLanguageClient, WorkspaceEdit } from 'vscode-languageclient';
import { type FixFolderParams, type FixFolderResult, type FolderFix, methods } from '../../server/src/lsp/protocol.ts';
import { pickFixes } from './pickFixes.ts';
import type { PreviewDocuments } from './previewDocuments.ts';
import { requestCancellable } from './webviewPage.ts';

/** Applies safe fixes of many files after showing their number, or each of them. */
export class FolderFixes {
  readonly #client: BaseLanguageClient;
  readonly #documents: PreviewDocuments;

  constructor(client: BaseLanguageClient, documents: PreviewDocuments) {
    this.#client = client;
    this.#documents = documents;
  }

  /** Applies every safe fix below a folder, or in the workspace. */
  below(folder: unknown): Promise<void> {
    return this.apply(folder instanceof Uri ? { uri: this.#client.code2ProtocolConverter.asUri(folder) } : {});
  }

  /** The safe fixes of some files, by the editor's URIs; in the background. */
  async of(uris: readonly string[]): Promise<readonly FolderFix[]> {
    const known = new Map(uris.map((uri) => [this.#client.code2ProtocolConverter.asUri(Uri.parse(uri)), uri]));
    const files = [...known.keys()];
    const { fixes } = await this.#client.sendRequest<FixFolderResult>(methods.fixFolder, { files });
    return fixes.map((fix) => ({ ...fix, uri: known.get(fix.uri) ?? fix.uri }));
  }

  /** Applies the safe fixes that are named. */
  async apply(params: FixFolderParams): Promise<void> {
    const files = params.files?.map((uri) => this.#client.code2ProtocolConverter.asUri(Uri.parse(uri)));
    const named = files === undefined ? params : { ...params, files };
    const found = await this.#ask(named);
    if (found === undefined) return;
    if (found.fixes.length === 0) {
      void window.showInformationMessage(l10n.t('Kubecompat: no safe fix applies here.'));
      return;
    }
    const apply = l10n.t('Apply');
    const look = l10n.t('Review Each Change');
    const detail = l10n.t('A safe fix does not change the meaning at the server. One undo reverts all of them.');
    const question = l10n.t('Apply {0}?', fixesText(found));
    const answer = await window.showInformationMessage(question, { modal: true, detail }, apply, look);
    if (answer === undefined) return;
    const chosen = answer === apply ? found : await this.#choose(named, found);
    if (chosen === undefined || !isEdit(chosen.edit)) return;
    const edit = await this.#client.protocol2CodeConverter.asWorkspaceEdit(chosen.edit);
    // A change of many files is saved, like a rename, unless configured otherwise.
    if (!(await workspace.applyEdit(edit, { isRefactoring: true }))) {
      throw new Error(l10n.t('The editor did not apply the fixes; nothing was changed.'));
    }
    void window.showInformationMessage(`Kubecompat: ${doneText(chosen)}`);
  }

  /** The fixes that the user keeps after review; undefined if cancelled. */
  async #choose(params: FixFolderParams, found: FixFolderResult): Promise<FixFolderResult | undefined> {
    const uriOf = (uri: string) => this.#client.protocol2CodeConverter.asUri(uri);
    const nameOf = (uri: string) => workspace.asRelativePath(uriOf(uri));
    const ids = await pickFixes(found.fixes, nameOf, async ({ id, uri, title }) => {
      const alone = await this.#ask({ ...params, files: [uri], fixes: [id] });
      const [change] = isEdit(alone?.edit) ? (alone.edit.documentChanges ?? []) : [];
      if (change === undefined || !('edits' in change)) return;
      const document = await workspace.openTextDocument(uriOf(uri));
      const edits = change.edits.flatMap((edit) => ('newText' in edit ? [edit] : []));
      await this.#documents.show(document, edits, title);
    });
    if (ids === undefined || ids.length === 0) return undefined;
    return ids.length === found.fixes.length ? found : this.#ask({ ...params, fixes: ids });
  }

  #ask(params: FixFolderParams): Thenable<FixFolderResult | undefined> {
    const title = l10n.t('Kubecompat: looking for fixes');
    return requestCancellable<FixFolderResult>(this.#client, title, methods.fixFolder, params);
  }
}

/** `8 safe fixes in 4 files` */
function fixesText({ fixes, filesChanged }: FixFolderResult): string {
  const files = filesChanged === 1 ? l10n.t('1 file') : l10n.t('{0} files', filesChanged);
  return fixes.length === 1 ? l10n.t('1 safe fix in {0}', files) : l10n.t('{0} safe fixes in {1}', fixes.length, files);
}

function doneText(result: FixFolderResult): string {
  const done = l10n.t('applied {0}.', fixesText(result));
  if (result.errorsLeft === 0) return `${done} ${l10n.t('No errors remain.')}`;
  return `${done} ${result.errorsLeft === 1 ? l10n.t('1 error needs a manual fix.') : l10n.t('{0} errors need a manual fix.', result.errorsLeft)}`;
}

function isEdit(edit: unknown): edit is WorkspaceEdit {
  return typeof edit === 'object' && edit !== null;
}
