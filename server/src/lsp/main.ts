import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { cancelWaiting } from './cancelWaiting.ts';
import { LanguageServer } from './server.ts';

const transports = ['--node-ipc', '--socket', '--pipe'];

/** Runs the language server on the command line's transport, by default standard input and output. */
export function startServer(): void {
  const named = process.argv.some((argument) => transports.some((transport) => argument.startsWith(transport)));
  const connection = named
    ? createConnection(ProposedFeatures.all, cancelWaiting)
    : createConnection(ProposedFeatures.all, process.stdin, process.stdout, cancelWaiting);
  new LanguageServer(connection).listen();
}
