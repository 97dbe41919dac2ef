import type { TextDocument } from 'vscode-languageserver-textdocument';
import { filesChanged } from '../workspace/disk/trackedFs.ts';
import { lookAtClock } from '../workspace/ground/clock.ts';
import type { FileChanges } from './closed/environment.ts';
import { isConfigFile } from './configDiagnostics.ts';
import type { Diagnostics } from './features/diagnostics.ts';
import type { WorkspaceDiagnostics } from './features/workspaceDiagnostics.ts';
import { isAdded } from './isAdded.ts';
import type { Session } from './session.ts';
import { yieldingBetween } from './yieldingBetween.ts';

/** The parts of the server that changes concern. */
export interface ChangedParts {
  readonly session: Session;
  readonly diagnostics: Diagnostics;
  readonly closed: WorkspaceDiagnostics;
  /** The open documents. */
  readonly documents: () => readonly TextDocument[];
  /** The client shows targets that may have changed. */
  readonly tellTargets: () => void;
  /** Looks at the lock file. */
  readonly lookAtLock: () => void;
  /** Renders the charts of open documents; what that changes is published later. */
  readonly render: () => void;
  /** Runs background work; logs its failure. */
  readonly logged: (work: () => unknown) => void;
}

/**
 * Takes every change to the ground, and has judged again what depends on it. What that is, the answers know themselves:
 * nothing here names a kind of file that others depend on.
 */
export class WorkspaceChanges {
  readonly #parts: ChangedParts;
  #searches = 0;
  #searching: Promise<void> = Promise.resolve();

  constructor(parts: ChangedParts) {
    this.#parts = parts;
  }

  /** Anything may have changed: judges what is shown again, as far as it depends on a change. */
  anything(): void {
    const { session, diagnostics, closed, documents, tellTargets } = this.#parts;
    lookAtClock();
    closed.look();
    if (documents().every((document) => session.isCurrent(document))) return;
    diagnostics.refresh();
    tellTargets();
  }

  /** Targets or settings have changed. */
  targets(): void {
    const { diagnostics, tellTargets, render } = this.#parts;
    this.anything();
    tellTargets();
    diagnostics.refresh();
    render();
  }

  /** Files or folders may have changed, come or gone on disk. @param paths absolute; undefined if any may have. */
  onDisk(paths: readonly string[] | undefined): void {
    filesChanged(paths);
    this.#files({ onDisk: paths, open: [] });
    if (paths?.some((path) => isConfigFile(path) || isAdded(path)) === false) this.#parts.render();
    else {
      this.#parts.lookAtLock();
      this.targets();
    }
  }

  /** Open documents have other texts. */
  open(open: FileChanges['open']): void {
    this.#files({ onDisk: [], open });
  }

  /** Files have come or gone: searches for what the files of the workspace say about each other. */
  search(): Promise<void> {
    const search = this.#search();
    this.#searching = search.catch(() => undefined);
    return search;
  }

  /** Settles when what the files say about each other is known. */
  searched(): Promise<void> {
    return this.#searching;
  }

  async #search(): Promise<void> {
    const { session, closed } = this.#parts;
    const search = ++this.#searches;
    const found = await closed.searchedFiles();
    if (found === undefined) return;
    for await (const path of yieldingBetween(found.candidates)) session.facts.read(path);
    // A later search may have overtaken this one.
    if (search !== this.#searches) return;
    session.facts.take(found);
    this.anything();
  }

  #files(changes: FileChanges): void {
    const { session, closed, logged } = this.#parts;
    session.facts.changed([...(changes.onDisk ?? []), ...changes.open.map(([path]) => path)]);
    closed.changed(changes);
    this.anything();
    if (session.facts.lacksParams) logged(() => this.search());
  }
}
