import type { ExtensionContext } from 'vscode';
import { LanguageClient, type ServerOptions, TransportKind } from 'vscode-languageclient/node';
import { clientOptions } from './clientOptions.ts';
import { startClient } from './commands.ts';

let client: LanguageClient | undefined;

/** Activates the extension with Node.js: the language server is a separate process. */
export function activate(context: ExtensionContext): void {
  const module = context.asAbsolutePath('dist/server.cjs');
  const server: ServerOptions = {
    run: { module, transport: TransportKind.ipc },
    debug: { module, transport: TransportKind.ipc, options: { execArgv: ['--nolazy', '--inspect=6019'] } },
  };
  client = new LanguageClient('kubecompat', 'Kubecompat', server, clientOptions(context));
  startClient(context, client);
}

/** Ends the language server. */
export async function deactivate(): Promise<void> {
  await client?.stop();
}
