import { l10n, ProgressLocation, Uri, window, workspace } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { methods, type WorkspaceState } from '../../server/src/lsp/protocol.ts';

/** Judges all files in a folder, or in the workspace, without opening them, and shows the share. */
export async function checkFolder(client: BaseLanguageClient, folder: unknown): Promise<void> {
  const params = folder instanceof Uri ? { uri: client.code2ProtocolConverter.asUri(folder) } : {};
  const title =
    folder instanceof Uri
      ? l10n.t('Kubecompat: checking {0}', workspace.asRelativePath(folder))
      : l10n.t('Kubecompat: checking the workspace');
  await window.withProgress({ location: ProgressLocation.Notification, title, cancellable: true }, (_, cancelled) =>
    client.sendRequest<WorkspaceState>(methods.checkFolder, params, cancelled).catch((error: unknown) => {
      if (!cancelled.isCancellationRequested) throw error;
    }),
  );
}
