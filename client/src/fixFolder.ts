import { l10n, Uri, window, workspace } from 'vscode';
import type { BaseLanguageClient, WorkspaceEdit } from 'vscode-languageclient';
import { type FixFolderParams, methods } from '../../server/src/lsp/protocol.ts';
import { askCancellably } from './webviewPage.ts';

/** Applies every safe fix below a folder, or in the workspace; the user sees how many they are, or each of them, before. */
export function fixFolder(client: BaseLanguageClient, folder: unknown): Promise<void> {
  return applyFixes(client, folder instanceof Uri ? { uri: client.code2ProtocolConverter.asUri(folder) } : {});
}

/** Applies the safe fixes that are named; the user sees how many they are, or each of them, before. */
export async function applyFixes(client: BaseLanguageClient, params: FixFolderParams): Promise<void> {
  const title = l10n.t('Kubecompat: looking for fixes');
  const files = params.files?.map((uri) => client.code2ProtocolConverter.asUri(Uri.parse(uri)));
  const named = files === undefined ? params : { ...params, files };
  const edit = await askCancellably<WorkspaceEdit>(client, title, methods.fixFolder, named);
  if (edit === undefined) return;
  const changed = edit.documentChanges?.length ?? 0;
  if (changed === 0) {
    void window.showInformationMessage(l10n.t('Kubecompat: no safe fix applies here.'));
    return;
  }
  const changes = (edit.documentChanges ?? []).reduce(
    (sum, change) => sum + ('edits' in change ? change.edits.length : 0),
    0,
  );
  const apply = l10n.t('Apply');
  const look = l10n.t('Look at Each Change');
  const detail = l10n.t('A safe fix means the same at the server afterwards. All of them are undone in one step.');
  const question = l10n.t('Apply the safe fixes? Places: {0}; files: {1}', changes, changed);
  const chosen = await window.showInformationMessage(question, { modal: true, detail }, apply, look);
  if (chosen === undefined) return;
  const confirmed = chosen === apply ? { ...edit, changeAnnotations: {} } : edit;
  // A change of many files is saved, as a renaming is, unless the editor is told otherwise.
  await workspace.applyEdit(await client.protocol2CodeConverter.asWorkspaceEdit(confirmed), { isRefactoring: true });
}
