import { type ExtensionContext, workspace } from 'vscode';
import { LanguageClient, type ServerOptions, TransportKind } from 'vscode-languageclient/node';
import type { InitializationOptions } from '../../server/src/lsp/protocol.ts';
import { explainScheme } from './explanations.ts';
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
  return new LanguageClient('kubecompat', 'Kubecompat', server, {
    documentSelector: [{ language: 'yaml' }, { language: 'json' }],
    synchronize: { fileEvents: configWatcher },
    // A function, so that a restarted server is told what is chosen then.
    initializationOptions: (): InitializationOptions => ({
      explainScheme,
      watchesTargets: true,
      targets: rememberedOverride(context.workspaceState),
    }),
  });
}
