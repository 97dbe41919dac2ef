import { commands, l10n, ProgressLocation, Uri, window, workspace } from 'vscode';
import {
  type BaseLanguageClient,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  type FileEvent,
  WorkDoneProgress,
  type WorkspaceEdit,
} from 'vscode-languageclient';
import {
  type AddLiveResult,
  type LiveContexts,
  type LiveSummary,
  methods,
  type RefreshLiveResult,
  type TargetSummary,
} from '../../server/src/lsp/protocol.ts';

/**
 * Reads the cluster of a kubeconfig context, `given` or picked, and adds it to the configuration; undefined if none was
 * picked.
 */
export async function readLiveTarget(client: BaseLanguageClient, given: unknown): Promise<LiveSummary | undefined> {
  const context = typeof given === 'string' ? given : await pickContext(client);
  if (context === undefined) return undefined;
  const result = await reading<AddLiveResult>(
    l10n.t('Kubecompat: reading the cluster of {0}', context),
    client,
    methods.addLive,
    { context, ...activeUri() },
  );
  if (result === undefined) return undefined;
  if (result.added === undefined) throw new Error(result.problems.join(' '));
  if (isEdit(result.edit)) {
    await workspace.applyEdit(await client.protocol2CodeConverter.asWorkspaceEdit(result.edit));
    const uri = Uri.parse(result.uri ?? '');
    await (await workspace.openTextDocument(uri)).save();
    // Later requests depend on the configuration, and the file watcher may be late.
    const changes: FileEvent[] = [{ uri: result.uri ?? '', type: FileChangeType.Created }];
    await client.sendNotification(DidChangeWatchedFilesNotification.type, { changes });
  }
  return result.added;
}

/** Reports the data read from a cluster, and offers the next steps. */
export async function reportAdded(added: LiveSummary, before: readonly TargetSummary[]): Promise<void> {
  const judge = l10n.t('Check Against It');
  const compare = l10n.t('Compare');
  const plan = l10n.t('Plan an Upgrade');
  const chosen = await window.showInformationMessage(`Kubecompat: ${summaryText(added)}`, judge, compare, plan);
  if (chosen === judge) await commands.executeCommand('kubecompat.selectTarget', [added.name]);
  const names = before.map(({ name }) => name).filter((name) => name !== added.name);
  if (chosen === compare) await commands.executeCommand('kubecompat.selectTarget', [...names, added.name]);
  if (chosen === plan) await commands.executeCommand('kubecompat.showPlan', added.name);
}

/** Reads the live clusters of the configuration again. */
export async function refreshLiveTargets(client: BaseLanguageClient): Promise<void> {
  const title = l10n.t('Kubecompat: reading live clusters');
  const result = await reading<RefreshLiveResult>(title, client, methods.refreshLive, activeUri());
  if (result === undefined) return;
  const { refreshed, problems } = result;
  const lines = refreshed.map(summaryText);
  if (lines.length > 0) void window.showInformationMessage(`Kubecompat: ${lines.join(' ')}`);
  if (problems.length > 0) void window.showWarningMessage(`Kubecompat: ${problems.join(' ')}`);
}

async function pickContext(client: BaseLanguageClient): Promise<string | undefined> {
  const { contexts, problems } = await client.sendRequest<LiveContexts>(methods.liveContexts);
  if (problems.length > 0) throw new Error(problems.join(' '));
  const items = contexts.map(({ name, server, isCurrent }) => ({
    label: name,
    description: isCurrent ? l10n.t('{0}, the current context', server) : server,
  }));
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('Add a live cluster as target'),
    placeHolder: l10n.t('A context of your kubeconfig; the cluster is only read'),
  });
  return chosen?.label;
}

/** Runs a request with progress; undefined if the user cancels. */
function reading<T>(
  title: string,
  client: BaseLanguageClient,
  method: string,
  params: object,
): Thenable<T | undefined> {
  const options = { location: ProgressLocation.Notification, title, cancellable: true };
  return window.withProgress(options, async (shown, cancelled) => {
    const workDoneToken = `kubecompat-live-${++reads}`;
    const progress = client.onProgress(WorkDoneProgress.type, workDoneToken, ({ kind, ...update }) => {
      if (kind === 'report' && 'message' in update) shown.report({ message: update.message ?? '' });
    });
    try {
      const result = await client.sendRequest<T>(method, { ...params, workDoneToken }, cancelled);
      return cancelled.isCancellationRequested ? undefined : result;
    } catch (error) {
      if (cancelled.isCancellationRequested) return undefined;
      throw error;
    } finally {
      progress.dispose();
    }
  });
}

let reads = 0;

function activeUri(): { readonly uri?: string } {
  const uri = window.activeTextEditor?.document.uri;
  return uri?.scheme === 'file' ? { uri: uri.toString() } : {};
}

function summaryText({ name, description, notes }: LiveSummary): string {
  return [`${name}: ${description}.`, ...notes].join(' ');
}

function isEdit(edit: unknown): edit is WorkspaceEdit {
  return typeof edit === 'object' && edit !== null;
}
