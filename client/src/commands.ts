import { commands, EventEmitter, type ExtensionContext, l10n, window, workspace } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import {
  type DescribedTarget,
  type ExplainedCode,
  methods,
  type WorkspaceState,
} from '../../server/src/lsp/protocol.ts';
import { addDefinitions } from './addDefinitions.ts';
import { checkFolder } from './checkFolder.ts';
import { forwardEditorEvents } from './clientOptions.ts';
import { ConversionPreview } from './conversionPreview.ts';
import { Explanations } from './explanations.ts';
import { codeBelow, FindingsView, fixesBelow } from './findings/findingsView.ts';
import { showFirstResult } from './firstResult.ts';
import { FolderFixes } from './fixFolder.ts';
import { refreshLiveTargets } from './liveTargets.ts';
import { PlanPanel } from './planPanel.ts';
import { PreviewDocuments } from './previewDocuments.ts';
import { RemoteCharts } from './remoteCharts.ts';
import { RenderedTemplates } from './renderedTemplates.ts';
import { ReportPanel } from './reportPanel.ts';
import { StoredObjects } from './storedObjects.ts';
import { TargetPicker } from './targets/targetPicker.ts';
import { TargetStatus } from './targets/targetStatus.ts';

/**
 * Starts the language server and puts the commands and the status bar item in place.
 *
 * @param inBrowser no cluster can be read there.
 */
export function startClient(context: ExtensionContext, client: BaseLanguageClient, inBrowser = false): void {
  const judged = new EventEmitter<WorkspaceState>();
  const status = new TargetStatus(client, judged.event);
  const picker = new TargetPicker(client, context.workspaceState, status, !inBrowser);
  const report = new ReportPanel(client, context.extensionUri);
  const plan = new PlanPanel(client, context.extensionUri);
  const explanations = new Explanations(client);
  const documents = new PreviewDocuments();
  const preview = new ConversionPreview(client, documents);
  const rendered = new RenderedTemplates(client);
  const charts = new RemoteCharts(client);
  const stored = new StoredObjects(client);
  const fixes = new FolderFixes(client, documents);
  const findings = new FindingsView(context.workspaceState, judged.event, {
    codes: () => client.sendRequest<readonly ExplainedCode[]>(methods.codes),
    fixesOf: (uris) => fixes.of(uris),
  });
  const command = (name: string, run: (...args: unknown[]) => Promise<void>) =>
    commands.registerCommand(`kubecompat.${name}`, (...args: unknown[]) => reportingErrors(run(...args)));
  const restart = async () => {
    await client.stop();
    await client.start();
    await status.refresh();
  };
  context.subscriptions.push(
    judged,
    client.onNotification(methods.workspaceState, (state: WorkspaceState) => judged.fire(state)),
    showFirstResult(judged.event, context.workspaceState, () =>
      client.sendRequest<readonly DescribedTarget[]>(methods.described),
    ),
    status,
    report,
    plan,
    explanations,
    documents,
    rendered,
    charts,
    stored,
    findings,
    command('selectTarget', (chosen) => picker.select(chosen)),
    command('addLiveTarget', (context) => picker.addLive(context)),
    command('refreshLiveTargets', () => refreshLiveTargets(client)),
    command('addDefinitions', (group) => addDefinitions(client, group)),
    command('checkRemoteChart', (chart) => charts.check(chart)),
    command('fixAll', fixAll),
    command('fixFolder', (folder) => fixes.below(folder)),
    command('fixBelow', (node) => fixes.apply(fixesBelow(node))),
    command('applyReviewed', () => fixes.applyReviewed()),
    command('chooseReviewed', () => fixes.chooseReviewed()),
    command('checkFolder', async (folder) => {
      await checkFolder(client, folder);
      await findings.focus();
    }),
    command('refreshFindings', () => checkFolder(client, undefined)),
    command('groupFindings', (grouping) => findings.groupBy(grouping)),
    command('previewConversion', (to) => preview.show(to)),
    command('applyPreview', (shown) => documents.apply(shown)),
    command('showRendered', (template) => rendered.show(template)),
    command('showStored', (manifest) => stored.show(manifest)),
    command('showReport', () => report.show()),
    command('showPlan', (from, to) => plan.show(from, to)),
    command('explain', (code) => explanations.explain(code)),
    command('explainNode', (node) => explanations.explain(codeBelow(node))),
    command('openWalkthrough', async () => {
      await commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#start`);
    }),
    command('restartServer', restart),
    workspace.onDidChangeConfiguration((change) => {
      // The server reads its catalogue when it starts.
      if (change.affectsConfiguration('kubecompat.catalogue')) void reportingErrors(restart());
    }),
  );
  forwardEditorEvents(context, client);
  // The editor need not wait: requests before the server is ready are queued.
  started(client, status).catch((error: unknown) => client.error('The language server could not be started.', error));
}

async function started(client: BaseLanguageClient, status: TargetStatus): Promise<void> {
  await client.start();
  await status.refresh();
}

async function fixAll(): Promise<void> {
  if (window.activeTextEditor === undefined) {
    void window.showInformationMessage(l10n.t('Kubecompat: open the manifest to fix first.'));
    return;
  }
  // The editor's own command, so that the change is one undo step and an empty one is reported.
  await commands.executeCommand('editor.action.sourceAction', { kind: 'source.fixAll.kubecompat', apply: 'first' });
}

/** Shows why a command failed instead of leaving that to the log. */
async function reportingErrors(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    void window.showErrorMessage(`Kubecompat: ${error instanceof Error ? error.message : String(error)}`);
  }
}
