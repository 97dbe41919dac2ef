import { printable } from '../text/displayWidth.ts';
import type { Style } from './style.ts';
import { textTable } from './textTable.ts';
import type { ReportEvidence, ReportOutdatedApi } from './workspaceReport.ts';

/** The columns of {@link evidenceRow}. */
export const evidenceHeads = [
  'outdated API',
  'verdict',
  'manifests',
  'objects',
  'releases',
  'counted by the server',
  'requests',
  'by',
] as const;

/** The maximum number of clients or releases in a cell; the JSON formats have all. */
const maxNames = 3;

/** The use of an outdated API: a cell for each of {@link evidenceHeads}, `-` for none or unknown. */
export function evidenceRow(api: ReportOutdatedApi): readonly string[] {
  const clients = api.clients ?? [];
  const requests = clients.reduce((sum, { count }) => sum + count, 0);
  const names = [...new Set([...clients.map(({ user, userAgent }) => userAgent || user), ...api.managers])];
  const holders = api.releases.map(({ namespace, name }) => (namespace === null ? name : `${namespace}/${name}`));
  return [
    `${api.kind} ${api.groupVersion}`,
    api.verdict,
    String(api.manifests),
    api.objects === null ? '-' : String(api.objects),
    holders.length === 0 ? '-' : firstOf(holders),
    api.isRequested === true ? 'yes' : '-',
    clients.length === 0 ? '-' : String(requests),
    firstOf(names),
  ];
}

function firstOf(names: readonly string[]): string {
  const more = names.length > maxNames ? `, and ${names.length - maxNames} more` : '';
  return `${names.slice(0, maxNames).join(', ')}${more}`;
}

/** The title of a part of the evidence: the target, and the cluster if one was read. */
export function evidenceTitle({ target, cluster, apis }: ReportEvidence): string {
  const inCluster = cluster === null ? '' : `, in the cluster of context ${cluster}`;
  return apis.length === 0
    ? `Nothing uses an API that is deprecated or removed at ${target}${inCluster}`
    : `Use of APIs that are deprecated or removed at ${target}${inCluster}`;
}

/** The evidence of a report for people. */
export function* evidenceText(evidence: readonly ReportEvidence[], style: Style): Iterable<string> {
  for (const part of evidence) {
    yield `${style('strong', printable(evidenceTitle(part)))}\n`;
    if (part.apis.length > 0) yield textTable(evidenceHeads, part.apis.map(evidenceRow), style);
    for (const { message } of part.unread) yield `  ${style('warning', 'unknown')}  ${printable(message)}\n`;
    yield '\n';
  }
}
