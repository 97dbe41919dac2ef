import { dirname } from 'node:path';
import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import { version } from '../../../../package.json';
import { reportPage } from '../../report/page/reportPage.ts';
import { ReportBuilder } from '../../report/reportBuilder.ts';
import { type FileWithTargets, reportedClusters } from '../../workspace/delivery/reportedClusters.ts';
import { discover } from '../../workspace/disk/discover.ts';
import { notBuilt } from '../../workspace/judging/judgeBuild.ts';
import { judgeFile } from '../../workspace/judging/judgeFile.ts';
import type { ReportParams, ReportResult } from '../protocol.ts';
import type { Session } from '../session.ts';
import { pageOf } from './pageOf.ts';
import { filesInTurns, signalOf } from './workspaceFiles.ts';

/**
 * Answers `kubecompat/report`: judges every manifest in the workspace's folders, open ones with their editor text.
 * Yields to other requests and stops when cancelled.
 *
 * Kustomizations are built first if enabled.
 */
export async function reportWorkspace(
  folders: readonly string[],
  { targets, workspace, builds }: Session,
  params: ReportParams,
  token: CancellationToken,
): Promise<ReportResult> {
  if (folders.length === 0) {
    throw new ResponseError(LSPErrorCodes.RequestFailed, 'There is no folder to report on; open one first.');
  }
  const builder = new ReportBuilder();
  const uris: Record<string, string> = {};
  const found = discover(folders, targets.folder);
  for (const { file, message, counts } of found.problems) {
    if (counts) builder.addNotJudged({ file, reason: 'unreadable', detail: message });
  }
  const settled = await builds.finish(signalOf(token));
  const judging = new Set<string>();
  const applied: FileWithTargets[] = [];
  for await (const { path, file, uri } of filesInTurns(found.files, token)) {
    uris[file] = uri;
    const report = judgeFile({ path, file }, workspace, { source: false, reads: false })?.report;
    if (report === undefined) {
      const config = targets.configFile(dirname(path)) ?? 'the settings';
      builder.addNotJudged({ file, reason: 'bad-configuration', detail: `${config}: refused` });
      continue;
    }
    const why = settled.notBuilt(path);
    const notJudged = why === undefined ? report.notJudged : [...report.notJudged, notBuilt(file, why)];
    builder.addReported({ ...report, notJudged });
    for (const { document, detail } of targets.clusters.remoteCharts(path))
      builder.addUnmadeOutput({ file, reason: 'remote-chart', document, detail });
    const settings = targets.ofPath(path);
    applied.push({ path, file, settings });
    for (const { name } of settings.surfaces) judging.add(name);
  }
  const tool = { name: 'kubecompat', version, catalogue: targets.catalog.version } as const;
  // A default target counts only if something is judged against it.
  const reported = targets.reported().filter(({ surface }) => judging.has(surface.name));
  const clusters = reportedClusters(
    applied,
    targets.clusters,
    (cluster) => targets.clusterTarget(cluster),
    targets.folder,
  );
  const report = builder.build(tool, reported.length === 0 ? targets.reported() : reported, [], clusters);
  return { report, uris, ...pageOf(params, (host) => reportPage(report, host)) };
}
