import { commands, type ExtensionContext, window } from 'vscode';
import { createClient } from './client.ts';
import { ConversionPreview } from './conversionPreview.ts';
import { Explanations } from './explanations.ts';
import { fixFolder } from './fixFolder.ts';
import { ReportPanel } from './reportPanel.ts';
import { TargetPicker } from './targetPicker.ts';
import { TargetStatus } from './targetStatus.ts';

let stop: (() => Promise<void>) | undefined;

/** Starts the language server and puts the commands and the status bar item in place. */
export async function activate(context: ExtensionContext): Promise<void> {
  const client = createClient(context);
  stop = () => client.stop();
  const status = new TargetStatus(client);
  const picker = new TargetPicker(client, context.workspaceState, status);
  const report = new ReportPanel(client, context.extensionUri);
  const explanations = new Explanations(client);
  const preview = new ConversionPreview(client);
  const command = (name: string, run: (...args: unknown[]) => Promise<void>) =>
    commands.registerCommand(`kubecompat.${name}`, (...args: unknown[]) => told(run(...args)));
  context.subscriptions.push(
    status,
    report,
    explanations,
    preview,
    command('selectTarget', (chosen) => picker.select(chosen)),
    command('fixAll', fixAll),
    command('fixFolder', (folder) => fixFolder(client, folder)),
    command('previewConversion', (to) => preview.show(to)),
    command('showReport', () => report.show()),
    command('explain', (code) => explanations.explain(code)),
    command('restartServer', async () => {
      await client.restart();
      await status.refresh();
    }),
  );
  await client.start();
  await status.refresh();
}

/** Ends the language server. */
export async function deactivate(): Promise<void> {
  await stop?.();
}

async function fixAll(): Promise<void> {
  if (window.activeTextEditor === undefined) {
    void window.showInformationMessage('Kubecompat: open the manifest that is to be fixed first.');
    return;
  }
  // The editor's own command, so that the change is one undo step and says so when there is nothing to do.
  await commands.executeCommand('editor.action.sourceAction', { kind: 'source.fixAll.kubecompat', apply: 'first' });
}

/** Shows why a command failed instead of leaving that to the log. */
async function told(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    void window.showErrorMessage(`Kubecompat: ${error instanceof Error ? error.message : String(error)}`);
  }
}
