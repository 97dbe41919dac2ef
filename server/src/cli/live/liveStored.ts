import type { ApiSurface } from '../../catalog/surface.ts';
import type { ScanResult } from '../../cluster/scanStored.ts';
import type { OutdatedApi } from '../../live/outdatedApis.ts';
import { type OutdatedObject, objectTitle, verdictOnText, type WrittenVersion } from '../../live/stored.ts';
import { evidenceHeads, evidenceRow } from '../../report/evidence.ts';
import type { Style } from '../../report/style.ts';
import { textTable } from '../../report/textTable.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';
import { printable } from '../../text/displayWidth.ts';
import type { UnreadRelease } from './foundReleases.ts';
import { reportOutdatedApi } from './reportedApis.ts';
import type { StoredManifests } from './storedManifests.ts';

/** The result of scanning a cluster. */
export interface StoredScan {
  readonly surface: ApiSurface;
  readonly context: string;
  readonly results: readonly ScanResult[];
  readonly manifests: StoredManifests;
  /** All facts per outdated API. */
  readonly apis: readonly OutdatedApi[];
  /** Why Helm releases could not be read. */
  readonly unread: readonly UnreadRelease[];
  readonly showsLabels: boolean;
}

/** Where nothing was read, its rows have no entries. */
const all = { objects: true, metric: true, auditLogs: true };

/** `targets stored` as JSON. */
export function storedJson({ surface, context, results, manifests, apis, unread, showsLabels }: StoredScan): string {
  const version = ({ apiVersion, verdict }: WrittenVersion) => ({ apiVersion, verdict: verdict ?? null });
  const scan = {
    target: surface.name,
    context,
    apis: apis.map((api) => reportOutdatedApi(api, all)),
    unreadReleases: unread.map(({ message, remedy }) => ({ message, remedy })),
    resources: results.map(({ resource, listed, incomplete }) => ({
      groupVersion: formatGroupVersion(resource),
      kind: resource.kind,
      resource: resource.resource,
      listed,
      incomplete: incomplete ?? null,
      storedAs: resource.storedAs ?? null,
      storedVersions: resource.storedVersions ?? null,
    })),
    objects: results.flatMap(({ resource, outdated }) =>
      outdated.map((object) => ({
        group: resource.group,
        kind: object.kind,
        namespace: object.namespace ?? null,
        name: object.name,
        managers: object.managers.map((manager) => ({
          manager: manager.manager,
          operation: manager.operation,
          ...version(manager),
        })),
        lastApplied: object.lastApplied === undefined ? null : version(object.lastApplied),
        annotated: object.annotated.map((annotated) => ({ annotation: annotated.annotation, ...version(annotated) })),
        ...(showsLabels ? { labels: Object.fromEntries(object.labels) } : {}),
        manifests: manifests.of(object).map((manifest) => ({
          ...manifest,
          verdict: verdictOnText(manifest.apiVersion, object.kind, surface) ?? null,
        })),
      })),
    ),
  };
  return `${JSON.stringify(scan, undefined, 1)}\n`;
}

/** `targets stored` for people: who wrote what in which version, separate from storage and manifests. */
export function storedText(scan: StoredScan, style: Style): string {
  const { results } = scan;
  const listed = results.reduce((sum, scanResult) => sum + scanResult.listed, 0);
  const outdated = results.flatMap((result) => result.outdated);
  const lines = [
    outdated.length === 0
      ? `${style('good', 'nothing outdated')}; ${listed} objects of ${results.length} resources scanned`
      : `${outdated.length} of ${listed} objects were written in a deprecated or removed version`,
    '',
  ];
  if (scan.apis.length > 0) {
    const rows = scan.apis.map((api) => evidenceRow(reportOutdatedApi(api, all)));
    lines.push(textTable(evidenceHeads, rows, style));
  }
  if (outdated.length > 0) {
    const rows = outdated.flatMap((object) => objectRows(object, scan));
    const columns = ['object', 'what', 'version', 'by', 'verdict', ...(scan.showsLabels ? ['labels'] : [])];
    lines.push(textTable(columns, rows, style));
  }
  const versions = results.flatMap(({ resource: { group, resource, storedAs, storedVersions } }) =>
    storedVersions === undefined || storedVersions.every((storedVersion) => storedVersion === storedAs)
      ? []
      : [[`${resource}.${group}`, storedAs ?? '-', storedVersions.join(', ')]],
  );
  if (versions.length > 0) {
    lines.push(textTable(['custom resource', 'stored now as', 'stored versions'], versions, style));
  }
  for (const { resource, incomplete } of results) {
    if (incomplete === undefined) continue;
    lines.push(
      `  ${style('warning', 'unknown')}  ${printable(`not all ${resource.resource}.${resource.group} were scanned: ${incomplete}`)}`,
    );
  }
  for (const { message } of scan.unread) lines.push(`  ${style('warning', 'unknown')}  ${printable(message)}`);
  return `${lines.join('\n')}\n`;
}

function objectRows(
  object: OutdatedObject,
  { surface, manifests, showsLabels }: StoredScan,
): readonly (readonly string[])[] {
  const rows = object.managers
    .filter(({ verdict }) => verdict !== undefined)
    .map(({ manager, operation, apiVersion, verdict = '' }) => [
      operation === 'Apply' ? 'applied' : 'written',
      apiVersion,
      manager,
      verdict,
    ]);
  const { lastApplied } = object;
  if (lastApplied?.verdict !== undefined) {
    rows.push(['last applied', lastApplied.apiVersion, 'kubectl apply', lastApplied.verdict]);
  }
  for (const { annotation, apiVersion, verdict } of object.annotated) {
    if (verdict !== undefined) rows.push(['last applied', apiVersion, annotation, verdict]);
  }
  for (const { file, apiVersion } of manifests.of(object)) {
    rows.push(['manifest', apiVersion, file, verdictOnText(apiVersion, object.kind, surface) ?? 'fine']);
  }
  const labels = object.labels.map(([key, value]) => `${key}=${value}`).join(',') || '<none>';
  return rows.map((row, index) => {
    const first = index === 0;
    return [first ? objectTitle(object) : '', ...row, ...(showsLabels ? [first ? labels : ''] : [])];
  });
}
