import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import {
  type ClientCapabilities,
  createConnection,
  createProtocolConnection,
  type Diagnostic,
  type InitializeResult,
  ProposedFeatures,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
  type WorkspaceFolder,
} from 'vscode-languageserver/node';
import { cancelWaiting } from '../../server/src/lsp/cancelWaiting.ts';
import { LanguageServer } from '../../server/src/lsp/server.ts';
import { confine } from '../../server/src/workspace/disk/confinement.ts';
import { until } from '../harness/guards.ts';

const entry = join(import.meta.dirname, '..', '..', 'server', 'src', 'lsp', 'entry.ts');

/** The parameters of `initialize`. */
export interface ClientIdentity {
  readonly capabilities?: ClientCapabilities;
  readonly folder?: string;
  /** Instead of the folder alone. */
  readonly workspaceFolders?: WorkspaceFolder[];
  readonly settings?: unknown;
  readonly initializationOptions?: unknown;
  /** Whether it answers registrations with an error, although it supports them. */
  readonly refusesRegistrations?: boolean;
}

/** A client of the protocol with a separate server. */
export class TestClient {
  readonly connection: ProtocolConnection;
  readonly capabilities: InitializeResult['capabilities'];
  readonly published: readonly PublishDiagnosticsParams[];
  readonly logged: readonly string[];
  /** The messages to the user. */
  readonly shown: readonly string[];
  /** The process of the server, if it is a separate one. */
  readonly processId: number | undefined;
  readonly #stop: () => Promise<number | null>;
  readonly #start: Start;

  private constructor(connection: ProtocolConnection, stop: () => Promise<number | null>, start: Start) {
    this.#start = start;
    this.processId = start.processId;
    this.connection = connection;
    this.#stop = stop;
    this.capabilities = start.result.capabilities;
    this.published = start.published;
    this.logged = start.logged;
    this.shown = start.shown;
  }

  /** Starts a server inside this process and initializes it. */
  static start(introduction: ClientIdentity): Promise<TestClient> {
    const toServer = new PassThrough();
    const toClient = new PassThrough();
    new LanguageServer(createConnection(ProposedFeatures.all, toServer, toClient, cancelWaiting)).listen();
    const connection = createProtocolConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
    const stop = async () => {
      // `exit` would end this process, in which other tests run.
      confine(undefined);
      return 0;
    };
    return TestClient.#introduce(connection, stop, introduction);
  }

  /**
   * Starts a server as a separate process, over standard input and output, and initializes it.
   *
   * @param program the program for Node.js: this source tree, or a bundle, which uses threads.
   */
  static startProcess(introduction: ClientIdentity, program = ['--import', 'tsx', entry]): Promise<TestClient> {
    const server = spawn(process.execPath, [...program, '--stdio'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const connection = createProtocolConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    );
    const stop = async () => {
      const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
      await connection.sendNotification('exit');
      return ended;
    };
    return TestClient.#introduce(connection, stop, introduction, server.pid);
  }

  /** Initializes a running server, over a socket. */
  static startOver(socket: Socket, introduction: ClientIdentity): Promise<TestClient> {
    const connection = createProtocolConnection(new StreamMessageReader(socket), new StreamMessageWriter(socket));
    const stop = async () => {
      const ended = new Promise<number | null>((resolve) => socket.once('close', () => resolve(null)));
      await connection.sendNotification('exit');
      return ended;
    };
    return TestClient.#introduce(connection, stop, introduction);
  }

  static async #introduce(
    connection: ProtocolConnection,
    stop: () => Promise<number | null>,
    {
      capabilities = {},
      folder,
      workspaceFolders,
      settings,
      initializationOptions,
      refusesRegistrations,
    }: ClientIdentity,
    processId?: number,
  ): Promise<TestClient> {
    const published: PublishDiagnosticsParams[] = [];
    const logged: string[] = [];
    const shown: string[] = [];
    connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      published.push(params);
    });
    connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
      logged.push(message);
    });
    connection.onNotification('window/showMessage', ({ message }: { message: string }) => {
      shown.push(message);
    });
    connection.onRequest('workspace/configuration', ({ items }: { items: readonly unknown[] }) =>
      items.map(() => settings ?? null),
    );
    if (refusesRegistrations !== true) connection.onRequest('client/registerCapability', () => null);
    connection.listen();
    const uri = folder === undefined ? null : pathToFileURL(folder).href;
    const result = await connection.sendRequest<InitializeResult>('initialize', {
      processId: null,
      rootUri: uri,
      workspaceFolders: workspaceFolders ?? (uri === null ? null : [{ uri, name: 'folder' }]),
      capabilities: {
        ...capabilities,
        workspace: { configuration: settings !== undefined, ...capabilities.workspace },
      },
      initializationOptions,
    });
    await connection.sendNotification('initialized', {});
    return new TestClient(connection, stop, { result, published, logged, shown, processId });
  }

  /** Opens a document. */
  async open(uri: string, text: string, languageId = 'yaml'): Promise<void> {
    await this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId, version: 1, text },
    });
  }

  /** Sends a new version: an incremental change if there is a range, otherwise the whole text. */
  async change(uri: string, version: number, ...contentChanges: readonly unknown[]): Promise<void> {
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges,
    });
  }

  /** Waits for the diagnostics of a version of a document. */
  async diagnostics(uri: string, version: number): Promise<readonly Diagnostic[]> {
    const find = () => this.published.findLast((params) => params.uri === uri && params.version === version);
    return (await until(`diagnostics of version ${version} of ${uri}`, find)).diagnostics;
  }

  /** Forgets all diagnostics so far. */
  forget(): void {
    this.#start.published.length = 0;
    this.#start.logged.length = 0;
  }

  /** Ends the server as the protocol requires, and returns its exit code. */
  async stop(): Promise<number | null> {
    await this.connection.sendRequest('shutdown');
    const code = await this.#stop();
    this.connection.dispose();
    return code;
  }
}

interface Start {
  readonly result: InitializeResult;
  readonly processId: number | undefined;
  readonly published: PublishDiagnosticsParams[];
  readonly logged: string[];
  readonly shown: string[];
}
