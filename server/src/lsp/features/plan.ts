import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import { version } from '../../../../package.json';
import { definitionStorage } from '../../plan/definitionStorage.ts';
import { planBetween } from '../../plan/plan.ts';
import { planPage } from '../../report/plan/planPage.ts';
import { type PlanReport, planDocument } from '../../report/plan/planReport.ts';
import { chartAround } from '../../workspace/charts.ts';
import { discover } from '../../workspace/discover.ts';
import { Kustomizations } from '../../workspace/kustomizations.ts';
import { PlanManifests } from '../../workspace/planManifests.ts';
import { readText } from '../../workspace/readFile.ts';
import type { PlanParams, PlanResult } from '../protocol.ts';
import type { TargetsOfFiles } from '../targets.ts';
import { uriOf } from '../uris.ts';
import type { WorkspaceDefinitions } from '../workspaceDefinitions.ts';

/** How long documents that are being edited may have to wait for the plan. */
const turnMs = 20;

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
  let turn = performance.now();
  for (const { path, file } of discover(folders, targets.folder).files) {
    if (performance.now() - turn > turnMs) {
      await nextTurn();
      turn = performance.now();
    }
    if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
    const uri = uriOf(path);
    uris[file] = uri;
    const open = openText(uri);
    const content = open === undefined ? readText(path) : { ok: true as const, text: open };
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
