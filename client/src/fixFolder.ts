import { commands, l10n, Uri, window, workspace } from 'vscode';
import type { BaseLanguageClient, WorkspaceEdit } from 'vscode-languageclient';
import { type FixFolderParams, type FixFolderResult, type FolderFix, methods } from '../../server/src/lsp/protocol.ts';
import { pickFixes } from './pickFixes.ts';
import type { DocumentChange, PreviewDocuments } from './previewDocuments.ts';
import { requestCancellable } from './webviewPage.ts';

/** Fixes whose changes are shown, before any is applied. */
interface Review {
  readonly params: FixFolderParams;
  readonly found: FixFolderResult;
  /** The title of the editor that shows them. */
  readonly title: string;
}

/** Applies safe fixes of many files after showing their number, or each of them. */
export class FolderFixes {
  readonly #client: BaseLanguageClient;
  readonly #documents: PreviewDocuments;
  #reviewed: Review | undefined;

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
    if (answer === apply) await this.#finish(found);
    else await this.#review(named, found);
  }

  /** Applies all fixes of the review. */
  async applyReviewed(): Promise<void> {
    if (this.#reviewed !== undefined) await this.#finish(this.#reviewed.found);
  }

  /** Lets the user choose among the fixes of the review, and applies these. */
  async chooseReviewed(): Promise<void> {
    if (this.#reviewed === undefined) return;
    const { params, found } = this.#reviewed;
    const ids = await pickFixes(
      found.fixes,
      (uri) => workspace.asRelativePath(this.#client.protocol2CodeConverter.asUri(uri)),
      async ({ id, uri, title }) => {
        const alone = await this.#ask({ ...params, files: [uri], fixes: [id] });
        const [change] = await this.#changesOf(alone);
        if (change !== undefined) await this.#documents.show(change.document, change.edits, title);
      },
    );
    if (ids === undefined || ids.length === 0) return;
    const chosen = ids.length === found.fixes.length ? found : await this.#ask({ ...params, fixes: ids });
    if (chosen !== undefined) await this.#finish(chosen);
  }

  /** Shows the changed texts; the title of that editor has what applies them. */
  async #review(params: FixFolderParams, found: FixFolderResult): Promise<void> {
    const { length } = found.fixes;
    const title = length === 1 ? l10n.t('Kubecompat: 1 safe fix') : l10n.t('Kubecompat: {0} safe fixes', length);
    this.#reviewed = { params, found, title };
    await commands.executeCommand('setContext', 'kubecompat.reviewing', true);
    await this.#documents.showAll(await this.#changesOf(found), title);
  }

  async #changesOf(found: FixFolderResult | undefined): Promise<readonly DocumentChange[]> {
    const changes = isEdit(found?.edit) ? (found.edit.documentChanges ?? []) : [];
    const inDocuments = changes.map(async (change): Promise<readonly DocumentChange[]> => {
      if (!('edits' in change)) return [];
      const uri = this.#client.protocol2CodeConverter.asUri(change.textDocument.uri);
      const edits = change.edits.flatMap((edit) => ('newText' in edit ? [edit] : []));
      return [{ document: await workspace.openTextDocument(uri), edits }];
    });
    return (await Promise.all(inDocuments)).flat();
  }

  async #finish(chosen: FixFolderResult): Promise<void> {
    if (!isEdit(chosen.edit)) return;
    const edit = await this.#client.protocol2CodeConverter.asWorkspaceEdit(chosen.edit);
    // A change of many files is saved, like a rename, unless configured otherwise.
    if (!(await workspace.applyEdit(edit, { isRefactoring: true }))) {
      throw new Error(l10n.t('The editor did not apply the fixes; nothing was changed.'));
    }
    await this.#endReview();
    void window.showInformationMessage(`Kubecompat: ${doneText(chosen)}`);
  }

  async #endReview(): Promise<void> {
    if (this.#reviewed === undefined) return;
    const { title } = this.#reviewed;
    this.#reviewed = undefined;
    await commands.executeCommand('setContext', 'kubecompat.reviewing', false);
    const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
    // The editor adds the number of files.
    await window.tabGroups.close(tabs.filter(({ label }) => label.startsWith(title)));
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
