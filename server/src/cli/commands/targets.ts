import { type PluginState, pluginStates } from '../../admission/plugins.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import type { LiveSnapshot } from '../../live/snapshot.ts';
import type { ReportedSurface } from '../../report/buildReport.ts';
import { reportTarget } from '../../report/buildReport.ts';
import { describeTarget } from '../../report/describeTarget.ts';
import type { Style } from '../../report/style.ts';
import { targetNotes } from '../../report/textSummary.ts';
import { textTable } from '../../report/textTable.ts';
import { describeSupport, supportState } from '../../targets/supportWindow.ts';
import { formatMinor } from '../../targets/version.ts';
import {
  disagreements,
  discoverTargets,
  type FoundTarget,
  type UnreadDescription,
} from '../../workspace/settings/discoverTargets.ts';
import { readCatalog } from '../../workspace/shipped/catalogFile.ts';
import { type Command, exitCode } from '../command.ts';
import { UsageError } from '../flags/arguments.ts';
import { contextFlag } from '../flags/contextFlags.ts';
import { targetFlags } from '../flags/targetFlags.ts';
import { todayFlag, todayOf } from '../flags/todayFlag.ts';
import { liveFlags } from '../live/access.ts';
import { ageOf } from '../live/liveAge.ts';
import { addLive, diffLive, refreshLive, storedLive } from '../live/liveTargets.ts';
import { helmReleases } from '../live/releases.ts';
import { requestedApis } from '../live/requestedApis.ts';
import { jsonOrText, wantsJson } from '../output/output.ts';
import { reportSettingProblems, selectTargets } from '../runs/judging.ts';
import { addonsOfTargets } from './targetAddons.ts';

/** `targets`: the targets in force in the working folder, and the clusters that files below it describe. */
export const targets: Command = {
  operands:
    '[add live | refresh [NAMES...] | diff NAME | stored NAME [PATHS...] | requests [LOGS...] | releases [PATHS...] | addons [PATHS...]]',
  flags: [jsonOrText, todayFlag, ...targetFlags.filter((flag) => flag !== contextFlag), ...liveFlags],
  ownsContext: ({ positionals: [verb] }) => verb === 'add' || verb === 'releases',
  notes: [
    'Lists the current targets, then every file of the working folder that describes an API server: use one with',
    '--target-from=FILE, or give it a name in .kubecompat.yaml: targets: { edge: { from: FILE } }.',
    '',
    'add live       reads a cluster and writes it into .kubecompat.yaml: targets: { NAME: { context: CONTEXT } }',
    'refresh        reads the live clusters of the configuration again',
    'diff NAME      compares a live cluster, as last read, with what the catalogue expects for its versions',
    'stored NAME    (or stored --context=CONTEXT) lists its objects that were written in a deprecated or removed version, with their manifests',
    '               below PATHS; only the metadata of objects is read. For each deprecated or removed API: manifests,',
    '               objects, Helm releases (in PATHS; with --releases those of the cluster), the requests that',
    '               the server counts, and those of --audit-log FILE',
    'requests LOGS  lists the deprecated or removed APIs that are still requested, and by whom, from audit logs of',
    '               kube-apiserver (JSON) and the request counts of the live cluster that --target names',
    'releases       lists the Helm releases whose next upgrade fails because the target does not serve their stored',
    '               manifests: in a cluster, or in Secrets and ConfigMaps below PATHS; --write rewrites those of a cluster;',
    '               HELM_DRIVER=sql and HELM_DRIVER_SQL_CONNECTION_STRING name the database of Helm, as for helm',
    'addons         lists the add-on releases that support each target, by what their projects publish, and the',
    '               releases that files of the working folder, or below PATHS, install',
    '',
    'Only add live, refresh, stored, releases and --context contact clusters; only releases --write changes one. Results',
    'are kept in .kubecompat/live/, except those of releases and --context.',
  ].join('\n'),
  run(parsed, terminal) {
    const [verb, ...rest] = parsed.positionals;
    if (verb === 'add' && rest.length === 1 && rest[0] === 'live') return addLive(parsed, terminal);
    if (verb === 'refresh') return refreshLive(rest, parsed, terminal);
    if (verb === 'diff' && rest.length <= 1) return diffLive(rest[0], parsed, terminal);
    if (verb === 'stored') return storedLive(rest, parsed, terminal);
    if (verb === 'requests') return requestedApis(rest, parsed, terminal);
    if (verb === 'releases') return helmReleases(rest, parsed, terminal);
    if (verb === 'addons') return addonsOfTargets(rest, parsed, terminal);
    if (verb !== undefined) {
      const remedy =
        'write targets, targets add live, targets refresh, targets diff NAME, targets stored NAME, targets requests LOGS, targets releases or targets addons';
      throw new UsageError(`targets does not take "${parsed.positionals.join(' ')}"`, remedy);
    }
    const selection = selectTargets(parsed, terminal, []);
    const wanted = new Set(selection.all());
    reportSettingProblems(selection.problems, terminal);
    const reported = selection.targets.filter(({ surface }) => wanted.has(surface));
    const asked = parsed.flags.some(({ name }) => name !== jsonOrText.name && name !== todayFlag.name);
    const nothing = { found: [], unread: [] };
    const { found, unread } = asked ? nothing : discoverTargets([terminal.cwd], terminal.cwd, readCatalog());
    const summary = {
      reported,
      found,
      unread,
      ignoredFlags: (name: string) => selection.ignoredFlags(name),
      snapshot: (name: string) => selection.snapshot(name),
    };
    if (reported.length > 0 || selection.problems.length === 0) {
      terminal.out([wantsJson(parsed) ? asJson(summary) : asText(summary, todayOf(parsed), terminal.style)]);
    }
    return selection.problems.length === 0 ? exitCode.fine : exitCode.usage;
  },
};

interface ListedTargets {
  readonly reported: readonly ReportedSurface[];
  readonly found: readonly FoundTarget[];
  readonly unread: readonly UnreadDescription[];
  /** By the name of a target that comes from a file. */
  ignoredFlags(name: string): readonly string[];
  /** The data read from a live cluster. */
  snapshot(name: string): LiveSnapshot | undefined;
}

function asJson({ reported, found, unread, ignoredFlags, snapshot }: ListedTargets): string {
  const targets = reported.map((reportedSurface) => {
    const { name } = reportedSurface.surface;
    const live = snapshot(name);
    return {
      ...describe(reportedSurface, ignoredFlags(name)),
      ...(live === undefined ? {} : { live: liveJson(live) }),
    };
  });
  const differs = disagreements(found).map((pair) => pair.map(({ expression }) => expression));
  const described = {
    found: found.map(foundJson),
    ...(differs.length === 0 ? {} : { differs }),
    ...unreadJson(unread),
  };
  return `${JSON.stringify({ targets, ...described }, undefined, 1)}\n`;
}

function unreadJson(unread: readonly UnreadDescription[]) {
  const entries = unread.map(({ file, position, message, remedy }) => ({
    file,
    line: position === undefined ? null : position.line + 1,
    message,
    remedy,
  }));
  return entries.length === 0 ? {} : { unread: entries };
}

/** Lines and columns are counted from 1, as the places of messages are. */
function foundJson(found: FoundTarget) {
  const { expression, file, position, format, name, versions, problems, ignored, support } = found;
  return {
    expression,
    file,
    line: position.line + 1,
    column: position.character + 1,
    format,
    name: name ?? null,
    binary: versions === undefined ? null : formatMinor(versions.binary),
    emulation: versions === undefined ? null : formatMinor(versions.emulation),
    minCompatibility: versions === undefined ? null : formatMinor(versions.minCompatibility),
    problems,
    ignoredFlags: ignored,
    ...(support === undefined ? {} : { support: { ...support, minor: formatMinor(support.minor) } }),
  };
}

function describe(reported: ReportedSurface, ignoredFlags: readonly string[]) {
  const { surface } = reported;
  const gates = [...surface.gates.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    ...reportTarget(reported),
    version: versionFields(surface),
    gates: gates.map(({ name, stage, enabled, default: byDefault, locked }) => ({
      name,
      stage,
      enabled,
      default: byDefault,
      locked,
    })),
    ...settingsOf(surface),
    warnings: surface.warnings,
    ignoredFlags,
  };
}

/** The admission settings and the networks of Services of a target; null where unknown. */
function settingsOf(surface: ApiSurface) {
  const { admissionConfiguration, services } = surface.target;
  return {
    admissionPlugins: pluginStates(surface),
    admissionControlConfigFile: admissionConfiguration?.path ?? null,
    serviceClusterIPRange: services?.clusterIpRange ?? null,
    serviceNodePortRange: services?.nodePortRange ?? null,
  };
}

/** The facts of a cluster beyond its target, and their age. */
function liveJson({ context, server, readAt, version, requested }: LiveSnapshot) {
  const ageSeconds = Math.max(0, Math.floor((Date.now() - Date.parse(readAt)) / 1000));
  return { context, server, readAt, ageSeconds, gitVersion: version.gitVersion, requestedDeprecatedApis: requested };
}

/** The fields of the server's `/version` that a target decides (`k8s.io/apimachinery/pkg/version.Info`). */
function versionFields({ versions }: ApiSurface) {
  const minor = (value: number) => String(value);
  return {
    major: '1',
    minor: minor(versions.binary),
    emulationMajor: '1',
    emulationMinor: minor(versions.emulation),
    minCompatibilityMajor: '1',
    minCompatibilityMinor: minor(versions.minCompatibility),
  };
}

function asText({ reported, found, unread, ignoredFlags, snapshot }: ListedTargets, day: string, style: Style): string {
  const rows = reported.map((reportedSurface) => {
    const { name, binary, emulation, minCompatibility, source } = reportTarget(reportedSurface);
    const live = snapshot(name);
    const age = live === undefined ? '' : ` (${ageOf(live.readAt, new Date())})`;
    return [name, binary, emulation, minCompatibility, `${source}${age}`];
  });
  const table = textTable(['target', 'binary', 'emulation', 'min compatibility', 'from'], rows, style);
  const details = reported.map((reportedSurface) =>
    targetDetails(reportedSurface, ignoredFlags(reportedSurface.surface.name), style),
  );
  const described = [...foundText(found, day, style), ...unreadText(unread, style)];
  return [...(reported.length === 0 ? [] : [table, ...details]), ...described].join('\n');
}

/** The described clusters in workspace files, with their places and how to use them. */
function foundText(found: readonly FoundTarget[], day: string, style: Style): readonly string[] {
  if (found.length === 0) return [];
  const rows = found.map(({ expression, file, position, format, name, versions }) => [
    expression.replace(/^from=/, ''),
    versions === undefined ? '-' : formatMinor(versions.binary),
    versions === undefined ? '-' : formatMinor(versions.emulation),
    name === undefined ? format : `${format} ${name}`,
    `${file}:${position.line + 1}:${position.character + 1}`,
  ]);
  const table = textTable(['described by', 'binary', 'emulation', 'what', 'location'], rows, style);
  const why = found.flatMap(({ expression, problems }) =>
    problems.map((problem) => `  ${style('warning', 'unusable')} ${expression.replace(/^from=/, '')}, ${problem}\n`),
  );
  const disputed = disagreements(found).map(
    ([first, second]) =>
      `  ${style('warning', 'differs')} ${first.name}: ${versionAt(first)}, ${versionAt(second)}; correct one, or name the right file with --target-from\n`,
  );
  const windows = found.flatMap(({ expression, support }) => {
    if (support === undefined) return [];
    const state = supportState(support, day);
    const word = style(state === 'standard' ? 'quiet' : 'warning', state === 'ended' ? 'unsupported' : 'support');
    return [`  ${word} ${expression.replace(/^from=/, '')}, ${describeSupport(support, day)}\n`];
  });
  return [
    table,
    why.join(''),
    [...disputed, ...windows].join(''),
    `  ${style('quiet', 'use one with --target-from, or under targets: in .kubecompat.yaml')}\n`,
  ];
}

const maxUnread = 20;

function unreadText(unread: readonly UnreadDescription[], style: Style): readonly string[] {
  if (unread.length === 0) return [];
  const lines = unread.slice(0, maxUnread).map(({ file, position, message, remedy }) => {
    const place = position === undefined ? file : `${file}:${position.line + 1}:${position.character + 1}`;
    return `  ${style('warning', 'unread')} ${place} ${message}; ${remedy}\n`;
  });
  const more = unread.length - lines.length;
  return [[...lines, ...(more > 0 ? [`  and ${more} more\n`] : [])].join('')];
}

function versionAt({ versions, file, position }: FoundTarget): string {
  const minor = versions === undefined ? '' : formatMinor(versions.binary);
  return `${minor} by ${file}:${position.line + 1}:${position.character + 1}`;
}

/** The differences from a server without flags: readers need those, not 300 gates. */
function targetDetails(reported: ReportedSurface, ignoredFlags: readonly string[], style: Style): string {
  const { surface } = reported;
  const changed = [...surface.gates.values()].filter((gate) => gate.enabled !== gate.default);
  const lines = [
    style('strong', describeTarget(reportTarget(reported))),
    `  serves ${surface.resources.length} resources and knows ${surface.gates.size} feature gates`,
    ...changed.map(({ name, enabled, stage }) => `  ${name} (${stage}) is turned ${enabled ? 'on' : 'off'}`),
    ...flaggedPlugins(surface).map(
      ({ name, enabled }) => `  the admission plugin ${name} is turned ${enabled ? 'on' : 'off'}`,
    ),
    ...(surface.target.managedBy === undefined ? [] : [`  ${surface.target.managedBy} sets its flags`]),
    ...(ignoredFlags.length === 0
      ? []
      : [
          `  ignores ${ignoredFlags.length === 1 ? 'a flag that changes' : `${ignoredFlags.length} flags that change`} no finding: ${ignoredFlags.join(', ')}`,
        ]),
    ...surface.warnings.map((warning) => `  ${style('warning', 'warning')} ${warning}`),
    ...targetNotes(reportTarget(reported), style),
    '',
  ];
  return lines.join('\n');
}

/** The plugins that flags turn on or off. */
function flaggedPlugins(surface: ApiSurface): readonly PluginState[] {
  const { enabledAdmissionPlugins: enabled = [], disabledAdmissionPlugins: disabled = [] } = surface.target;
  return pluginStates(surface).filter(
    ({ name, enabled: isOn, default: byDefault }) => isOn !== byDefault && (isOn ? enabled : disabled).includes(name),
  );
}
