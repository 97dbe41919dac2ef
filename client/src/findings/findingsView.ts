import {
  commands,
  type Disposable,
  type Event,
  EventEmitter,
  l10n,
  languages,
  type Memento,
  type TreeDataProvider,
  type TreeItem,
  type TreeView,
  type ViewBadge,
  window,
} from 'vscode';
import type { ExplainedCode, FixFolderParams, FolderFix, WorkspaceState } from '../../../server/src/lsp/protocol.ts';
import { countsOf, type Finding } from './finding.ts';
import { type FindingItem, findingTree, type Group, type Grouping, groupings, type Node } from './findingTree.ts';
import { FixableFindings } from './fixableFindings.ts';
import { currentFindings } from './readFindings.ts';
import { countsText, type Titles, treeItem } from './treeItems.ts';

const stateKey = 'kubecompat.grouping';

/** Many files change their findings at once; the tree is rebuilt once for all. */
const pauseMs = 150;

/** How long findings must be unchanged before fixes are requested: not between keystrokes. */
const restMs = 1000;

/** The view's requests to the server. */
export interface FindingsRequest {
  /** Every code with its title. */
  codes(): Promise<readonly ExplainedCode[]>;
  /** The safe fixes of some files, by their URIs as the editor has them. */
  fixesOf(uris: readonly string[]): Promise<readonly FolderFix[]>;
}

/** The view of everything that is found, by finding, target, cluster or file. */
export class FindingsView implements Disposable, TreeDataProvider<Node> {
  readonly #state: Memento;
  readonly #view: TreeView<Node>;
  readonly #changed = new EventEmitter<undefined>();
  readonly #subscriptions: Disposable[];
  readonly #asked: FindingsRequest;
  readonly #fixable: FixableFindings;
  #roots: readonly Group[] = [];
  #titles: Titles | undefined;
  #workspace: WorkspaceState | undefined;
  #waiting: NodeJS.Timeout | undefined;
  #resting: NodeJS.Timeout | undefined;
  readonly onDidChangeTreeData = this.#changed.event;

  /** @param judged fires with the progress of judging the workspace. */
  constructor(state: Memento, judged: Event<WorkspaceState>, asked: FindingsRequest) {
    this.#state = state;
    this.#asked = asked;
    this.#fixable = new FixableFindings(
      (uris) => asked.fixesOf(uris),
      () => this.#soon(),
    );
    this.#view = window.createTreeView('kubecompat.findings', { treeDataProvider: this, showCollapseAll: true });
    this.#subscriptions = [
      this.#view,
      this.#changed,
      languages.onDidChangeDiagnostics(() => this.#soon()),
      this.#view.onDidChangeVisibility(() => this.#soon()),
      judged((workspace) => {
        this.#workspace = workspace;
        this.#show();
      }),
    ];
    this.#show();
  }

  getTreeItem(node: Node): TreeItem {
    const targets = new Map(this.#workspace?.targets.map(({ name, label }) => [name, label]));
    return treeItem(node, { titles: this.#titles ?? new Map(), targets });
  }

  getChildren(node?: Node): readonly Node[] & Node[] {
    const children = node === undefined ? this.#roots : node.kind === 'finding' ? [] : node.children;
    return [...children];
  }

  /** The present grouping. */
  get grouping(): Grouping {
    const kept = this.#state.get(stateKey);
    return groupings.find((grouping) => grouping === kept) ?? 'finding';
  }

  /** Groups the findings by `given`, or by the user's choice. */
  async groupBy(given: unknown): Promise<void> {
    const grouping = groupings.find((candidate) => candidate === given) ?? (await pickGrouping(this.grouping));
    if (grouping === undefined) return;
    await this.#state.update(stateKey, grouping);
    this.#show();
  }

  /** Moves the keyboard into the view. */
  async focus(): Promise<void> {
    await commands.executeCommand('kubecompat.findings.focus');
  }

  #soon(): void {
    this.#waiting ??= setTimeout(() => this.#show(), pauseMs);
  }

  #show(): void {
    clearTimeout(this.#waiting);
    clearTimeout(this.#resting);
    this.#waiting = undefined;
    const findings = currentFindings();
    const names = { everyTarget: l10n.t('Any target'), noCluster: l10n.t('No known cluster') };
    this.#roots = findingTree(findings, this.grouping, names, (finding) => this.#fixable.of(finding));
    this.#view.message = messageOf(findings, this.#workspace);
    this.#view.badge = badgeOf(findings);
    void commands.executeCommand('setContext', 'kubecompat.view', emptyState(this.#workspace));
    this.#changed.fire(undefined);
    // Titles and fixes are invisible while the view is closed, and change while files are judged.
    if (!this.#view.visible || this.#workspace === undefined || this.#workspace.judging) return;
    this.#resting = setTimeout(() => void this.#fixable.request(findings), restMs);
    if (this.#titles === undefined) void this.#readTitles();
  }

  async #readTitles(): Promise<void> {
    this.#titles = new Map();
    try {
      const codes = await this.#asked.codes();
      this.#titles = new Map(codes.map(({ code, title }) => [code, title]));
      this.#soon();
    } catch {
      // The server stopped: its codes are requested again later.
      this.#titles = undefined;
    }
  }

  dispose(): void {
    clearTimeout(this.#waiting);
    clearTimeout(this.#resting);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/** The number of errors, on the icon of the view; none without errors. */
function badgeOf(findings: readonly Finding[]): ViewBadge | undefined {
  const { error } = countsOf(findings);
  if (error === 0) return undefined;
  return { value: error, tooltip: error === 1 ? l10n.t('1 error') : l10n.t('{0} errors', error) };
}

/** How far the judging is, or how much there is. */
function messageOf(findings: readonly Finding[], workspace: WorkspaceState | undefined): string {
  const { judging = false, files = 0 } = workspace ?? {};
  if (judging) return l10n.t('Checking {0} files\u2026', files);
  const unjudged = unjudgedText(workspace);
  if (findings.length === 0) return unjudged;
  const concerned = new Set(findings.map(({ uri }) => uri)).size;
  const found = l10n.t(
    '{0} at {1}, in {2} of {3} files',
    countsText(countsOf(findings)),
    workspace?.targets.map(({ label }) => label).join(', ') ?? '',
    concerned,
    Math.max(files, concerned),
  );
  return unjudged === '' ? found : `${found}. ${unjudged}`;
}

/**
 * A note on unjudged resources, so that no findings do not look like approval. The status bar and the report have the
 * reasons. Empty if everything was judged.
 */
function unjudgedText(workspace: WorkspaceState | undefined): string {
  if (workspace === undefined || workspace.scope === 'off') return '';
  const { resources, judged, notJudged, inPart } = workspace.coverage;
  if (notJudged.length + inPart.length === 0) return '';
  const parts = inPart.reduce((sum, reasonShare) => sum + reasonShare.resources, 0);
  const checked =
    parts === 0
      ? l10n.t('{0} of {1} resources checked', judged, resources)
      : l10n.t('{0} of {1} resources checked, {2} in part', judged, resources, parts);
  return l10n.t('{0}; the report says why.', checked);
}

/** Why the view may be empty: it then shows what to do. */
function emptyState(workspace: WorkspaceState | undefined): string {
  if (workspace === undefined || workspace.judging) return 'judging';
  if (workspace.scope === 'off') return 'off';
  if (!workspace.hasFolders) return 'noFolder';
  if (workspace.scope === 'openFiles' && workspace.files === 0) return 'openFiles';
  return workspace.resources === 0 ? 'noManifests' : 'clean';
}

async function pickGrouping(current: Grouping): Promise<Grouping | undefined> {
  const labels: Readonly<Record<Grouping, string>> = {
    finding: l10n.t('Finding'),
    target: l10n.t('Target'),
    cluster: l10n.t('Cluster'),
    file: l10n.t('File'),
  };
  const items = groupings.map((grouping) => ({
    label: labels[grouping],
    description: grouping === current ? l10n.t('current') : '',
    grouping,
  }));
  return (await window.showQuickPick(items, { title: l10n.t('Group findings by') }))?.grouping;
}

/** The fixes below a node of the tree; all without a node. */
export function fixesBelow(node: unknown): FixFolderParams {
  if (isLeaf(node)) return { files: [node.finding.uri], fixes: node.fixes };
  if (!isGroup(node)) return {};
  return { files: node.files, ...(node.codes === undefined ? {} : { codes: node.codes }) };
}

/** The code that a node of the tree is about. */
export function codeBelow(node: unknown): string | undefined {
  if (isGroup(node)) return node.codes?.[0];
  const finding = typeof node === 'object' && node !== null && 'finding' in node ? node.finding : undefined;
  const code = typeof finding === 'object' && finding !== null && 'code' in finding ? finding.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

function isLeaf(value: unknown): value is FindingItem {
  return typeof value === 'object' && value !== null && 'finding' in value && 'fixes' in value;
}

function isGroup(value: unknown): value is Group {
  return typeof value === 'object' && value !== null && 'files' in value && 'children' in value;
}
