import { commands, type ExtensionContext } from 'vscode';
import { State } from 'vscode-languageclient';
import { LanguageClient } from 'vscode-languageclient/browser';
import { methods, type ShippedFileParams } from '../../server/src/lsp/protocol.ts';
import { clientOptions } from './clientOptions.ts';
import { startClient } from './commands.ts';
import { fromServer, toServer } from './web/fileUri.ts';
import { ServerWorker } from './web/serverWorker.ts';
import { WorkspaceFiles } from './web/workspaceFiles.ts';

let client: LanguageClient | undefined;
let worker: ServerWorker | undefined;

/**
 * Activates the extension in a browser: the language server is a worker without disk and processes. It gets the
 * workspace files from any file system provider, as files below `/`.
 */
export function activate(context: ExtensionContext): void {
  // Hides unsupported menu entries.
  void commands.executeCommand('setContext', 'kubecompat.inBrowser', true);
  const files = new WorkspaceFiles();
  const started = new ServerWorker(context.extensionUri);
  const created = new LanguageClient('kubecompat', 'Kubecompat', () => started.start(), {
    ...clientOptions(context, true),
    uriConverters: { code2Protocol: (uri) => toServer(uri).toString(), protocol2Code: fromServer },
    middleware: {
      didSave: async (document, next) => {
        await files.send(created, document.uri, document.getText());
        await next(document);
      },
      workspace: {
        didChangeWatchedFile: async (event, next) => {
          await files.changed(created, fromServer(event.uri));
          await next(event);
        },
      },
    },
  });
  context.subscriptions.push(
    created.onRequest(methods.shippedFile, (params: ShippedFileParams) => started.shippedFile(params)),
    created.onDidChangeState(({ newState }) => {
      if (newState !== State.Running) return;
      files.sendAll(created).catch((error: unknown) => created.error('The workspace could not be read.', error));
    }),
  );
  client = created;
  worker = started;
  startClient(context, created, true);
}

/** Ends the language server. */
export async function deactivate(): Promise<void> {
  await client?.stop();
  worker?.stop();
}
