import { type OutdatedApiUse, outdatedApiUses } from '../../live/apiUse.ts';
import type { AuditSummary } from '../../live/auditLog.ts';
import type { Style } from '../../report/style.ts';
import { textTable } from '../../report/textTable.ts';
import { count } from '../../report/wrap.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';
import { exitCode } from '../command.ts';
import { type ParsedArguments, UsageError } from '../flags/arguments.ts';
import { wantsJson } from '../output/output.ts';
import type { Terminal } from '../output/terminal.ts';
import { oneReportedTarget } from '../runs/judging.ts';
import { readAuditLogs } from './auditLogs.ts';

/**
 * `targets requests`: lists the deprecated and removed APIs that are still requested, by audit logs of kube-apiserver and
 * the metrics of a live cluster when last read.
 */
export async function requestedApis(
  files: readonly string[],
  parsed: ParsedArguments,
  terminal: Terminal,
): Promise<number> {
  const target = oneReportedTarget(parsed, terminal);
  if (target === undefined) return exitCode.usage;
  const { surface, snapshot } = target;
  if (files.length === 0 && snapshot === undefined) {
    const remedy =
      'name audit logs: kubecompat targets requests audit.log --target=1.37; or a live cluster: --target=NAME';
    throw new UsageError('targets requests has nothing to read', remedy);
  }
  const { summary, isWhole, isUnread } = await readAuditLogs(files, terminal);
  const requested = snapshot?.requested ?? [];
  // Without events, nothing is known about requests.
  if (isUnread && snapshot === undefined) return isWhole ? exitCode.notJudged : exitCode.usage;
  const found: Requests = { target: surface.name, summary, apis: outdatedApiUses(requested, summary.uses, surface) };
  terminal.out([wantsJson(parsed) ? asJson(found) : asText(found, terminal.style)]);
  if (!isWhole) return exitCode.usage;
  return isUnread ? exitCode.notJudged : exitCode.fine;
}

interface Requests {
  readonly target: string;
  readonly summary: AuditSummary;
  readonly apis: readonly OutdatedApiUse[];
}

function asJson({ target, summary, apis }: Requests): string {
  const { lines, broken, firstBroken, others, unspecified } = summary;
  const rows = apis.map(({ group, version, ...api }) => ({
    groupVersion: formatGroupVersion({ group, version }),
    ...api,
  }));
  return `${JSON.stringify({ target, log: { lines, broken, firstBroken: firstBroken ?? null, others, untold: unspecified }, apis: rows }, undefined, 1)}\n`;
}

function asText({ target, summary: { lines, broken, unspecified }, apis }: Requests, style: Style): string {
  const read = lines === broken ? '' : `; ${count(lines - broken, 'line')} read`;
  const rows = [
    apis.length === 0
      ? `${style('good', 'no deprecated or removed API is requested')} at ${target}${read}`
      : `${count(apis.length, 'API')} deprecated or removed at ${target}, and still requested${read}`,
    '',
  ];
  if (apis.length > 0)
    rows.push(textTable(['API', 'verdict', 'by', 'how', 'requests', 'last'], apis.flatMap(rowsOf), style));
  if (unspecified > 0)
    rows.push(`  ${style('warning', 'unknown')}  ${count(unspecified, 'request')} came from too many clients to list`);
  return `${rows.join('\n')}\n`;
}

function rowsOf({ group, version, resource, subresource, verdict, isRequested, clients }: OutdatedApiUse) {
  const api = `${resource}${subresource === '' ? '' : `/${subresource}`} ${formatGroupVersion({ group, version })}`;
  const rows = clients.map(({ user, userAgent, verbs, count: requests, lastSeen }) => {
    return [userAgent === '' ? user : `${user} (${userAgent})`, verbs.join(', '), String(requests), lastSeen];
  });
  // A server's metric counts requests without their client.
  if (rows.length === 0) rows.push([isRequested ? 'counted by the server since it started' : '', '', '', '']);
  return rows.map((row, index) => [index === 0 ? api : '', index === 0 ? verdict : '', ...row]);
}
