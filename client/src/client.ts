import { type ExtensionContext, workspace } from 'vscode';
import { LanguageClient, type ServerOptions, TransportKind } from 'vscode-languageclient/node';
import { type InitializationOptions, methods } from '../../server/src/lsp/protocol.ts';
import { explainScheme } from './explanations.ts';
import { neighbours, onNeighboursChanged } from './neighbours.ts';
import { rememberedOverride } from './targetPicker.ts';

/** The client of the bundled server, not started yet. */
export function createClient(context: ExtensionContext): LanguageClient {
  const module = context.asAbsolutePath('dist/server.cjs');
  const server: ServerOptions = {
    run: { module, transport: TransportKind.ipc },
    debug: { module, transport: TransportKind.ipc, options: { execArgv: ['--nolazy', '--inspect=6019'] } },
  };
  const configWatcher = workspace.createFileSystemWatcher('**/.kubecompat.{yaml,yml}');
  context.subscriptions.push(configWatcher);
  const client = new LanguageClient('kubecompat', 'Kubecompat', server, {
    // Templates of Helm have languages of their own where another extension knows them.
    documentSelector: [
      { language: 'yaml' },
      { language: 'json' },
      { language: 'helm' },
      { pattern: '**/templates/**/*.{yaml,yml,tpl}' },
      // Its fences, where `kubecompat.markdown` asks for it; Markdown alone starts nothing.
      { language: 'markdown' },
      // Units that start components of Kubernetes describe a cluster.
      { pattern: '**/kube*.service' },
    ],
    synchronize: { fileEvents: configWatcher },
    // A function, so that a restarted server is told what is chosen then.
    initializationOptions: (): InitializationOptions => ({
      explainScheme,
      watchesTargets: true,
      watchesWorkspace: true,
      trusted: workspace.isTrusted,
      neighbours: neighbours(),
      showsFindings: true,
      targets: rememberedOverride(context.workspaceState),
    }),
  });
  context.subscriptions.push(workspace.onDidGrantWorkspaceTrust(() => void client.sendNotification(methods.trusted)));
  context.subscriptions.push(onNeighboursChanged(() => void client.sendNotification(methods.neighbours, neighbours())));
  return client;
}
