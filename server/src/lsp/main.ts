import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { cancelWaiting } from './cancelWaiting.ts';
import { LanguageServer } from './server.ts';

const transports = ['--node-ipc', '--socket', '--pipe'];

/** Speaks the Language Server Protocol over what the command line names, standard input and output if it names nothing. */
export function startServer(): void {
  const named = process.argv.some((argument) => transports.some((transport) => argument.startsWith(transport)));
  const connection = named
    ? createConnection(ProposedFeatures.all, cancelWaiting)
    : createConnection(ProposedFeatures.all, process.stdin, process.stdout, cancelWaiting);
  new LanguageServer(connection).listen();
}
