/// <reference lib="webworker" />
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createConnection,
  ProposedFeatures,
} from 'vscode-languageserver/browser';
import { type FileTexts, methods } from '../protocol.ts';
import { LanguageServer } from '../server.ts';
import { disk } from './disk.ts';

/*
 * The language server in a worker of a browser. The first message is no message of the protocol but the files
 * that are there from the start: what ships with the program, and the configurations of the workspace.
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
  );
  connection.onNotification(methods.files, put);
  new LanguageServer(connection).listen();
}

self.addEventListener('message', start, { once: true });
