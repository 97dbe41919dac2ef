import type { LiveDifference, ResourceDifference } from '../../live/difference.ts';
import type { LiveSnapshot } from '../../live/snapshot.ts';
import type { ReportedSurface } from '../../report/buildReport.ts';
import { reportTarget } from '../../report/buildReport.ts';
import { describeTarget } from '../../report/describeTarget.ts';
import type { Style } from '../../report/style.ts';
import { targetNotes } from '../../report/textSummary.ts';
import { textTable } from '../../report/textTable.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';
import { formatMinor } from '../../targets/version.ts';
import { printable } from '../../text/displayWidth.ts';
import { grouped } from '../../text/grouped.ts';

/** A live cluster compared with the catalogue's expectation for its versions. */
export interface LiveDiff {
  readonly reported: ReportedSurface;
  readonly snapshot: LiveSnapshot;
  readonly difference: LiveDifference;
}

/** `targets diff` as JSON. */
export function liveDiffJson({ reported, snapshot, difference }: LiveDiff): string {
  const { surface, notes = [] } = reported;
  const { gitVersion } = snapshot.version;
  const minor = (value: number | undefined) => (value === undefined ? null : `1.${value}`);
  const diff = {
    target: surface.name,
    context: snapshot.context,
    server: snapshot.server,
    readAt: snapshot.readAt,
    version: {
      gitVersion,
      binary: formatMinor(snapshot.version.binary),
      emulation: minor(snapshot.version.emulation),
      minCompatibility: minor(snapshot.version.minCompatibility),
    },
    resources: difference.resources.map(({ group, version, kind, resource, served, cause, why }) => ({
      groupVersion: formatGroupVersion({ group, version }),
      kind,
      resource,
      served,
      cause,
      why,
    })),
    gates: difference.gates.map((gate) => ({ ...gate, expected: gate.expected ?? null })),
    requested: snapshot.requested,
    notes,
  };
  return `${JSON.stringify(diff, undefined, 1)}\n`;
}

/** `targets diff` for people. */
export function liveDiffText({ reported, snapshot, difference }: LiveDiff, style: Style): string {
  const target = reportTarget(reported);
  const lines = [
    `${style('strong', describeTarget(target))} ${style('quiet', `(${target.source})`)}`,
    `  ${snapshot.version.gitVersion} at ${printable(snapshot.server)}`,
    ...targetNotes(target, style),
    '',
  ];
  const ofManifests = difference.resources.filter(({ cause }) => !foreign.has(cause));
  const others = difference.resources.filter(({ cause }) => foreign.has(cause));
  if (ofManifests.length + difference.gates.length === 0) {
    lines.push(style('good', 'as the catalogue expects for these versions without flags'), '');
  }
  if (ofManifests.length > 0) {
    const rows = ofManifests.map((resourceDifference) => [
      apiOf(resourceDifference),
      resourceDifference.resource,
      resourceDifference.served ? 'served' : 'not served',
      resourceDifference.why,
    ]);
    lines.push(textTable(['API', 'resource', 'at the cluster', 'because of'], rows, style));
  }
  if (difference.gates.length > 0) {
    const rows = difference.gates.map(({ name, stage, enabled, expected }) => [
      name,
      stage === '' ? 'GA' : stage.toLowerCase(),
      stateOf(enabled),
      expected === undefined ? 'not in the catalogue' : stateOf(expected),
    ]);
    lines.push(textTable(['feature gate', 'stage', 'at the cluster', 'by default'], rows, style));
  }
  if (others.length > 0) {
    const byGroup = grouped(others.map((other) => [apiOf(other), other]));
    const rows = [...byGroup].map(([api, list]) => [api, list.map(({ kind }) => kind).join(', '), list[0]?.why ?? '']);
    lines.push(textTable(['other API', 'kinds', 'served by'], rows, style));
  }
  return [...lines, ...requestedText(snapshot, style)].join('\n');
}

const foreign: ReadonlySet<ResourceDifference['cause']> = new Set(['custom-resource', 'aggregated-api']);

function requestedText({ requested }: LiveSnapshot, style: Style): readonly string[] {
  if (requested.length === 0) return [];
  const rows = requested.map(({ group, version, resource, subresource, removedRelease }) => [
    formatGroupVersion({ group, version }),
    subresource === '' ? resource : `${resource}/${subresource}`,
    removedRelease === '' ? '-' : removedRelease,
  ]);
  return [textTable(['requested deprecated API', 'resource', 'removed in'], rows, style)];
}

function apiOf({ group, version }: ResourceDifference): string {
  return formatGroupVersion({ group, version });
}

function stateOf(enabled: boolean): string {
  return enabled ? 'on' : 'off';
}
