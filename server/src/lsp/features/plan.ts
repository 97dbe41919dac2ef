import type { CancellationToken } from 'vscode-languageserver/node';
import { version } from '../../../../package.json';
import { addonUpgrades } from '../../plan/addons.ts';
import { definitionStorage } from '../../plan/definitionStorage.ts';
import { planBetween } from '../../plan/plan.ts';
import { planPage } from '../../report/plan/planPage.ts';
import { type PlanReport, planDocument } from '../../report/plan/planReport.ts';
import { discover } from '../../workspace/disk/discover.ts';
import { PlanManifests } from '../../workspace/judging/planManifests.ts';
import { withTargetCrds } from '../../workspace/settings/targetCrds.ts';
import type { PlanParams, PlanResult } from '../protocol.ts';
import type { Session } from '../session.ts';
import { pageOf } from './pageOf.ts';
import { filesInTurns } from './workspaceFiles.ts';

/**
 * Answers `kubecompat/plan`: plans the upgrade from one target to another, and judges every manifest in the workspace's
 * folders along it, open ones with their editor text. Without folders the plan only covers servers. Yields to other
 * requests and stops when cancelled.
 */
export async function planWorkspace(
  folders: readonly string[],
  { targets, facts, workspace }: Session,
  params: PlanParams,
  token: CancellationToken,
): Promise<PlanResult> {
  const ends = targets.ends(params.from, params.to);
  if (!ends.ok) return { problems: ends.problems, uris: {} };
  const plan = planBetween(ends.from.surface, ends.to.surface, withTargetCrds);
  const known = facts.definitionFiles().flatMap((file) => workspace.definitionsOf(file));
  const manifests = new PlanManifests(plan, workspace);
  const uris: Record<string, string> = {};
  for await (const { path, file, uri } of filesInTurns(discover(folders, targets.folder).files, token)) {
    uris[file] = uri;
    const inputs = workspace.inputsOf(path, manifests.surfaces);
    const content = workspace.textOf(path);
    if (inputs !== undefined && content.ok) manifests.judge({ path, file, inputs }, content.text);
  }
  const { affected, resources, coverage } = manifests;
  const report: PlanReport = {
    from: ends.from,
    to: ends.to,
    plan,
    affected,
    definitions: definitionStorage(known, plan.to),
    addons: addonUpgrades(plan, workspace.addons()),
    components: [],
    resources,
    coverage,
  };
  return {
    problems: [],
    plan: planDocument(report, version),
    uris,
    ...pageOf(params, (host) => planPage(report, host)),
  };
}
