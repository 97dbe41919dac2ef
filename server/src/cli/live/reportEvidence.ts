import { resolve } from 'node:path';
import type { ApiSurface } from '../../catalog/surface.ts';
import { mayStoreHelmRelease } from '../../embedded/helmReleases.ts';
import { outdatedApiUses } from '../../live/apiUse.ts';
import { outdatedApis } from '../../live/outdatedApis.ts';
import type { LiveSnapshot } from '../../live/snapshot.ts';
import { entriesByFile } from '../../report/reportEntries.ts';
import type { ReportEvidence, WorkspaceReport } from '../../report/workspaceReport.ts';
import type { FoundFile } from '../../workspace/disk/discover.ts';
import { readText } from '../../workspace/disk/readFile.ts';
import { type FlagSpec, isOn, type ParsedArguments, UsageError, valuesOf } from '../flags/arguments.ts';
import type { Terminal } from '../output/terminal.ts';
import type { RunToComplete } from '../runs/judging.ts';
import { accessOf, namespaceOf } from './access.ts';
import { type ReadAuditLogs, readAuditLogs } from './auditLogs.ts';
import { type ReadEvidence, reportOutdatedApi } from './reportedApis.ts';
import { scanLive } from './scanLive.ts';
import { storedReleases } from './storedReleases.ts';

/** The flags of reports that say what else is read of the use of APIs. */
export const evidenceFlags: readonly FlagSpec[] = [
  {
    name: 'audit-log',
    value: 'FILE',
    help: 'an audit log of kube-apiserver (JSON), or a folder of them: which clients use deprecated or removed APIs; may be repeated',
  },
  {
    name: 'stored',
    help: 'also the objects of live targets that were written in deprecated or removed APIs (only their metadata)',
  },
  { name: 'releases', help: 'also the Helm releases of live targets (their Secrets and ConfigMaps of Helm)' },
];

/** The evidence, and whether everything was read. */
export interface GatheredEvidence {
  readonly evidence: readonly ReportEvidence[];
  readonly isWhole: boolean;
}

/** Whether the flags ask for evidence. Throws a UsageError if they do so for a part of a run. */
export function asksForEvidence(parsed: ParsedArguments): boolean {
  const flag = parsed.flags.find(({ name }) => evidenceFlags.some((evidenceFlag) => evidenceFlag.name === name));
  const other = parsed.flags.find(({ name }) => name === 'fleet' || name === 'shard');
  if (flag !== undefined && other !== undefined) {
    const remedy = `run the report without --${other.name} for the evidence`;
    throw new UsageError(`--${flag.name} and --${other.name} exclude each other`, remedy);
  }
  return flag !== undefined;
}

/** A cluster that is read, or only logs and files. */
interface Observed {
  readonly live: { readonly surface: ApiSurface; readonly snapshot: LiveSnapshot } | undefined;
  readonly logs: ReadAuditLogs | undefined;
}

/**
 * Joins, for each target, what the manifests of a report hold, what the live clusters among the targets hold, and what
 * clients ask for. Audit logs count for the live cluster if there is one, otherwise for themselves.
 */
export async function gatherEvidence(
  run: RunToComplete,
  parsed: ParsedArguments,
  terminal: Terminal,
): Promise<GatheredEvidence> {
  const surfaces = run.selection.targets
    .map(({ surface }) => surface)
    .filter(({ name }) => run.report.targets.some((target) => target.name === name));
  const live = surfaces.flatMap((surface) => {
    const snapshot = run.selection.snapshot(surface.name);
    return snapshot === undefined ? [] : [{ surface, snapshot }];
  });
  const asksCluster = isOn(parsed, 'stored') || isOn(parsed, 'releases');
  if (asksCluster && live.length === 0) {
    throw new UsageError('no target of the report is a live cluster', 'add one with --context=NAME');
  }
  const paths = valuesOf(parsed, 'audit-log');
  const logs = paths.length === 0 ? undefined : await readAuditLogs(paths, terminal);
  const [only, ...others] = live;
  const observed: readonly Observed[] =
    only !== undefined && others.length === 0
      ? [{ live: only, logs }]
      : [
          ...live.map((each): Observed => ({ live: each, logs: undefined })),
          ...(logs === undefined ? [] : [{ live: undefined, logs }]),
        ];
  const files = filesWithReleases(run.found, terminal.cwd);
  const evidence: ReportEvidence[] = [];
  let isWhole = logs?.isWhole !== false;
  for (const { live: cluster, logs: logsOfIt } of observed) {
    // A cluster is judged as it is, and by the targets that it may become.
    const judges = surfaces.filter(
      (surface) => surface === cluster?.surface || live.every((each) => each.surface !== surface),
    );
    for (const judge of judges) {
      const part = await evidenceAt(judge, { live: cluster, logs: logsOfIt }, { run, files }, parsed, terminal);
      if (part === undefined) isWhole = false;
      else evidence.push(part);
    }
  }
  return { evidence, isWhole };
}

async function evidenceAt(
  judge: ApiSurface,
  { live, logs }: Observed,
  { run, files }: { readonly run: RunToComplete; readonly files: readonly FoundFile[] },
  parsed: ParsedArguments,
  terminal: Terminal,
): Promise<ReportEvidence | undefined> {
  const folder = run.selection.configuredLive()?.folder ?? terminal.cwd;
  const context = live?.snapshot.context;
  const scanned =
    live === undefined || context === undefined || !isOn(parsed, 'stored')
      ? []
      : await scanLive({ surface: live.surface, judge, context, folder }, parsed, terminal);
  if (scanned === undefined) return undefined;
  const cluster =
    context === undefined || !isOn(parsed, 'releases')
      ? undefined
      : { ...accessOf(parsed, terminal, folder), context, namespace: namespaceOf(parsed) };
  const found = await storedReleases({ files, selection: run.selection, surface: judge, cluster }, terminal);
  if (found === undefined) return undefined;
  const releases = found.releases.map(({ revision, judged }) => ({ ...revision, objects: judged.outdated }));
  const requests = outdatedApiUses(live?.snapshot.requested ?? [], logs?.summary.uses ?? [], judge);
  const objects = scanned.flatMap(({ outdated }) => outdated);
  const apis = outdatedApis({ manifests: manifestsAt(judge.name, run.report), objects, releases, requests }, judge);
  const read: ReadEvidence = {
    objects: live !== undefined && isOn(parsed, 'stored'),
    metric: live !== undefined,
    auditLogs: logs !== undefined,
  };
  const unscanned = scanned.flatMap(({ resource: { resource, group }, incomplete }) => {
    const name = group === '' ? resource : `${resource}.${group}`;
    const remedy = 'fix what the server reports, and run the report again';
    return incomplete === undefined ? [] : [{ message: `not all ${name} were scanned: ${incomplete}`, remedy }];
  });
  return {
    target: judge.name,
    cluster: context ?? null,
    apis: apis.map((api) => reportOutdatedApi(api, read)),
    unread: [...unscanned, ...found.unread.map(({ message, remedy }) => ({ message, remedy }))],
  };
}

/** The objects of manifests at a target, read file by file; not those inside of others, such as of Helm releases. */
function* manifestsAt(target: string, report: WorkspaceReport) {
  for (const { resources } of entriesByFile(report)) {
    for (const { apiVersion, kind, item, targets } of resources) {
      const isWritten = item === undefined || item.startsWith('items[');
      if (isWritten && targets[target] !== undefined) yield { apiVersion, kind };
    }
  }
}

function filesWithReleases(found: readonly string[], cwd: string): readonly FoundFile[] {
  return found.flatMap((file) => {
    const path = resolve(cwd, file);
    const content = readText(path);
    return content.ok && mayStoreHelmRelease(content.text) ? [{ path, file }] : [];
  });
}
