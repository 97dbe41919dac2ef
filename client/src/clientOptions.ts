import { type ExtensionContext, workspace } from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import { type InitializationOptions, methods } from '../../server/src/lsp/protocol.ts';
import { explainScheme } from './explanations.ts';
import { onOtherExtensionsChanged, otherExtensions } from './otherExtensions.ts';
import { rememberedOverride } from './targets/targetPicker.ts';

/**
 * The options of the language client, on every platform.
 *
 * @param inBrowser whether fetching is not possible.
 */
export function clientOptions(context: ExtensionContext, inBrowser = false): LanguageClientOptions {
  const configWatcher = workspace.createFileSystemWatcher('**/.kubecompat.{yaml,yml}');
  context.subscriptions.push(configWatcher);
  return {
    // Helm templates have separate languages with another extension.
    documentSelector: [
      { language: 'yaml' },
      { language: 'json' },
      { language: 'helm' },
      { pattern: '**/templates/**/*.{yaml,yml,tpl}' },
      // Its fences, if `kubecompat.markdown` enables them; Markdown alone starts nothing.
      { language: 'markdown' },
      // Units that start components of Kubernetes describe a cluster.
      { pattern: '**/kube*.service' },
    ],
    synchronize: { fileEvents: configWatcher },
    // A function, so that a restarted server gets the present choice.
    initializationOptions: (): InitializationOptions => ({
      explainScheme,
      watchesTargets: true,
      watchesWorkspace: true,
      addsDefinitions: !inBrowser,
      checksRemoteCharts: !inBrowser,
      trusted: workspace.isTrusted,
      neighbours: otherExtensions(),
      showsFindings: true,
      askAgain: 'editor.action.triggerSuggest',
      catalogue: workspace.getConfiguration('kubecompat').get<string>('catalogue', ''),
      targets: rememberedOverride(context.workspaceState),
    }),
  };
}

/** Sends editor changes to the server. */
export function forwardEditorEvents(context: ExtensionContext, client: BaseLanguageClient): void {
  context.subscriptions.push(workspace.onDidGrantWorkspaceTrust(() => void client.sendNotification(methods.trusted)));
  context.subscriptions.push(
    onOtherExtensionsChanged(() => void client.sendNotification(methods.neighbours, otherExtensions())),
  );
}
