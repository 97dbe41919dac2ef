/// <reference lib="webworker" />
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createConnection,
  ProposedFeatures,
} from 'vscode-languageserver/browser';
import { cancelWaiting } from '../cancelWaiting.ts';
import { type FileTexts, methods } from '../protocol.ts';
import { LanguageServer } from '../server.ts';
import { disk } from './disk.ts';
import { PackGate } from './packGate.ts';
import { packs } from './packs.ts';
import { lazyTexts } from './texts.ts';

/*
 * The language server in a web worker. The first message is not part of the protocol but the initial files: those that
 * ship with the program, and the configurations of the workspace.
 */

function put(files: FileTexts): void {
  for (const [path, text] of Object.entries(files)) disk.put(path, text ?? undefined);
}

function start({ data }: MessageEvent<FileTexts>): void {
  put(data);
  const connection = createConnection(
    ProposedFeatures.all,
    new BrowserMessageReader(self),
    new BrowserMessageWriter(self),
    { ...cancelWaiting, messageStrategy: new PackGate(packs) },
  );
  const server = new LanguageServer(connection);
  const shipped = (name: string) => connection.sendRequest<string | null>(methods.shippedFile, { name });
  lazyTexts.use({ fetch: shipped });
  packs.use({
    fetch: (name) => shipped(`crds/${name}.json`),
    arrivedLate: () => server.judgeAgain(),
    isUnreadable: (name, why) =>
      connection.console.error(`The definitions of ${name} cannot be read, so its resources are not checked: ${why}`),
  });
  connection.onNotification(methods.files, put);
  server.listen();
}

self.addEventListener('message', start, { once: true });
