import type { MapEntry } from '../manifest/node.ts';
import type { Setting, Target, TargetFlag } from '../targets/target.ts';
import { parseMinor } from '../targets/version.ts';
import type { Span } from '../text/span.ts';
import type { ConfiguredTarget, LiveTarget, ReferredTarget } from './config.ts';
import { decodeCrds } from './decodeCrds.ts';
import { decodeSeverity } from './decodeSeverity.ts';
import { contextKey, crdsKey, fromKey, severityKey, targetKeys } from './keys.ts';
import type { ConfigReader } from './reader.ts';

/** Names without the `=`, `,` and `/` of target expressions, and that do not begin like a version. */
const targetName = /^(?!v?1\.\d)[A-Za-z0-9][\w.-]*$/;

/**
 * Decodes an entry of `targets:`: the target of its valid parts. Undefined, after reporting, if these are not a target.
 */
export function decodeTarget(
  entry: MapEntry,
  codes: ReadonlySet<string>,
  reader: ConfigReader,
): ConfiguredTarget | undefined {
  const { key: name, keySpan: nameSpan, value } = entry;
  const what = `target "${name}"`;
  if (!targetName.test(name)) {
    reader.problem(
      nameSpan,
      `"${name}" cannot be the name of a target: the command line would read it as a version or a setting`,
      'use letters, digits, "-", "_" and ".", for example prod',
    );
    return undefined;
  }
  const before = reader.problems.length;
  const entries = reader.object(value, what, [...targetKeys.keys(), fromKey, contextKey, crdsKey, severityKey]);
  const version = (key: string) => {
    const node = entries.get(key)?.value;
    return node === undefined ? undefined : reader.version(node, `${what}, ${key}`);
  };
  const binaryNode = entries.get('binaryVersion')?.value;
  const binaryText = version('binaryVersion');
  const binary = binaryText === undefined ? undefined : parseMinor(binaryText);
  if (binaryNode !== undefined && binaryText !== undefined && binary === undefined) {
    reader.problem(binaryNode, `${what}: "${binaryText}" is not a Kubernetes version`, 'write it like "1.36"');
  }
  const crds = decodeCrds(entries.get(crdsKey), what, reader);
  const levels = entries.get(severityKey)?.value;
  const severity = decodeSeverity(levels, codes, reader, `${what}, severity`);
  if (entries.has(fromKey)) return decodeReferred(entry, entries, { binary, crds, severity }, reader);
  if (entries.has(contextKey)) return decodeLive(entry, entries, { crds, severity }, reader);
  const flag = (key: string) => {
    const node = entries.get(key)?.value;
    return node === undefined ? undefined : reader.flagValue(node, `${what}, ${key}`);
  };
  const settings = new Map<string, Span>();
  const settingsOf = (key: string) => decodeSettings(entries.get(key), `${what}, ${key}`, reader, settings);
  const emulatedVersion = version('emulatedVersion');
  const minCompatibilityVersion = version('minCompatibilityVersion');
  const emulationForwardCompatible = flag('emulationForwardCompatible');
  const runtimeConfigEmulationForwardCompatible = flag('runtimeConfigEmulationForwardCompatible');
  const strings = (key: string) => {
    const node = entries.get(key)?.value;
    if (node === undefined) return undefined;
    const example = `${key}: [NAME]`;
    return reader
      .list(node, `${what}, ${key}`, example)
      .flatMap((item) => reader.string(item, `${what}, ${key}`, example) ?? []);
  };
  const enabledAdmissionPlugins = strings('enableAdmissionPlugins');
  const disabledAdmissionPlugins = strings('disableAdmissionPlugins');
  const text = (key: string, example: string) => {
    const node = entries.get(key)?.value;
    return node === undefined ? undefined : reader.string(node, `${what}, ${key}`, example);
  };
  const networks = entries.get('serviceClusterIPRange')?.value;
  const clusterIpRange =
    networks?.kind === 'list'
      ? strings('serviceClusterIPRange')?.join(',')
      : text('serviceClusterIPRange', 'serviceClusterIPRange: 10.96.0.0/12');
  const nodePortRange = text('serviceNodePortRange', 'serviceNodePortRange: 30000-32767');
  const admissionFile = text('admissionControlConfigFile', 'admissionControlConfigFile: clusters/admission.yaml');
  const runtimeConfig = settingsOf('runtimeConfig');
  const featureGates = settingsOf('featureGates');
  if (reader.problems.length === before && binaryNode === undefined) {
    reader.problem(nameSpan, `${what} has no binaryVersion`, 'write binaryVersion: "1.36"');
  }
  if (binary === undefined) return undefined;
  const target: Target = {
    binary,
    runtimeConfig,
    featureGates,
    ...(emulatedVersion === undefined ? {} : { emulatedVersion }),
    ...(minCompatibilityVersion === undefined ? {} : { minCompatibilityVersion }),
    ...(emulationForwardCompatible === undefined ? {} : { emulationForwardCompatible }),
    ...(runtimeConfigEmulationForwardCompatible === undefined ? {} : { runtimeConfigEmulationForwardCompatible }),
    ...(enabledAdmissionPlugins === undefined ? {} : { enabledAdmissionPlugins }),
    ...(disabledAdmissionPlugins === undefined ? {} : { disabledAdmissionPlugins }),
    ...(admissionFile === undefined || admissionFile === '' ? {} : { admissionConfiguration: { path: admissionFile } }),
    ...(clusterIpRange === undefined && nodePortRange === undefined
      ? {}
      : {
          services: {
            ...(clusterIpRange === undefined ? {} : { clusterIpRange }),
            ...(nodePortRange === undefined ? {} : { nodePortRange }),
          },
        }),
    ...(crds === undefined ? {} : { crds }),
  };
  return { kind: 'written', name, nameSpan, target, flags: flagSpans(entries), settings, severity };
}

const keysWithFrom: ReadonlySet<string> = new Set([fromKey, crdsKey, severityKey, 'binaryVersion']);

/** Refuses settings beside `from`: the other file has them, and two definitions of one setting would diverge. */
function decodeReferred(
  { key: name, keySpan: nameSpan }: MapEntry,
  entries: ReadonlyMap<string, MapEntry>,
  siblings: Pick<ReferredTarget, 'binary' | 'crds' | 'severity'>,
  reader: ConfigReader,
): ConfiguredTarget | undefined {
  const what = `target "${name}"`;
  for (const { key, keySpan } of entries.values()) {
    if (keysWithFrom.has(key)) continue;
    reader.problem(keySpan, `${what}: "${key}" cannot be combined with "from"`, 'keep one of them');
  }
  const node = entries.get(fromKey)?.value;
  const example = 'from: clusters/edge/kube-apiserver.yaml';
  const from = node === undefined ? undefined : reader.string(node, `${what}, from`, example);
  if (node === undefined || from === undefined) return undefined;
  if (from === '') reader.problem(node, `${what}: from names no file`, `write ${example}`);
  const fromSpan = { start: node.start, end: node.end };
  return from === '' ? undefined : { kind: 'referred', name, nameSpan, from, fromSpan, ...siblings };
}

/** Refuses settings beside `context`: the cluster has them. */
function decodeLive(
  { key: name, keySpan: nameSpan }: MapEntry,
  entries: ReadonlyMap<string, MapEntry>,
  siblings: Pick<LiveTarget, 'crds' | 'severity'>,
  reader: ConfigReader,
): ConfiguredTarget | undefined {
  const what = `target "${name}"`;
  for (const { key, keySpan } of entries.values()) {
    if (key === contextKey || key === crdsKey || key === severityKey) continue;
    reader.problem(keySpan, `${what}: "${key}" cannot be combined with "context"`, 'keep one of them');
  }
  const node = entries.get(contextKey)?.value;
  const context = node === undefined ? undefined : reader.string(node, `${what}, context`, 'context: staging');
  if (node === undefined || context === undefined) return undefined;
  if (context === '') reader.problem(node, `${what}: context is empty`, 'write context: staging');
  const contextSpan = { start: node.start, end: node.end };
  return context === '' ? undefined : { kind: 'live', name, nameSpan, context, contextSpan, ...siblings };
}

function decodeSettings(
  entry: MapEntry | undefined,
  what: string,
  reader: ConfigReader,
  spans: Map<string, Span>,
): readonly Setting[] {
  if (entry === undefined) return [];
  const settings: Setting[] = [];
  for (const { key, keySpan, value } of reader.map(entry.value, what, `${entry.key}: { NAME: true }`)) {
    const text = reader.flagValue(value, `${what}, ${key}`);
    if (text === undefined) continue;
    settings.push({ key, value: text });
    spans.set(key, { start: keySpan.start, end: Math.max(keySpan.end, value.end) });
  }
  return settings;
}

function flagSpans(entries: ReadonlyMap<string, MapEntry>): ReadonlyMap<TargetFlag, Span> {
  const spans = new Map<TargetFlag, Span>();
  for (const [key, { value }] of entries) {
    const flag = targetKeys.get(key);
    if (flag !== undefined) spans.set(flag, { start: value.start, end: value.end });
  }
  return spans;
}
