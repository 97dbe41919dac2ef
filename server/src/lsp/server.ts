import {
  type CodeActionParams,
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  DocumentDiagnosticReportKind,
  FileChangeType,
  type InitializeParams,
  type InitializeResult,
  type Range,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { closeAllTexts } from '../workspace/disk/trackedFs.ts';
import { publishing } from '../workspace/ground/derived.ts';
import { startTracking } from '../workspace/ground/graph.ts';
import { lockName } from '../workspace/settings/lockFile.ts';
import { readCatalog } from '../workspace/shipped/catalogFile.ts';
import { attachBuilds } from './builds/attachBuilds.ts';
import { CatalogueOfEditor } from './catalogueOfEditor.ts';
import { type ClientSupport, clientSupport } from './clientSupport.ts';
import { clientActions } from './features/clientActions.ts';
import { codeActionKinds, codeActions } from './features/codeActions.ts';
import { possibleConversions } from './features/conversions.ts';
import { Diagnostics } from './features/diagnostics.ts';
import { EditFollower } from './features/editFollower.ts';
import { explain, explainedCodes, explanationLink } from './features/explain.ts';
import { fixFolder } from './features/fixFolder.ts';
import type { LiveInput } from './features/liveTargets.ts';
import { planWorkspace } from './features/plan.ts';
import { reportWorkspace } from './features/report.ts';
import { activeTargets, checkedTargets, describedTargets } from './features/targets.ts';
import { WorkspaceDiagnostics } from './features/workspaceDiagnostics.ts';
import { insightCapabilities, serveInsight } from './insightRequests.ts';
import type { JudgedDocument } from './judgedDocument.ts';
import { serveDefinitions, serveLive, serveRemoteCharts } from './liveRequests.ts';
import {
  type CheckFolderParams,
  type ConversionsParams,
  configFileNames,
  type ExplainParams,
  type FixFolderParams,
  methods,
  type OtherExtensions,
  type OverrideParams,
  type PlanParams,
  type ReportParams,
  type TargetsParams,
} from './protocol.ts';
import { reportLockProblems } from './reportLockProblems.ts';
import { ServerConfinement } from './serverConfinement.ts';
import { Session } from './session.ts';
import { hiddenFiles, readSettings, sectionOf } from './settings.ts';
import { TargetsOfFiles } from './targets.ts';
import { filePathOf, filePathsOf } from './uris.ts';
import { WorkspaceChanges } from './workspaceChanges.ts';
import { makeWorkspaceEdit } from './workspaceEdit.ts';
import { foldersOf, WorkspaceFolders } from './workspaceFolders.ts';

/**
 * Connects the features to a client. A failed request is answered with its error and a failed notification is logged;
 * neither stops the server.
 */
export class LanguageServer {
  readonly #connection: Connection;
  readonly #documents = new TextDocuments(TextDocument);
  #judgeAgain: () => void = () => {};
  /** Makes unsaved texts those of their files, for requests about the whole workspace. */
  #followEdits: () => void = () => {};
  /** Settles when the last change of settings is known. */
  #settingsRead: Promise<unknown> = Promise.resolve();

  constructor(connection: Connection) {
    this.#connection = connection;
    startTracking();
    closeAllTexts();
  }

  /** Starts answering requests. */
  listen(): void {
    this.#connection.onInitialize((params) => this.#initialize(params));
    this.#documents.listen(this.#connection);
    this.#connection.listen();
  }

  /** Call when built-in definitions become available after they were needed: everything is judged again. */
  judgeAgain(): void {
    this.#logged(this.#judgeAgain);
  }

  #initialize(params: InitializeParams): InitializeResult {
    const support = clientSupport(params);
    const folders = new WorkspaceFolders(foldersOf(params));
    const reach = new ServerConfinement(folders, support.options.trusted === true);
    const catalogue = new CatalogueOfEditor(support.options.catalogue);
    catalogue.start(folders.paths[0] ?? '/');
    const targets = publishing(
      () => new TargetsOfFiles(readCatalog(), support.options.targets ?? [], folders.paths[0] ?? '/'),
    );
    const openText = (uri: string) => this.#documents.get(uri)?.getText();
    const session = new Session(
      targets,
      explanationLink(support.options.explainScheme),
      support.options.trusted === true,
    );
    const closed = new WorkspaceDiagnostics(this.#connection, session, support, folders, openText);
    const diagnostics = new Diagnostics(this.#connection, this.#documents, session, support, closed);
    attachBuilds(this.#connection, this.#documents, session, closed, diagnostics);
    const lookAtLock = reportLockProblems(this.#connection, catalogue, () => session.targets.folder);
    void session.started.then(lookAtLock);
    const changes = new WorkspaceChanges({
      ...{ session, diagnostics, closed, lookAtLock },
      documents: () => this.#documents.all(),
      tellTargets: () => {
        if (support.options.watchesTargets === true) void this.#connection.sendNotification(methods.targetsChanged);
      },
      render: () => this.#logged(() => this.#render(session, diagnostics, this.#documents.all())),
      logged: (work) => this.#logged(work),
    });
    const parts: Parts = { session, diagnostics, support, folders, closed, reach, changes };
    this.#serveDocuments(parts);
    this.#serveRequests(session, diagnostics, support, folders);
    session.neighbours = support.options.neighbours ?? {};
    this.#connection.onNotification(methods.neighbours, (now: OtherExtensions) => {
      session.neighbours = now;
      diagnostics.refresh();
    });
    serveInsight({ connection: this.#connection, documents: this.#documents, session, support, folders });
    this.#serveWorkspace(parts);
    this.#connection.onInitialized(() => this.#logged(() => this.#initialized(parts)));
    this.#connection.onShutdown(() => closed.stop());
    return {
      serverInfo: { name: 'kubecompat' },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        codeActionProvider: { codeActionKinds: [...codeActionKinds] },
        ...insightCapabilities,
        ...(support.pullsDiagnostics
          ? {
              diagnosticProvider: {
                identifier: 'kubecompat',
                interFileDependencies: false,
                workspaceDiagnostics: true,
              },
            }
          : {}),
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  }

  async #initialized({ session, diagnostics, support, folders, closed, reach, changes }: Parts): Promise<void> {
    const { client } = this.#connection;
    if (support.workspaceFolders) {
      folders.follow(this.#connection, () => {
        reach.update();
        session.targets.moveTo(folders.paths[0] ?? '/');
        changes.anything();
        closed.search();
        this.#logged(() => changes.search());
      });
    }
    if (support.watchedFilesRegistration) {
      // Each of these may define a target; for other files the test is one look-up.
      const names = [...configFileNames, lockName, '*.{yaml,yml,json,service,tpl}', '{Kustomization,.gitignore}'];
      const watchers = names.map((name) => ({ globPattern: `**/${name}` }));
      this.#logged(() => client.register(DidChangeWatchedFilesNotification.type, { watchers }));
    }
    if (support.configurationRegistration) {
      const section = ['kubecompat', 'files.exclude'];
      this.#logged(() => client.register(DidChangeConfigurationNotification.type, { section }));
    }
    // Callers that wait for the session rely on the environment of closed files.
    const [hidden] = await Promise.all([this.#hidden(support), this.#readSettings(session, support, reach)]);
    session.start();
    closed.start(hidden);
    diagnostics.refresh();
    this.#logged(() => this.#render(session, diagnostics, this.#documents.all()));
    await changes.search();
  }

  #serveDocuments({ session, diagnostics, support, closed, reach, changes }: Parts): void {
    const anyFile = () => changes.onDisk(undefined);
    this.#judgeAgain = () => {
      session.targets.catalogueChanged();
      anyFile();
    };
    serveLive(this.#connection, () => this.#liveInput(session), anyFile);
    serveDefinitions(this.#connection, () => this.#liveInput(session), anyFile);
    serveRemoteCharts(this.#connection, session, (uri) => this.#documents.get(uri)?.getText());
    const follower = new EditFollower(
      this.#documents,
      (open) => changes.open(open),
      (action) => this.#logged(action),
    );
    this.#followEdits = () => follower.follow();
    this.#documents.onDidChangeContent(({ document }) => {
      this.#logged(() => follower.changed(document));
      this.#logged(() => diagnostics.changed(document));
    });
    this.#documents.onDidOpen(({ document }) => {
      const path = filePathOf(document.uri);
      if (path !== undefined) reach.opened(path);
      session.builds.buildShown();
      this.#logged(() => this.#render(session, diagnostics, [document]));
    });
    this.#connection.onNotification(methods.trusted, () => {
      reach.trust();
      session.trust();
      changes.targets();
    });
    this.#documents.onDidClose(({ document }) => {
      diagnostics.closed(document);
      this.#logged(() => follower.closed(document));
      closed.closed(document.uri);
    });
    this.#documents.onDidSave(({ document }) => {
      const paths = filePathsOf([document.uri]);
      follower.follow();
      this.#logged(() => changes.onDisk(paths));
    });
    this.#connection.onDidChangeWatchedFiles(({ changes: watched }) => {
      const paths = filePathsOf(watched.map(({ uri }) => uri));
      this.#logged(() => changes.onDisk(paths));
      const isNew = watched.some(({ type }) => type !== FileChangeType.Changed);
      if (!isNew && watched.every(({ uri }) => !uri.endsWith('/.gitignore'))) return;
      closed.search();
      this.#logged(() => changes.search());
    });
    this.#connection.onDidChangeConfiguration(({ settings }) => {
      this.#settingsRead = this.#readSettings(session, support, reach, settings);
      this.#logged(async () => {
        await this.#settingsRead;
        changes.targets();
        closed.settingsChanged(await this.#hidden(support));
      });
    });
    this.#connection.onRequest(methods.override, ({ targets }: OverrideParams) => {
      const problems = session.targets.override(targets);
      if (problems.length === 0) changes.targets();
      return { problems };
    });
  }

  #liveInput({ targets, renderings }: Session): LiveInput {
    const openText = (uri: string) => this.#documents.get(uri)?.getText();
    return { targets, isTrusted: renderings.isTrusted, openText };
  }

  #serveRequests(session: Session, diagnostics: Diagnostics, support: ClientSupport, folders: WorkspaceFolders): void {
    const connection = this.#connection;
    const makeEdit = makeWorkspaceEdit(support.versionedEdits);
    connection.languages.diagnostics.on(async ({ textDocument }) => {
      await session.started;
      return { kind: DocumentDiagnosticReportKind.Full, items: diagnostics.of(textDocument.uri) };
    });
    connection.onCodeAction((params: CodeActionParams) => {
      const document = this.#documents.get(params.textDocument.uri);
      if (document === undefined || !session.isStarted) return [];
      const ofClient = (judged: JudgedDocument, range: Range) => clientActions(judged, range, support.options, session);
      return session.withJudged(document, (judged) => codeActions(judged, params, makeEdit, ofClient)) ?? [];
    });
    connection.onRequest(methods.checkTargets, ({ targets }: OverrideParams) =>
      checkedTargets(session.targets, targets),
    );
    connection.onRequest(methods.described, async () => {
      await session.started;
      return describedTargets(session.targets, folders.paths);
    });
    connection.onRequest(methods.report, async (params: ReportParams, token) => {
      await session.started;
      this.#followEdits();
      return reportWorkspace(folders.paths, session, params, token);
    });
    connection.onRequest(methods.plan, async (params: PlanParams, token) => {
      await session.started;
      this.#followEdits();
      return planWorkspace(folders.paths, session, params, token);
    });
    connection.onRequest(methods.fixFolder, async ({ uri, files, codes, fixes }: FixFolderParams, token) => {
      await session.started;
      this.#followEdits();
      const asked = uri === undefined ? undefined : filePathOf(uri);
      const openVersion = (path: string) => this.#documents.get(path)?.version;
      const set = (names: readonly string[] | undefined) => names && new Set(names);
      const chosen = { files: set(files), codes: set(codes), fixes: set(fixes) };
      const input = { folders: asked === undefined ? folders.paths : [asked], openVersion, ...chosen };
      return fixFolder(session, input, token);
    });
    connection.onRequest(methods.conversions, async ({ uri, line }: ConversionsParams) => {
      await session.started;
      const document = this.#documents.get(uri);
      const at = { line, character: 0 };
      const range = { start: at, end: at };
      return (document && session.withJudged(document, (judged) => possibleConversions(judged, range))) ?? [];
    });
    connection.onRequest(methods.explain, ({ code }: ExplainParams) => explain(code));
    connection.onRequest(methods.codes, () => explainedCodes());
  }

  #serveWorkspace({ session, closed, changes }: Parts): void {
    this.#connection.onRequest(methods.targets, async ({ uri }: TargetsParams) => {
      await session.started;
      await this.#settingsRead;
      const document = uri === undefined ? undefined : this.#documents.get(uri);
      const analysis = document && session.judge(document)?.analysis;
      return activeTargets(session.targets, uri, analysis, closed.isJudging);
    });
    this.#connection.languages.diagnostics.onWorkspace(async (params, token, _, stream) => {
      await session.started;
      return closed.pull(params, token, stream);
    });
    this.#connection.onRequest(methods.checkFolder, async ({ uri }: CheckFolderParams, token) => {
      await session.started;
      this.#followEdits();
      await changes.searched();
      return closed.check(uri, token);
    });
  }

  /** The globs of the editor's hidden files. */
  async #hidden({ configuration }: ClientSupport): Promise<readonly string[]> {
    return configuration ? hiddenFiles(await this.#connection.workspace.getConfiguration('files.exclude')) : [];
  }

  async #readSettings(session: Session, support: ClientSupport, reach: ServerConfinement, sent?: unknown) {
    const value: unknown = support.configuration
      ? await this.#connection.workspace.getConfiguration('kubecompat')
      : sectionOf(sent);
    const { settings, problems } = readSettings(value);
    for (const problem of problems) this.#connection.console.warn(problem);
    session.settings = settings;
    reach.followLinks(settings.followLinks);
    session.targets.settings(settings);
    session.renderings.use(settings.helm, session.targets.folder);
    session.builds.use(settings.kustomize);
  }

  /** Renders the charts of documents; their findings are published when available. */
  async #render(session: Session, diagnostics: Diagnostics, documents: readonly TextDocument[]): Promise<void> {
    if (!session.isStarted) return;
    for (const document of documents) if (await session.renderAround(document)) diagnostics.refresh();
  }

  /** Runs background work; logs its failure. */
  #logged(work: () => unknown): void {
    const log = (error: unknown) =>
      this.#connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    new Promise((resolve) => resolve(work())).catch(log);
  }
}

/** The parts of the server. */
interface Parts {
  readonly session: Session;
  readonly diagnostics: Diagnostics;
  readonly support: ClientSupport;
  readonly folders: WorkspaceFolders;
  readonly closed: WorkspaceDiagnostics;
  readonly reach: ServerConfinement;
  readonly changes: WorkspaceChanges;
}
