import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import { version } from '../../../../package.json';
import { analyze } from '../../analyze.ts';
import type { FileContext } from '../../kustomize/fileContext.ts';
import { reportFile } from '../../report/buildReport.ts';
import { htmlPage } from '../../report/htmlPage.ts';
import { ReportBuilder } from '../../report/reportBuilder.ts';
import { withoutSuppressed } from '../../suppress/suppress.ts';
import { chartAround } from '../../workspace/charts/charts.ts';
import { discover } from '../../workspace/disk/discover.ts';
import { notBuilt } from '../../workspace/judging/judgeBuild.ts';
import { withAdded } from '../../workspace/judging/sourceFile.ts';
import { Kustomizations } from '../../workspace/kustomize/kustomizations.ts';
import { today } from '../../workspace/settings/today.ts';
import { addedTo, type BuiltOfFile } from '../builds/builtOfFile.ts';
import type { KustomizationBuilds } from '../builds/kustomizationBuilds.ts';
import type { ReportParams, ReportResult } from '../protocol.ts';
import type { TargetsOfFiles } from '../targets.ts';
import type { WorkspaceDefinitions } from '../workspaceDefinitions.ts';
import { filesInTurns, signalOf, textOf } from './workspaceFiles.ts';

/** What a report goes by. */
export interface Reporting {
  readonly targets: TargetsOfFiles;
  /** The CustomResourceDefinitions of the workspace. */
  readonly definitions: WorkspaceDefinitions;
  readonly builds: KustomizationBuilds;
}

/**
 * Answers `kubecompat/report`: judges every manifest below the workspace's folders, open ones as they stand in the
 * editor. Lets other requests through as it goes and stops when it is cancelled.
 *
 * Where kustomizations are built, that is done first.
 *
 * @param openText the text of an open document by its URI.
 */
export async function reportWorkspace(
  folders: readonly string[],
  { targets, definitions, builds }: Reporting,
  openText: (uri: string) => string | undefined,
  { nonce }: ReportParams,
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
  const settled = await builds.settle(signalOf(token));
  const kustomizations = new Kustomizations();
  const judging = new Set<string>();
  for await (const { path, file, uri } of filesInTurns(found.files, token)) {
    uris[file] = uri;
    const built = { of: settled.of(path), notBuilt: settled.notBuilt(path) };
    const around = { open: openText(uri), context: kustomizations.contextOf(path), built };
    for (const name of addFile(builder, file, path, targets, definitions, around)) judging.add(name);
  }
  const tool = { name: 'kubecompat', version, catalogue: targets.catalog.version } as const;
  // A default is a target of this workspace only where something is judged against it.
  const reported = targets.reported().filter(({ surface }) => judging.has(surface.name));
  const report = builder.build(tool, reported.length === 0 ? targets.reported() : reported);
  return { report, uris, ...(nonce === undefined ? {} : { page: htmlPage(report, { nonce }) }) };
}

/** What counts for a file besides what stands in it on disk. */
interface Around {
  readonly open: string | undefined;
  readonly context: FileContext;
  /** What builds add to it, and why the kustomization in it was not built. */
  readonly built: { readonly of: BuiltOfFile | undefined; readonly notBuilt: string | undefined };
}

/** Judges a file and gives the names of the targets that it was judged against. */
function addFile(
  builder: ReportBuilder,
  file: string,
  path: string,
  targets: TargetsOfFiles,
  definitions: WorkspaceDefinitions,
  { open, context, built }: Around,
): readonly string[] {
  const { surfaces, severity, problems, configFile } = definitions.extend(targets.ofPath(path));
  const content = textOf(path, open);
  if (!content.ok) builder.addNotJudged({ file, reason: 'unreadable', detail: content.message });
  else if (problems.length > 0) {
    builder.addNotJudged({ file, reason: 'bad-configuration', detail: `${configFile ?? 'the settings'}: refused` });
  } else {
    const judged = analyze(content.text, file, surfaces, { chart: chartAround(path), context });
    const analysis = withoutSuppressed(withAdded(judged, addedTo(content.text, built.of)), today());
    const report = reportFile({ file, analysis, surfaces, severity });
    const why = built.notBuilt;
    const notJudged = why === undefined ? report.notJudged : [...report.notJudged, notBuilt(file, why)];
    builder.addReported({ ...report, notJudged });
    return surfaces.map(({ name }) => name);
  }
  return [];
}
