import type { CancellationToken } from 'vscode-languageserver/node';
import { version } from '../../../../package.json';
import { definitionStorage } from '../../plan/definitionStorage.ts';
import { planBetween } from '../../plan/plan.ts';
import { planPage } from '../../report/plan/planPage.ts';
import { type PlanReport, planDocument } from '../../report/plan/planReport.ts';
import { chartAround } from '../../workspace/charts/charts.ts';
import { discover } from '../../workspace/disk/discover.ts';
import { PlanManifests } from '../../workspace/judging/planManifests.ts';
import { Kustomizations } from '../../workspace/kustomize/kustomizations.ts';
import type { PlanParams, PlanResult } from '../protocol.ts';
import type { TargetsOfFiles } from '../targets.ts';
import type { WorkspaceDefinitions } from '../workspaceDefinitions.ts';
import { filesInTurns, textOf } from './workspaceFiles.ts';

/**
 * Answers `kubecompat/plan`: plans the way from one target to another, and judges every manifest below the workspace's
 * folders along it, open ones as they stand in the editor. Without folders the plan is about servers alone. Lets other
 * requests through as it goes and stops when it is cancelled.
 *
 * @param openText the text of an open document by its URI.
 */
export async function planWorkspace(
  folders: readonly string[],
  targets: TargetsOfFiles,
  definitions: WorkspaceDefinitions,
  openText: (uri: string) => string | undefined,
  params: PlanParams,
  token: CancellationToken,
): Promise<PlanResult> {
  const ends = targets.ends(params.from, params.to);
  if (!ends.ok) return { problems: ends.problems, uris: {} };
  const plan = planBetween(ends.from.surface, ends.to.surface);
  const known = definitions.all();
  const manifests = new PlanManifests(plan, known);
  const uris: Record<string, string> = {};
  const kustomizations = new Kustomizations();
  for await (const { path, file, uri } of filesInTurns(discover(folders, targets.folder).files, token)) {
    uris[file] = uri;
    const content = textOf(path, openText(uri));
    if (!content.ok) continue;
    manifests.judge(file, content.text, { chart: chartAround(path), context: kustomizations.contextOf(path) });
  }
  const { affected, resources } = manifests;
  const report: PlanReport = {
    from: ends.from,
    to: ends.to,
    plan,
    affected,
    definitions: definitionStorage(known, plan.to),
    resources,
  };
  const { nonce } = params;
  return {
    problems: [],
    plan: planDocument(report, version),
    uris,
    ...(nonce === undefined ? {} : { page: planPage(report, { nonce }) }),
  };
}
