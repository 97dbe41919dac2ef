import { ProgressLocation, Uri, window, workspace } from 'vscode';
import type { LanguageClient, WorkspaceEdit } from 'vscode-languageclient/node';
import { methods } from '../../server/src/lsp/protocol.ts';

/** Applies every safe fix below a folder, or in the workspace; the editor shows the changes before it makes them. */
export async function fixFolder(client: LanguageClient, folder: unknown): Promise<void> {
  const params = folder instanceof Uri ? { uri: folder.toString() } : {};
  const edit = await window.withProgress(
    { location: ProgressLocation.Notification, title: 'Kubecompat: looking for fixes', cancellable: true },
    async (_, cancelled) => {
      try {
        return await client.sendRequest<WorkspaceEdit>(methods.fixFolder, params, cancelled);
      } catch (error) {
        if (cancelled.isCancellationRequested) return undefined;
        throw error;
      }
    },
  );
  if (edit === undefined) return;
  if ((edit.documentChanges ?? []).length === 0) {
    void window.showInformationMessage('Kubecompat: there is nothing here that a safe fix mends.');
    return;
  }
  await workspace.applyEdit(await client.protocol2CodeConverter.asWorkspaceEdit(edit));
}
