import type { OutdatedApi } from '../../live/outdatedApis.ts';
import type { ReportOutdatedApi } from '../../report/workspaceReport.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';

/** What was read besides manifests and releases in files. */
export interface ReadEvidence {
  readonly objects: boolean;
  readonly metric: boolean;
  readonly auditLogs: boolean;
}

/** An outdated API as reports have it. */
export function reportOutdatedApi(
  { group, version, kind, verdict, manifests, objects, managers, releases, isRequested, clients }: OutdatedApi,
  read: ReadEvidence,
): ReportOutdatedApi {
  return {
    groupVersion: formatGroupVersion({ group, version }),
    kind,
    verdict,
    manifests,
    objects: read.objects ? objects : null,
    managers,
    releases: releases.map(({ namespace, name }) => ({ namespace: namespace ?? null, name })),
    isRequested: read.metric ? isRequested : null,
    clients: read.auditLogs ? clients : null,
  };
}
