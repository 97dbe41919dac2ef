import { join, resolve } from 'node:path';
import type { ApiSurface } from '../../catalog/surface.ts';
import type { ClusterReleases } from '../../cluster/releases.ts';
import { nextRevision } from '../../releases/nextRevision.ts';
import { today } from '../../workspace/ground/clock.ts';
import { withTargetCrds } from '../../workspace/settings/targetCrds.ts';
import { exitCode } from '../command.ts';
import { isOn, lastValue, type ParsedArguments, UsageError } from '../flags/arguments.ts';
import { wantsJson } from '../output/output.ts';
import type { Terminal } from '../output/terminal.ts';
import { FilesOfRun } from '../runs/filesOfRun.ts';
import { oneReportedTarget, selectTargets } from '../runs/judging.ts';
import { accessOf, namespaceOf } from './access.ts';
import { withClusters } from './clustersOfRun.ts';
import {
  type FoundRelease,
  type FoundReleases,
  notServedObjects,
  releasesOfCluster,
  releasesOfFiles,
  type UnreadRelease,
} from './foundReleases.ts';
import { lockedBy, releasesJson, releasesText } from './releasesOutput.ts';

/**
 * `targets releases`: lists the Helm releases whose next upgrade fails at a target that does not serve their stored
 * objects; from files, or from a cluster, where `--write` rewrites them.
 */
export async function helmReleases(
  paths: readonly string[],
  parsed: ParsedArguments,
  terminal: Terminal,
): Promise<number> {
  const isWriting = isOn(parsed, 'write');
  const dropsEnded = isOn(parsed, 'drop-ended');
  const backup = lastValue(parsed, 'backup');
  if (backup !== undefined && !isWriting) throw new UsageError('--backup needs --write', 'add --write');
  // The context of the releases is no target.
  const flags = parsed.flags.filter(({ name }) => name !== 'context');
  const asked = { ...parsed, flags };
  const target = oneReportedTarget(asked, terminal);
  if (target === undefined) return exitCode.usage;
  const { snapshot } = target;
  const named = paths.length === 0 ? lastValue(parsed, 'context') : undefined;
  if (named !== undefined && named !== snapshot?.context && parsed.clusters?.has(named) !== true) {
    return withClusters([named], parsed, terminal, ({ clusters = new Map() }) =>
      helmReleases(paths, { ...parsed, clusters: new Map([...(parsed.clusters ?? []), ...clusters]) }, terminal),
    );
  }
  const surface = named === undefined ? target.surface : withDefinitionsOf(named, target.surface, parsed, terminal);
  const selection = selectTargets(asked, terminal, paths);
  const run = new FilesOfRun({ paths: paths.length === 0 ? ['-'] : paths, selection, today: today() }, terminal);
  if (paths.length > 0) {
    const flag = ['context', 'namespace', 'write', 'name'].find((name) => lastValue(parsed, name) !== undefined);
    if (flag !== undefined) {
      throw new UsageError(`--${flag} is for clusters, not for files`, 'leave out the files, or the flag');
    }
    let exit: number = exitCode.fine;
    const files = run.each(
      (message, remedy, code) => {
        terminal.problem(message, remedy);
        exit = Math.max(exit, code);
      },
      [surface],
    );
    const found = releasesOfFiles(files, dropsEnded);
    printReleases({ target: surface.name, context: undefined, found, parsed, terminal });
    return exit === exitCode.fine && found.unread.length > 0 ? exitCode.notJudged : exit;
  }
  const inputs = run.workspace.inputsOf(join(terminal.cwd, 'release.yaml'), [surface]);
  if (inputs === undefined) return exitCode.usage;
  const { openClusterReleases } = await import('../../cluster/cluster.ts');
  const cluster = await openClusterReleases({
    ...accessOf(parsed, terminal, terminal.cwd),
    context: lastValue(parsed, 'context') ?? snapshot?.context,
    namespace: namespaceOf(parsed),
  });
  if (!cluster.ok) {
    terminal.problem(cluster.message, cluster.remedy);
    return exitCode.usage;
  }
  const found = await releasesOfCluster(cluster, lastValue(parsed, 'name'), { inputs, dropsEnded }, (name) =>
    terminal.status?.(`reading ${name} ...`),
  );
  terminal.status?.('');
  const { context } = cluster;
  if (!isWriting) {
    printReleases({ target: surface.name, context, found, parsed, terminal });
    return found.unread.length > 0 ? exitCode.notJudged : exitCode.fine;
  }
  const folder = backup === undefined ? undefined : resolve(terminal.cwd, backup);
  const outcome = await rewrite(found.releases, { cluster, target: surface.name, folder });
  printReleases({ target: surface.name, context, found, parsed, terminal, ...outcome });
  if (outcome.refused.size > 0) return exitCode.findings;
  return found.unread.length > 0 ? exitCode.notJudged : exitCode.fine;
}

/** A target with the CustomResourceDefinitions of a cluster that was read for this run. */
function withDefinitionsOf(
  context: string,
  surface: ApiSurface,
  parsed: ParsedArguments,
  terminal: Terminal,
): ApiSurface {
  const { clusters } = parsed;
  if (clusters?.has(context) !== true) return surface;
  const flags = [{ name: 'target', value: `context=${context}` }];
  const live = oneReportedTarget({ positionals: [], flags, clusters }, terminal)?.surface.target.crds?.live;
  if (live === undefined) return surface;
  const { target } = surface;
  return withTargetCrds({ ...surface, target: { ...target, crds: { sets: [], paths: [], ...target.crds, live } } });
}

interface Rewritten {
  readonly written: ReadonlyMap<FoundRelease, number>;
  readonly refused: ReadonlyMap<FoundRelease, UnreadRelease>;
}

interface ReleasesOutput extends Partial<Rewritten> {
  readonly target: string;
  readonly context: string | undefined;
  readonly found: FoundReleases;
  readonly parsed: ParsedArguments;
  readonly terminal: Terminal;
}

function printReleases({
  target,
  context,
  found,
  parsed,
  terminal,
  written,
  refused = new Map(),
}: ReleasesOutput): void {
  const report = { target, context, ...found, written, refused };
  terminal.out([wantsJson(parsed) ? releasesJson(report) : releasesText(report, terminal.style)]);
}

interface RewriteRequest {
  readonly cluster: ClusterReleases;
  readonly target: string;
  /** The folder for backups of revisions; undefined if not requested. */
  readonly folder: string | undefined;
}

/** Rewrites what the target does not serve, release by release; one refusal does not stop the others. */
async function rewrite(releases: readonly FoundRelease[], request: RewriteRequest): Promise<Rewritten> {
  const written = new Map<FoundRelease, number>();
  const refused = new Map<FoundRelease, UnreadRelease>();
  for (const release of releases) {
    if (notServedObjects(release).length === 0) continue;
    const refusal = await rewriteOne(release, request);
    if (refusal === undefined) written.set(release, release.newest + 1);
    else refused.set(release, refusal);
  }
  return { written, refused };
}

async function rewriteOne(
  release: FoundRelease,
  { cluster, target, folder }: RewriteRequest,
): Promise<UnreadRelease | undefined> {
  const { holder, locked, judged, newest, revision } = release;
  if (locked !== undefined) {
    return { message: lockedBy(locked), remedy: 'wait for it; end an interrupted operation with helm rollback' };
  }
  if (holder === undefined || judged.rewritten === undefined) {
    const canDrop = notServedObjects(release).some(({ hasEnded, isDropped }) => hasEnded && !isDropped);
    return {
      message: 'not all of its objects can be rewritten',
      remedy: canDrop
        ? '--drop-ended removes objects of kinds without a served version from the release'
        : 'uninstall it, or edit the other objects by hand',
    };
  }
  for (const { to, kind, apiVersion, isDropped } of notServedObjects(release)) {
    // Helm would forget an object that is still there, and never delete it.
    if (isDropped && (await cluster.serves(apiVersion, kind)) !== false) {
      return {
        message: `the cluster may still have ${kind} ${apiVersion} objects`,
        remedy: 'upgrade the cluster first',
      };
    }
    // Before its upgrade the cluster may not serve the new version yet, and Helm could not build the release.
    if (to !== undefined && (await cluster.serves(to, kind)) !== true) {
      return { message: `the cluster does not serve ${kind} ${to} now`, remedy: 'upgrade the cluster first' };
    }
  }
  const description = `Rewritten by kubecompat to what ${target} serves`;
  const now = new Date();
  const objects = nextRevision({ holder, rewritten: judged.rewritten, revision: newest + 1, description, now });
  if (objects === undefined) return { message: 'it has no status', remedy: 'see helm history' };
  const { namespace = 'default', name, revision: number } = revision;
  const file = `${namespace}.${name}.v${number}.json`;
  return cluster.write(objects, folder === undefined ? undefined : { folder, file, holder });
}
