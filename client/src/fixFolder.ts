import { ProgressLocation, Uri, window, workspace } from 'vscode';
import type { LanguageClient, WorkspaceEdit } from 'vscode-languageclient/node';
import { type FixFolderParams, methods } from '../../server/src/lsp/protocol.ts';

/** Applies every safe fix below a folder, or in the workspace; the editor shows the changes before it makes them. */
export function fixFolder(client: LanguageClient, folder: unknown): Promise<void> {
  return applyFixes(client, folder instanceof Uri ? { uri: folder.toString() } : {});
}

/** Applies the safe fixes that are named; the editor shows the changes before it makes them. */
export async function applyFixes(client: LanguageClient, params: FixFolderParams): Promise<void> {
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
