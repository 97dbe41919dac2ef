import { l10n, ProgressLocation, Uri, window, workspace } from 'vscode';
import type { BaseLanguageClient, WorkspaceEdit } from 'vscode-languageclient';
import {
  type AddLiveResult,
  type LiveContexts,
  type LiveSummary,
  methods,
  type RefreshLiveResult,
} from '../../server/src/lsp/protocol.ts';

/** Reads the cluster of a context of the user's kubeconfig, `given` or asked for, and adds it to the configuration. */
export async function addLiveTarget(client: BaseLanguageClient, given: unknown): Promise<void> {
  const context = typeof given === 'string' ? given : await pickContext(client);
  if (context === undefined) return;
  const result = await reading(l10n.t('Kubecompat: reading the cluster of {0}', context), () =>
    client.sendRequest<AddLiveResult>(methods.addLive, { context, ...activeUri() }),
  );
  if (result.added === undefined) throw new Error(result.problems.join(' '));
  if (isEdit(result.edit)) {
    await workspace.applyEdit(await client.protocol2CodeConverter.asWorkspaceEdit(result.edit));
    const uri = Uri.parse(result.uri ?? '');
    await (await workspace.openTextDocument(uri)).save();
  }
  tell([result.added], []);
}

/** Reads the live clusters of the configuration again. */
export async function refreshLiveTargets(client: BaseLanguageClient): Promise<void> {
  const { refreshed, problems } = await reading(l10n.t('Kubecompat: reading live clusters'), () =>
    client.sendRequest<RefreshLiveResult>(methods.refreshLive, activeUri()),
  );
  tell(refreshed, problems);
}

async function pickContext(client: BaseLanguageClient): Promise<string | undefined> {
  const { contexts, problems } = await client.sendRequest<LiveContexts>(methods.liveContexts);
  if (problems.length > 0) throw new Error(problems.join(' '));
  return window.showQuickPick([...contexts], {
    title: l10n.t('Add a live cluster as target'),
    placeHolder: l10n.t('A context of your kubeconfig; the cluster is only read'),
  });
}

function reading<T>(title: string, ask: () => Promise<T>): Thenable<T> {
  return window.withProgress({ location: ProgressLocation.Notification, title }, ask);
}

function activeUri(): { readonly uri?: string } {
  const uri = window.activeTextEditor?.document.uri;
  return uri?.scheme === 'file' ? { uri: uri.toString() } : {};
}

function tell(summaries: readonly LiveSummary[], problems: readonly string[]): void {
  const lines = summaries.map(({ name, description, notes }) => [`${name}: ${description}.`, ...notes].join(' '));
  if (lines.length > 0) void window.showInformationMessage(`Kubecompat: ${lines.join(' ')}`);
  if (problems.length > 0) void window.showWarningMessage(`Kubecompat: ${problems.join(' ')}`);
}

function isEdit(edit: unknown): edit is WorkspaceEdit {
  return typeof edit === 'object' && edit !== null;
}
