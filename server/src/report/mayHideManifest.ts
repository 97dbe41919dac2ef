import type { ReportNotJudgedReason } from './workspaceReport.ts';

const reasons: ReadonlySet<ReportNotJudgedReason> = new Set<ReportNotJudgedReason>([
  'broken-resource',
  'unreadable',
  'bad-configuration',
  'internal-error',
  'not-built',
]);

/**
 * Whether something that was not judged for a reason may be a manifest: every format reports a failure, and the exit
 * code is 3.
 */
export function mayHideManifest(reason: ReportNotJudgedReason): boolean {
  return reasons.has(reason);
}
