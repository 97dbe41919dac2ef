import { dirname } from 'node:path';
import { type CodeAction, CodeActionKind, type Range } from 'vscode-languageserver/node';
import { settingsFrom, valuesOfInstaller } from '../../gitops/chartValues.ts';
import type { RemoteChart } from '../../gitops/remoteChart.ts';
import { readManifest } from '../../manifest/read/readManifest.ts';
import { helmTargetArguments } from '../../workspace/charts/helm.ts';
import { runTool } from '../../workspace/programs/externalTool.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { checkRemoteChartCommand, type RemoteChartParams, type RemoteChartResult } from '../protocol.ts';
import type { Session } from '../session.ts';
import { filePathOf } from '../uris.ts';

/** The time limit for fetching a chart. */
const maxMs = 120_000;

/** Environment variables with the proxy settings. */
const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];

/** For objects that install charts from elsewhere; nothing is fetched before the user agrees. */
export function checkingCharts({ analysis, lines, uri }: JudgedDocument, range: Range, session: Session): CodeAction[] {
  const path = filePathOf(uri);
  const charts = path === undefined ? [] : session.targets.clusters.remoteCharts(path);
  return charts.flatMap(({ document, label, fetching, detail }): CodeAction[] => {
    const root = analysis.manifest.documents[document]?.root;
    const at = root && lines.range(root);
    if (fetching === undefined || at === undefined) return [];
    if (at.end.line < range.start.line || at.start.line > range.end.line) return [];
    const title = `Fetch and check ${label}…`;
    const asked: RemoteChartParams = { uri, chart: detail };
    const command = { title, command: checkRemoteChartCommand, arguments: [asked] };
    return [{ title, kind: CodeActionKind.QuickFix, command }];
  });
}

/**
 * Answers `kubecompat/renderRemoteChart`: Helm fetches a chart and renders it for the first target of the object that
 * installs it, with its values as far as the repository has them.
 */
export async function renderRemoteChart(
  session: Session,
  { uri, chart: detail }: RemoteChartParams,
  textOf: (uri: string) => string | undefined,
): Promise<RemoteChartResult> {
  const { renderings, targets } = session;
  if (!renderings.isTrusted) return { problem: 'Helm runs only in trusted workspaces; trust this one first.' };
  const program = renderings.program;
  if (program === undefined) return { problem: 'helm is not on the PATH, and kubecompat.helm.path is not set.' };
  const path = filePathOf(uri);
  const chart = path && targets.clusters.remoteCharts(path).find((remoteChart) => remoteChart.detail === detail);
  const [surface] = targets.of(uri).surfaces;
  if (path === undefined || !chart || chart.fetching === undefined || surface === undefined) {
    return { problem: 'The object no longer installs this chart: save it, and try again.' };
  }
  const { set, open } = valuesFor(chart, textOf(uri) ?? '', path, session);
  const args = ['template', ...chart.fetching, ...helmTargetArguments(surface), ...set];
  const env = Object.fromEntries(proxies.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  const max = { ms: maxMs };
  // Helm prefers a chart in the working folder, so that must be empty.
  const result = await runTool({ program, args, env: { ...env, KUBECONFIG: '' }, max });
  if (!result.ok) return { problem: `helm: ${result.message.trim()}` };
  const without = open.length === 0 ? '' : `, without ${open.join(', ')}`;
  return { text: `# ${chart.label} for ${surface.name}${without}\n${result.output}` };
}

/** The known values of the object as arguments of Helm, and what is left out. */
function valuesFor(
  { document, chart }: RemoteChart,
  text: string,
  path: string,
  { workspace: { kustomizations } }: Session,
): { readonly set: readonly string[]; readonly open: readonly string[] } {
  const root = readManifest(text).documents[document]?.root;
  if (root?.kind !== 'map') return { set: [], open: ['its values'] };
  const values = valuesOfInstaller(root, chart);
  const repository = kustomizations.repositories.rootOf(dirname(path));
  const from = (values.from ?? []).map((item) => {
    const held = item.kind === 'ConfigMap' && repository !== undefined;
    const value = held ? kustomizations.valuesHeld(repository, item.name)?.get(item.key) : undefined;
    return { item, settings: value === undefined ? undefined : settingsFrom(item, value) };
  });
  const open = [
    ...values.files.map((file) => `the values file ${file}`),
    ...from.flatMap(({ item, settings }) => (settings === undefined ? [`the ${item.kind} ${item.name}`] : [])),
    ...(values.open ?? []),
  ];
  return { set: [...from.flatMap(({ settings = [] }) => settings), ...values.set], open };
}
