/// <reference lib="webworker" />
import { Uri, workspace } from 'vscode';
import { BrowserMessageReader, BrowserMessageWriter, type MessageTransports } from 'vscode-languageclient/browser';
import type { FileTexts, ShippedFileParams } from '../../../server/src/lsp/protocol.ts';
import { textsOf } from '../strings.ts';
import { readFiles } from './readFiles.ts';
import { configurations } from './workspaceFiles.ts';

/** The language server in a worker; there is one at a time. */
export class ServerWorker {
  readonly #dist: Uri;
  #worker: Worker | undefined;
  #address: string | undefined;

  constructor(extension: Uri) {
    this.#dist = Uri.joinPath(extension, 'dist');
  }

  /** Starts a worker with the initial files of a server, replacing the previous one. */
  async start(): Promise<MessageTransports> {
    this.stop();
    const [script, shipped, configured] = await Promise.all([this.#script(), this.#shipped(), configurations()]);
    // A script on a remote machine cannot be run by its own address.
    const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    const worker = new Worker(address);
    this.#worker = worker;
    this.#address = address;
    worker.postMessage({ ...shipped, ...configured });
    // The workers of an extension host are not instances of `Worker`, so the client cannot make these.
    return { reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) };
  }

  /** A file that the server needs only now and then: null if it cannot be read. */
  async shippedFile({ name }: ShippedFileParams): Promise<string | null> {
    const read = await readFiles([Uri.joinPath(this.#dist, name)], () => name);
    return read[name] ?? null;
  }

  /** Ends the worker. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    if (this.#address !== undefined) URL.revokeObjectURL(this.#address);
    this.#address = undefined;
  }

  async #script(): Promise<string> {
    return new TextDecoder().decode(await workspace.fs.readFile(Uri.joinPath(this.#dist, 'web', 'server.js')));
  }

  /** The catalogue and other files shipped with the server, which expects them in `/kubecompat`. */
  async #shipped(): Promise<FileTexts> {
    const list = await workspace.fs.readFile(Uri.joinPath(this.#dist, 'web', 'files.json'));
    const names = textsOf(JSON.parse(new TextDecoder().decode(list))) ?? [];
    return readFiles(
      names.map((name) => Uri.joinPath(this.#dist, name)),
      (_, index) => `/kubecompat/${names[index]}`,
    );
  }
}
