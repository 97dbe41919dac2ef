import { dirname } from 'node:path';
import type { WorkspaceEdit } from 'vscode-languageserver/node';
import type { Refreshed } from '../../cluster/cluster.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { readText } from '../../workspace/disk/readFile.ts';
import { addToConfig, type LiveConfigFile, liveConfigFile } from '../../workspace/settings/liveConfig.ts';
import { TargetSelection } from '../../workspace/settings/targetSelection.ts';
import { lineEdits } from '../lineEdits.ts';
import type { AddLiveParams, AddLiveResult, LiveContexts, LiveSummary, RefreshLiveResult } from '../protocol.ts';
import type { TargetsOfFiles } from '../targets.ts';
import { filePathOf, uriOf } from '../uris.ts';
import { describeVersions } from './targets.ts';

/** The inputs for reading clusters for an editor. */
export interface LiveInput {
  readonly targets: TargetsOfFiles;
  /** Whether the user trusts the workspace: otherwise no credentials are used and no programs run for them. */
  readonly isTrusted: boolean;
  /** The text of an open document. */
  readonly openText: (uri: string) => string | undefined;
}

/** Who waits for clusters to be read. */
export interface LiveReadState {
  /** Aborted when the request is cancelled. */
  readonly signal: AbortSignal;
  /** Receives the current step, for people. */
  readonly onProgress: (what: string) => void;
}

/** The time limit of each request to a cluster. */
const milliseconds = 15_000;

const untrusted = 'Clusters are read in trusted workspaces only; trust this one first.';

/** Answers `kubecompat/liveContexts`. */
export async function liveContexts({
  targets,
  isTrusted,
}: Pick<LiveInput, 'targets' | 'isTrusted'>): Promise<LiveContexts> {
  if (!isTrusted) return { contexts: [], problems: [untrusted] };
  const { listContexts } = await import('../../cluster/cluster.ts');
  const found = listContexts(targets.folder);
  return 'ok' in found ? { contexts: [], problems: [problemText(found)] } : { contexts: found, problems: [] };
}

/** Answers `kubecompat/addLiveTarget`: the cluster is read and copied; the edit of the configuration is the client's to make. */
export async function addLive(
  input: LiveInput,
  { context, name, uri }: AddLiveParams,
  reading: LiveReadState,
): Promise<AddLiveResult> {
  if (!input.isTrusted) return { problems: [untrusted] };
  const configFile = liveConfigFile(folderOf(input.targets, uri));
  const before = textOf(configFile, input);
  const add = (called: string, of: string) => addToConfig(before ?? '', called, of, input.targets.codes);
  const refreshed = await refresh({ ...input, ...reading }, configFile.folder, context, name, (called, of) => {
    const addition = add(called, of);
    return addition.ok ? undefined : addition;
  });
  if (!refreshed.ok) return { problems: [problemText(refreshed)] };
  const addition = add(refreshed.name, context);
  const result = { problems: [], added: summaryOf(refreshed), uri: uriOf(configFile.path) };
  return addition.ok && addition.isNew ? { ...result, edit: editOf(configFile, before ?? '', addition.text) } : result;
}

/** Answers `kubecompat/refreshLiveTargets`: every live cluster that the configuration of a document names. */
export async function refreshLive(
  input: LiveInput,
  uri: string | undefined,
  reading: LiveReadState,
): Promise<RefreshLiveResult> {
  if (!input.isTrusted) return { refreshed: [], problems: [untrusted] };
  const { catalog, codes } = input.targets;
  const selection = new TargetSelection(catalog, folderOf(input.targets, uri), codes);
  const configured = selection.configuredLive();
  const problems = selection.problems.map(problemText);
  if (problems.length === 0 && (configured?.targets.length ?? 0) === 0)
    problems.push('No live cluster is configured here.');
  const refreshed: LiveSummary[] = [];
  const reads = (configured?.targets ?? []).map(async ({ name, context }) => ({
    name,
    read: await refresh({ ...input, ...reading }, configured?.folder ?? '', context, name),
  }));
  for (const { name, read } of await Promise.all(reads)) {
    if (read.ok) refreshed.push(summaryOf(read));
    else problems.push(`${name}: ${problemText(read)}`);
  }
  return { refreshed, problems };
}

async function refresh(
  { targets, signal, onProgress }: LiveInput & LiveReadState,
  folder: string,
  context: string,
  name: string | undefined,
  refuse?: (
    name: string,
    context: string,
  ) => { readonly ok: false; readonly message: string; readonly remedy: string } | undefined,
) {
  const { refreshCluster } = await import('../../cluster/cluster.ts');
  return refreshCluster({
    folder,
    name,
    context,
    kubeconfig: undefined,
    cwd: targets.folder,
    catalog: targets.catalog,
    milliseconds,
    now: () => new Date(),
    signal,
    onProgress: (what) => onProgress(`${name ?? context}: ${what}`),
    ...(refuse === undefined ? {} : { refuse }),
  });
}

function folderOf({ folder }: TargetsOfFiles, uri: string | undefined): string {
  const path = uri === undefined ? undefined : filePathOf(uri);
  return path === undefined ? folder : dirname(path);
}

/** The configuration text in the editor or on disk; undefined if there is none yet. */
function textOf({ path, exists }: LiveConfigFile, { openText }: LiveInput): string | undefined {
  const open = openText(uriOf(path));
  if (open !== undefined || !exists) return open;
  const content = readText(path);
  return content.ok ? content.text : undefined;
}

function editOf({ path, exists }: LiveConfigFile, before: string, after: string): WorkspaceEdit {
  const uri = uriOf(path);
  const lines = new LineIndex(before);
  const edits = lineEdits(before, after).map(({ span, newText }) => ({ range: lines.range(span), newText }));
  const change = { textDocument: { uri, version: null }, edits };
  return { documentChanges: exists ? [change] : [{ kind: 'create', uri, options: { ignoreIfExists: true } }, change] };
}

function summaryOf({ name, derived: { surface, notes } }: Refreshed): LiveSummary {
  return { name, description: describeVersions(surface), notes };
}

function problemText({ message, remedy }: { readonly message: string; readonly remedy: string }): string {
  return `${message}; ${remedy}`;
}
