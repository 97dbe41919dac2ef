import { join } from 'node:path';
import {
  type CancellationToken,
  type Connection,
  LSPErrorCodes,
  ResponseError,
  type ResultProgressReporter,
  type WorkspaceDiagnosticParams,
  type WorkspaceDiagnosticReport,
  type WorkspaceDiagnosticReportPartialResult,
} from 'vscode-languageserver/node';
import { isEqual } from '../../text/isEqual.ts';
import { isBelow } from '../../workspace/disk/isBelow.ts';
import { sha256 } from '../../workspace/ground/sha256.ts';
import type { SearchedFiles } from '../../workspace/model/workspaceFacts.ts';
import type { BuildToRun } from '../builds/buildToRun.ts';
import type { BuildDependencies } from '../builds/kustomizationBuilds.ts';
import type { ClientSupport } from '../clientSupport.ts';
import { ClosedFiles, type Progress } from '../closed/closedFiles.ts';
import type { Environment, FileChanges } from '../closed/environment.ts';
import { methods, type WorkspaceState } from '../protocol.ts';
import type { Session } from '../session.ts';
import { filePathOf, uriOf } from '../uris.ts';
import type { WorkspaceFolders } from '../workspaceFolders.ts';
import { JudgingProgress } from './judgingProgress.ts';
import { type PublishedFile, PublishedState } from './publishedState.ts';
import { summaries } from './targets.ts';

/**
 * Diagnostics of files that are not open: streamed into `workspace/diagnostic` if the client pulls, otherwise
 * published. The client's setting and requests of its user decide which files.
 */
export class WorkspaceDiagnostics {
  readonly #connection: Connection;
  readonly #session: Session;
  readonly #support: ClientSupport;
  readonly #folders: WorkspaceFolders;
  readonly #openText: (uri: string) => string | undefined;
  readonly #files: ClosedFiles;
  readonly #progress: JudgingProgress;
  /** Folders that are judged although the setting only covers open files. */
  readonly #asked = new Set<string>();
  /** The listeners, and the diagnostics they have. */
  readonly #listening = new Set<PublishedState>();
  readonly #waiting = new Set<() => void>();
  #excluded: readonly string[] = [];
  #isJudging = false;
  /** Whether the workspace was judged once, so that an unknown file does not exist. */
  #isSettled = false;
  #isStarted = false;
  #environment: Environment | undefined;

  constructor(
    connection: Connection,
    session: Session,
    support: ClientSupport,
    folders: WorkspaceFolders,
    openText: (uri: string) => string | undefined,
  ) {
    this.#connection = connection;
    this.#session = session;
    this.#support = support;
    this.#folders = folders;
    this.#openText = openText;
    this.#progress = new JudgingProgress(connection, support, () => this.#files.cancel());
    this.#files = new ClosedFiles(
      {
        changed: (paths) => this.#tell(paths.map(uriOf)),
        progressed: (progress) => this.#progressed(progress),
        builtOf: (path) => session.builds.of(path),
        lost: (paths) => connection.console.error(`could not be checked in the background: ${paths.join(', ')}`),
      },
      (path) => !support.pullsDiagnostics && openText(uriOf(path)) !== undefined,
    );
    if (!support.pullsDiagnostics) {
      const send = ({ uri, items }: PublishedFile) => void connection.sendDiagnostics({ uri, diagnostics: [...items] });
      this.#listening.add(new PublishedState([], (reports) => reports.forEach(send)));
    }
  }

  /** The settings are known: judging begins. */
  start(excluded: readonly string[]): void {
    this.#isStarted = true;
    this.#excluded = excluded;
    this.#isJudging = true;
    this.look();
    this.search();
  }

  /** The editor has other settings now, and hides other files. */
  settingsChanged(excluded: readonly string[]): void {
    this.#excluded = excluded;
    this.look();
    this.search();
  }

  /** Call when files have changed. */
  changed(changes: FileChanges): void {
    this.#files.changed(changes);
    const changed = [...(changes.onDisk ?? []), ...changes.open.map(([path]) => path)];
    if (changes.onDisk !== undefined) this.#session.builds.changed(changes.onDisk);
    this.look(changed);
  }

  /**
   * Call when anything may have changed: judges the files again that it affects.
   *
   * @param first the files that changed themselves, absolute.
   */
  look(first: readonly string[] = []): void {
    if (!this.#isStarted) return;
    const environment = this.#environmentNow();
    if (!isEqual(this.#environment, environment)) {
      this.#environment = environment;
      this.#files.use(environment);
      this.#session.builds.restart();
    }
    const failed = (error: unknown) => this.#connection.console.error(`the workspace could not be checked: ${error}`);
    this.#files.look(first).catch(failed);
  }

  /** Whether files are still being checked. */
  get isJudging(): boolean {
    return this.#isStarted && !this.#files.isIdle;
  }

  /** All files of the workspace, and those that others depend on, also where they are not judged. */
  searchedFiles(): Promise<SearchedFiles | undefined> {
    const { targets } = this.#session;
    return this.#files.define({ folders: this.#folders.paths, cwd: targets.folder, excluded: [] });
  }

  /** Call when the build results of these files may have changed. */
  rebuilt(paths: readonly string[]): void {
    const built = new Set(paths);
    this.#files.again((path) => built.has(path));
  }

  /** The dependencies of kustomization builds. */
  buildGround(openPaths: () => ReadonlySet<string>): Omit<BuildDependencies, 'changed' | 'unavailable'> {
    const search = () => ({ folders: this.#folders.paths, cwd: this.#session.targets.folder, excluded: [] });
    return {
      buildsToRun: () => this.#files.buildsToRun(search()),
      judge: (built) => this.#files.judgeBuild(built),
      shows: (build) => this.#shows(build, openPaths()),
      isVirtual: () => this.#folders.isVirtual,
    };
  }

  #shows({ path, reads }: BuildToRun, open: ReadonlySet<string>): boolean {
    if (this.#session.settings.workspaceDiagnostics === 'off') return false;
    return this.#judged().some((folder) => isBelow(path, folder)) || reads.some((read) => open.has(read));
  }

  /** Call when files were created or deleted. */
  search(): void {
    if (!this.#isStarted) return;
    this.#session.builds.search();
    const { cwd, folders } = { cwd: this.#session.targets.folder, folders: this.#judged() };
    this.#files.search({ folders, cwd, excluded: this.#excluded }).catch((error: unknown) => {
      this.#connection.console.error(`the workspace could not be searched: ${error}`);
    });
  }

  /** Call when a document is closed: the file on disk counts from now on, and is published again. */
  closed(uri: string): void {
    for (const publishedState of this.#listening) publishedState.forget(uri);
    const path = filePathOf(uri);
    if (path !== undefined && this.#files.has(path)) this.look([path]);
    else this.#tell([uri]);
  }

  /** The diagnostics of a file that is not open. */
  of(uri: string): PublishedFile {
    const path = filePathOf(uri);
    const outcome = path === undefined ? undefined : this.#files.outcome(path);
    return { uri, items: outcome?.diagnostics ?? [], resultId: outcome?.resultId ?? 'none' };
  }

  /**
   * Answers `workspace/diagnostic`: streams results while the client listens; a client without partial results gets an
   * answer once there is something new and all is judged.
   */
  async pull(
    { previousResultIds }: WorkspaceDiagnosticParams,
    token: CancellationToken,
    stream: ResultProgressReporter<WorkspaceDiagnosticReportPartialResult> | undefined,
  ): Promise<WorkspaceDiagnosticReport> {
    const reports: PublishedFile[] = [];
    const publishedState = new PublishedState(previousResultIds, (news) => {
      if (stream === undefined) reports.push(...news);
      else stream.report({ items: news.map(fullReport) });
    });
    this.#listening.add(publishedState);
    let unsure = previousResultIds.map(({ uri }) => uri);
    try {
      this.#tellOne(publishedState, this.#files.paths.map(uriOf));
      while (!token.isCancellationRequested) {
        if (this.#isSettled) {
          this.#tellOne(publishedState, unsure);
          unsure = [];
        }
        if (stream === undefined && reports.length > 0 && !this.#isJudging) break;
        await this.#next(token);
      }
    } finally {
      this.#listening.delete(publishedState);
    }
    if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
    return { items: reports.map(fullReport) };
  }

  /** Answers `kubecompat/checkFolder`: judges a folder, or everything, now, regardless of the setting. */
  async check(uri: string | undefined, token: CancellationToken): Promise<WorkspaceState> {
    if (this.#session.settings.workspaceDiagnostics === 'off') {
      throw new ResponseError(LSPErrorCodes.RequestFailed, 'Findings are turned off: kubecompat.workspaceDiagnostics.');
    }
    const folder = uri === undefined ? undefined : filePathOf(uri);
    const folders = folder === undefined ? this.#folders.paths : [folder];
    for (const item of folders) this.#asked.add(item);
    this.#isJudging = true;
    this.look();
    this.search();
    while (this.#isJudging && !token.isCancellationRequested) await this.#next(token);
    if (token.isCancellationRequested) this.#files.cancel();
    return this.#state();
  }

  /** Ends all work. */
  stop(): void {
    this.#session.builds.stop();
    this.#files.stop();
  }

  #judged(): readonly string[] {
    const { workspaceDiagnostics } = this.#session.settings;
    if (workspaceDiagnostics === 'off') return [];
    return [...new Set(workspaceDiagnostics === 'workspace' ? [...this.#folders.paths, ...this.#asked] : this.#asked)];
  }

  #environmentNow(): Environment {
    const { targets, facts, renderings } = this.#session;
    const { explainScheme } = this.#support.options;
    const known = {
      definitions: facts.definitionFiles(),
      installations: facts.installations(),
      deliveries: facts.deliveries(),
    };
    return { folder: targets.folder, ...targets.given, ...known, isTrusted: renderings.isTrusted, explainScheme };
  }

  #tell(uris: readonly string[]): void {
    for (const publishedState of this.#listening) this.#tellOne(publishedState, uris);
    if (!this.#isJudging) this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }

  #tellOne(publishedState: PublishedState, uris: readonly string[]): void {
    publishedState.publish(uris.filter((uri) => !this.#isEdited(uri)).map((uri) => this.of(uri)));
  }

  /**
   * Whether the file on disk is superseded by an open document. A client that pulls knows which documents it shows: it
   * keeps hidden documents open, and uses these results for them. Unsaved text is not on disk.
   */
  #isEdited(uri: string): boolean {
    const text = this.#openText(uri);
    if (text === undefined || !this.#support.pullsDiagnostics) return text !== undefined;
    const path = filePathOf(uri);
    const known = path === undefined ? undefined : this.#files.digest(path);
    return known !== undefined && known !== sha256(text);
  }

  #progressed(progress: Progress): void {
    const isJudging = !this.#files.isIdle;
    const changed = isJudging !== this.#isJudging || !isJudging;
    this.#isJudging = isJudging;
    if (!isJudging) this.#isSettled = true;
    this.#progress.show(progress, isJudging);
    if (changed && this.#support.options.watchesWorkspace === true) {
      void this.#connection.sendNotification(methods.workspaceState, this.#state());
    }
    if (!isJudging) this.#wake();
  }

  #state(): WorkspaceState {
    const { targets } = this.#session;
    const { surfaces, decidedBy } = targets.ofPath(join(targets.folder, 'untitled.yaml'));
    return {
      scope: this.#session.settings.workspaceDiagnostics,
      targets: summaries(targets, surfaces),
      decidedBy,
      hasFolders: this.#folders.paths.length > 0,
      judging: this.#isJudging,
      ...this.#files.counts,
    };
  }

  /** Settles when there may be news and all is judged, or when the client waits no longer. */
  #next(token: CancellationToken): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiting.delete(wake);
        cancelled.dispose();
        resolve();
      };
      const cancelled = token.onCancellationRequested(wake);
      this.#waiting.add(wake);
    });
  }
}

function fullReport({ uri, items, resultId }: PublishedFile): WorkspaceDiagnosticReport['items'][number] {
  return { kind: 'full', uri, version: null, resultId, items: [...items] };
}
