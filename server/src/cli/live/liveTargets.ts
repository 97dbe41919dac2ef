import { relative } from 'node:path';
import type { ApiSurface } from '../../catalog/surface.ts';
import { checkCodes } from '../../checks/checkCodes.ts';
import type { Refreshed, RefreshRequest } from '../../cluster/cluster.ts';
import { outdatedApiUses } from '../../live/apiUse.ts';
import { deriveTarget } from '../../live/deriveTarget.ts';
import { compareWithCatalogue } from '../../live/difference.ts';
import { outdatedApis } from '../../live/outdatedApis.ts';
import type { LiveSnapshot } from '../../live/snapshot.ts';
import { type ReportedSurface, reportTarget } from '../../report/buildReport.ts';
import { describeTarget } from '../../report/describeTarget.ts';
import { targetNotes } from '../../report/textSummary.ts';
import { printable } from '../../text/displayWidth.ts';
import { readText } from '../../workspace/disk/readFile.ts';
import { addToConfig, liveConfigFile, writeConfig } from '../../workspace/settings/liveConfig.ts';
import type { TargetSelection } from '../../workspace/settings/targetSelection.ts';
import { readCatalog } from '../../workspace/shipped/catalogFile.ts';
import { exitCode } from '../command.ts';
import { isOn, lastValue, type ParsedArguments, type ReadClusters, UsageError, valuesOf } from '../flags/arguments.ts';
import { accessFlags, contextFlag } from '../flags/contextFlags.ts';
import { targetFlags } from '../flags/targetFlags.ts';
import { wantsJson } from '../output/output.ts';
import type { Terminal } from '../output/terminal.ts';
import { oneReportedTarget, reportSettingProblems, selectTargets } from '../runs/judging.ts';
import { accessOf, namespaceOf } from './access.ts';
import { readAuditLogs } from './auditLogs.ts';
import { liveDiffJson, liveDiffText } from './liveDiff.ts';
import { storedJson, storedText } from './liveStored.ts';
import { scanLive } from './scanLive.ts';
import { manifestsBelow } from './storedManifests.ts';
import { storedReleases } from './storedReleases.ts';

/** `targets add live`: reads a cluster and writes it into the configuration. */
export async function addLive(parsed: ParsedArguments, terminal: Terminal): Promise<number> {
  const configFile = liveConfigFile(terminal.cwd);
  const content = configFile.exists ? readText(configFile.path) : undefined;
  const file = relative(terminal.cwd, configFile.path);
  if (content?.ok === false) {
    terminal.problem(`${file} ${content.message}`, content.remedy);
    return exitCode.usage;
  }
  const text = content?.text ?? '';
  const add = (name: string, context: string) => addToConfig(text, name, context, new Set(checkCodes.keys()));
  const refreshed = await refresh(
    {
      ...accessOf(parsed, terminal, configFile.folder),
      context: lastValue(parsed, 'context'),
      name: lastValue(parsed, 'name'),
      refuse: (name, context) => {
        const addition = add(name, context);
        return addition.ok ? undefined : { ...addition, message: `${file}: ${addition.message}` };
      },
    },
    terminal,
  );
  if (refreshed === undefined) return exitCode.usage;
  const { name, snapshot } = refreshed;
  const addition = add(name, snapshot.context);
  const unwritten = addition.ok && addition.isNew ? writeConfig(configFile, addition.text) : undefined;
  if (unwritten !== undefined) {
    terminal.problem(`${file} ${unwritten.message}`, unwritten.remedy);
    return exitCode.usage;
  }
  printTarget(refreshed, terminal);
  terminal.out([`  ${file} has the target ${name}; check against it with --target=${name}\n`]);
  return exitCode.fine;
}

/** `targets refresh`: reads the configured clusters again, all or named ones. */
export async function refreshLive(
  names: readonly string[],
  parsed: ParsedArguments,
  terminal: Terminal,
): Promise<number> {
  const selection = selectTargets(parsed, terminal, []);
  const configured = selection.configuredLive();
  if (reportSettingProblems(selection.problems, terminal)) return exitCode.usage;
  const live = configured?.targets ?? [];
  const unknown = names.find((name) => live.every((liveTarget) => liveTarget.name !== name));
  if (configured === undefined || live.length === 0 || unknown !== undefined) {
    const known = live.map(({ name }) => name).join(', ');
    throw new UsageError(
      unknown === undefined
        ? 'no live cluster is configured here'
        : `${unknown} is not a live cluster of the configuration`,
      known === '' ? 'add one: kubecompat targets add live --context=NAME' : `the live clusters are ${known}`,
    );
  }
  let failed = false;
  for (const { name, context } of live.filter((liveTarget) => names.length === 0 || names.includes(liveTarget.name))) {
    const request = { ...accessOf(parsed, terminal, configured.folder), name, context };
    const refreshed = await refresh(request, terminal);
    if (refreshed === undefined) failed = true;
    else printTarget(refreshed, terminal);
  }
  return failed ? exitCode.usage : exitCode.fine;
}

/** `targets diff`: compares a live cluster, as last read, with the catalogue's expectation for its versions. */
export function diffLive(name: string | undefined, parsed: ParsedArguments, terminal: Terminal): number {
  const live = oneLive(name, 'diff', terminal);
  if (live === undefined) return exitCode.usage;
  const { reported, snapshot } = live;
  const catalog = readCatalog();
  const derivation = deriveTarget(reported.surface.name, snapshot, catalog);
  if (!derivation.ok) return exitCode.usage;
  const diff = { reported, snapshot, difference: compareWithCatalogue(snapshot, derivation.derived, catalog) };
  terminal.out([wantsJson(parsed) ? liveDiffJson(diff) : liveDiffText(diff, terminal.style)]);
  return exitCode.fine;
}

/** `targets stored`: lists the objects of a live cluster written in a deprecated or removed version. */
export async function storedLive(
  operands: readonly string[],
  parsed: ParsedArguments,
  terminal: Terminal,
): Promise<number> {
  const asked = lastValue(parsed, 'context');
  const [name, ...paths] = asked === undefined ? operands : [`context=${asked}`, ...operands];
  const live = oneLive(name, 'stored', terminal, parsed.clusters);
  if (live === undefined) return exitCode.usage;
  const { surface } = live.reported;
  const judge = judgeOf(parsed, terminal, surface);
  if (judge === undefined) return exitCode.usage;
  const { context } = live.snapshot;
  const scanned = await scanLive({ surface, judge, context, folder: live.folder }, parsed, terminal);
  if (scanned === undefined) return exitCode.usage;
  const manifests = manifestsBelow(paths, terminal.cwd);
  const isFound = manifests.problems.every(({ missing }) => !missing);
  for (const { file: path, message, remedy } of manifests.problems) terminal.problem(`${path} ${message}`, remedy);
  const access = { ...accessOf(parsed, terminal, live.folder), context, namespace: namespaceOf(parsed) };
  const cluster = isOn(parsed, 'releases') ? access : undefined;
  const found = await storedReleases(
    { files: manifests.releaseFiles, selection: live.selection, surface: judge, cluster },
    terminal,
  );
  if (found === undefined) return exitCode.usage;
  const releases = found.releases.map(({ revision, judged }) => ({ ...revision, objects: judged.outdated }));
  const { summary: audited, isWhole } = await readAuditLogs(valuesOf(parsed, 'audit-log'), terminal);
  const requests = outdatedApiUses(live.snapshot.requested, audited.uses, judge);
  const objects = scanned.flatMap(({ outdated }) => outdated);
  const apis = outdatedApis({ manifests: manifests.all, objects, releases, requests }, judge);
  const showsLabels = isOn(parsed, 'show-labels');
  const scan = {
    surface: judge,
    context,
    results: scanned,
    manifests,
    apis,
    unread: found.unread,
    showsLabels,
  };
  terminal.out([wantsJson(parsed) ? storedJson(scan) : storedText(scan, terminal.style)]);
  return isWhole && isFound ? exitCode.fine : exitCode.usage;
}

/** Flags of targets that say how to reach a cluster, not which target it is. */
const accessNames: ReadonlySet<string> = new Set(accessFlags.map(({ name }) => name));
const targetNames: ReadonlySet<string> = new Set(
  targetFlags.map(({ name }) => name).filter((name) => name !== contextFlag.name && !accessNames.has(name)),
);

/** The target that judges a live cluster: that of the command line, or the cluster itself. */
function judgeOf(parsed: ParsedArguments, terminal: Terminal, surface: ApiSurface): ApiSurface | undefined {
  const flags = parsed.flags.filter(({ name }) => targetNames.has(name));
  if (flags.length === 0) return surface;
  return oneReportedTarget({ ...parsed, positionals: [], flags }, terminal)?.surface;
}

interface OneLive {
  readonly selection: TargetSelection;
  readonly reported: ReportedSurface;
  readonly snapshot: LiveSnapshot;
  /** That of the configuration. */
  readonly folder: string;
}

/** The live target of a name; undefined, after reporting, if it is unusable. */
function oneLive(
  name: string | undefined,
  verb: string,
  terminal: Terminal,
  clusters?: ReadClusters,
): OneLive | undefined {
  if (name === undefined) {
    throw new UsageError(`targets ${verb} needs a live target`, `write: kubecompat targets ${verb} NAME`);
  }
  const asked = { positionals: [], flags: [{ name: 'target', value: name }], ...(clusters && { clusters }) };
  const selection = selectTargets(asked, terminal, []);
  const surfaces = new Set(selection.all());
  reportSettingProblems(selection.problems, terminal);
  const reported = selection.targets.find(({ surface }) => surfaces.has(surface));
  if (reported === undefined || selection.problems.length > 0) return undefined;
  const snapshot = selection.snapshot(reported.surface.name);
  if (snapshot === undefined) {
    throw new UsageError(`${name} is not a live cluster`, 'add one: kubecompat targets add live --context=NAME');
  }
  return { selection, reported, snapshot, folder: selection.configuredLive()?.folder ?? terminal.cwd };
}

/** Reads a cluster; undefined, after reporting, if that fails. */
async function refresh(request: RefreshRequest, terminal: Terminal): Promise<Refreshed | undefined> {
  const { refreshCluster } = await import('../../cluster/cluster.ts');
  const context = request.context ?? 'the current context';
  terminal.status?.(`reading ${context} ...`);
  const onProgress = (what: string) => terminal.status?.(`reading ${context}: ${what} ...`);
  const refreshed = await refreshCluster({ ...request, onProgress });
  terminal.status?.('');
  if (refreshed.ok) return refreshed;
  const target = request.name ?? request.context;
  terminal.problem(`${target === undefined ? '' : `${target}: `}${refreshed.message}`, refreshed.remedy);
  return undefined;
}

function printTarget({ derived, snapshot }: Refreshed, { out, style }: Terminal): void {
  const { surface, notes } = derived;
  const source = printable(`context ${snapshot.context}, ${snapshot.version.gitVersion} at ${snapshot.server}`);
  const target = reportTarget({ surface, source, notes });
  out([`${style('strong', describeTarget(target))} ${style('quiet', `(${source})`)}\n`]);
  for (const line of targetNotes(target, style)) out([`${line}\n`]);
}
