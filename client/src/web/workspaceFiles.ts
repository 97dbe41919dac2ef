import { type Uri, workspace } from 'vscode';
import {
  type BaseLanguageClient,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  type FileEvent,
} from 'vscode-languageclient';
import { type FileTexts, methods } from '../../../server/src/lsp/protocol.ts';
import { toServer } from './fileUri.ts';
import { readFiles } from './readFiles.ts';

/** All files that are read: manifests, charts, kustomizations, and cluster descriptions. */
const wanted =
  '**/{*.yaml,*.yml,*.json,*.tpl,*.service,*.tf,*.tofu,*.tfvars,*.bicep,*.bicepparam,*.hcl,Kustomization,NOTES.txt,.gitignore,.helmignore}';
const configuration = '**/.kubecompat.{yaml,yml}';
const unwanted = '**/{node_modules,.git}/**';

/** More files than these are judged only when they are opened. */
const maxFiles = 5000;
const maxConfigurations = 200;

/** So many are read at a time. */
const together = 50;

/** The configurations of the workspace, by the paths that the server knows them by. */
export async function configurations(): Promise<FileTexts> {
  return readFiles(await workspace.findFiles(configuration, unwanted, maxConfigurations), pathOf);
}

/** Hands the files of the workspace to a server that cannot read them itself. */
export class WorkspaceFiles {
  /** Sends all files to the server, as newly created. */
  async sendAll(client: BaseLanguageClient): Promise<void> {
    const uris = await workspace.findFiles(wanted, unwanted, maxFiles);
    for (let from = 0; from < uris.length; from += together) {
      await client.sendNotification(methods.files, await readFiles(uris.slice(from, from + together), pathOf));
    }
    if (uris.length === maxFiles) {
      client.warn(`The workspace has more than ${maxFiles} files; the others are checked when they are opened.`);
    }
    const changes = uris.map((uri): FileEvent => ({ uri: toServer(uri).toString(), type: FileChangeType.Created }));
    await client.sendNotification(DidChangeWatchedFilesNotification.type, { changes });
  }

  /** A file has come, changed or gone. */
  async changed(client: BaseLanguageClient, uri: Uri): Promise<void> {
    await client.sendNotification(methods.files, await readFiles([uri], pathOf));
  }

  /** The text of a file is known already. */
  async send(client: BaseLanguageClient, uri: Uri, text: string): Promise<void> {
    await client.sendNotification(methods.files, { [pathOf(uri)]: text });
  }
}

function pathOf(uri: Uri): string {
  return toServer(uri).path;
}
