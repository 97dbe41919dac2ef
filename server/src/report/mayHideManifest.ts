import type { ReportNotJudgedReason } from './workspaceReport.ts';

const reasons: ReadonlySet<ReportNotJudgedReason> = new Set<ReportNotJudgedReason>([
  'broken-resource',
  'unreadable',
  'bad-configuration',
  'internal-error',
  'not-built',
]);

/** Whether something skipped for a reason is or may be a manifest: a failure in every format, and exit 3. */
export function mayHideManifest(reason: ReportNotJudgedReason): boolean {
  return reasons.has(reason);
}
