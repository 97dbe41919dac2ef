import { hasBinary } from '../../catalog/catalog.ts';
import { pluginsOf } from '../../catalog/surface/admissionPlugins.ts';
import {
  contextKey,
  crdsKey,
  deprecationKeys,
  fileRuleKeys,
  fromKey,
  helmKeys,
  severities,
  severityKey,
  targetKeys,
  topKeys,
} from '../../config/keys.ts';
import { plainOrQuoted } from '../../manifest/edit/write.ts';
import { crdSets } from '../../targets/crds.ts';
import type { TargetFlag } from '../../targets/target.ts';
import { formatMinor, type Minor, parseMinor } from '../../targets/version.ts';
import type { Outline, OutlinePosition } from '../outline.ts';
import type { Completed } from '../settings/completeSetting.ts';
import { flagDescription } from '../settings/flagText.ts';
import {
  type SuggestionContext,
  suggestApis,
  suggestGates,
  suggestSwitch,
  suggestVersionsOf,
} from '../settings/suggestSettings.ts';
import { cutAtStops } from '../skeleton/stops.ts';
import type { Suggestion } from '../suggestion.ts';
import { type ConfigPosition, configPositionAt, targetNamesIn } from './configPosition.ts';
import type { ConfigFacts } from './describeConfig.ts';
import { schemaKeys, schemaText } from './schemaTexts.ts';

/** The completions, and whether an editor with the configuration's JSON schema offers the same. */
export type CompletedConfig = Completed & { readonly inSchema: boolean };

type Found = { readonly suggestions: readonly Suggestion[]; readonly inSchema: boolean };

/** A file that describes a cluster, or a context of a kubeconfig. */
export interface NamedCluster {
  /** The value of `from` or `context`. */
  readonly name: string;
  readonly description: string;
}

/** The facts for completion. */
export interface CompletionFacts extends Pick<ConfigFacts, 'catalog' | 'codes'> {
  /** The clusters for {@link clustersAskedAt}. */
  readonly clusters: readonly NamedCluster[];
}

/** The key whose value names a cluster outside of the configuration, if an offset is at its value. */
export function clustersAskedAt(text: string, offset: number): 'from' | 'context' | undefined {
  const at = configPositionAt(text, offset);
  return at && clusterKeyOf(at);
}

/**
 * The completions at an offset of a `.kubecompat.yaml`: keys, target names, versions, gates, APIs, codes, files and
 * contexts.
 */
export function completeConfig(text: string, offset: number, facts: CompletionFacts): CompletedConfig | undefined {
  const at = configPositionAt(text, offset);
  if (at === undefined) return undefined;
  const found = at.isKey ? keysAt(at, facts) : valuesAt(at, text, facts);
  return found && { word: at.position.word, ...found };
}

function keysAt(
  { path, position, target }: ConfigPosition,
  { catalog, codes }: Pick<ConfigFacts, 'catalog' | 'codes'>,
): Found | undefined {
  const [top, , key] = path;
  if (path.length === 1) return beginning(known(topKeys, position, schemaKeys.top), position, catalog);
  if (path.at(-2) === severityKey) {
    return ours(
      unwritten(
        [...codes].map(([code, title], rank) => entry(code, title, position, rank)),
        position,
      ),
    );
  }
  if (top === 'files' && path.length === 3) return known(fileRuleKeys, position, schemaKeys.fileRule);
  if (top === 'deprecations' && path.length === 3) return known(deprecationKeys, position, schemaKeys.deprecation);
  if (path.at(-2) === 'helm' && path.length === (top === 'files' ? 4 : 2))
    return known(helmKeys, position, schemaKeys.helm);
  if (top !== 'targets' || target === undefined) return undefined;
  if (path.length === 3) return known(targetEntries(target), position, schemaKeys.target);
  if (key === crdsKey && path.length === 4)
    return known([...crdSets.map(({ name }) => name), 'paths'], position, schemaKeys.crds);
  if (key === crdsKey && path.length === 5) return known(['release', 'channel'], position, schemaKeys.crdSet);
  if (path.length !== 4) return undefined;
  const component = apiServer(target, catalog);
  const write = (name: string, value: boolean) => (position.hasColon ? name : `${name}: ${value}`);
  if (key === 'featureGates') return ours(unwritten(suggestGates(component, write), position));
  return key === 'runtimeConfig' ? ours(unwritten(suggestApis(component, write), position)) : undefined;
}

/** In an empty configuration, `targets` includes one target, because it is useless without any. */
function beginning(
  found: Found,
  { container, column, hasColon, flow }: OutlinePosition,
  { newest }: ConfigFacts['catalog'],
): Found {
  if (container.entries.size > 0 || column !== 0 || hasColon || flow) return found;
  const { pieces, stops } = cutAtStops(`targets:\n  <1:prod>:\n    binaryVersion: "<2:${formatMinor(newest)}>"\n`);
  const suggestions = found.suggestions.map((suggestion) =>
    suggestion.label === 'targets' ? { ...suggestion, pieces, stops } : suggestion,
  );
  return { ...found, suggestions };
}

function clusterKeyOf({ path, isKey, target }: ConfigPosition): 'from' | 'context' | undefined {
  if (isKey || path[0] !== 'targets' || path.length !== 3 || target === undefined) return undefined;
  return path[2] === fromKey || path[2] === contextKey ? path[2] : undefined;
}

function valuesAt(
  at: ConfigPosition,
  text: string,
  { catalog, clusters }: Pick<CompletionFacts, 'catalog' | 'clusters'>,
): Found | undefined {
  const { path, position, target } = at;
  const [top, , key] = path;
  if (clusterKeyOf(at) !== undefined) {
    const write = position.word.quote === '' ? plainOrQuoted : (name: string) => name;
    return ours(clusters.map(({ name, description }, rank) => value(name, write(name), description, rank, position)));
  }
  if (top === 'default' || (top === 'files' && key === 'targets')) {
    // After a bare key, a list must be started.
    const isBare = position.slot === 'value' && position.key !== undefined;
    return ours(
      targetNamesIn(text).map((name, rank) => value(name, isBare ? `[${name}]` : name, 'target', rank, position)),
    );
  }
  if (path.at(-2) === severityKey) {
    return {
      suggestions: severities.map((severity, rank) => value(severity, severity, 'severity', rank, position)),
      inSchema: true,
    };
  }
  if (top !== 'targets' || target === undefined) return undefined;
  if (path.length === 5 && key === crdsKey) return ours(crdValues(path, position));
  const flag = targetKeys.get(String(key));
  if (flag === undefined) return undefined;
  if (pluginFlags.has(flag)) {
    const isBare = position.slot === 'value' && position.key !== undefined;
    const { binary } = apiServer(target, catalog);
    return ours(
      pluginsOf(flag, binary).map((name, rank) =>
        value(name, isBare ? `[${name}]` : name, 'admission plugin', rank, position),
      ),
    );
  }
  if (openFlags.has(flag)) return undefined;
  const space = position.touchesColon && !position.flow ? ' ' : '';
  if (path.length === 4 || flag.endsWith('forward-compatible')) {
    return ours(suggestSwitch(true, '', (word) => `${space}${word}`));
  }
  const quote = position.word.quote === '' ? '"' : '';
  return ours(versionsAt(flag, target, catalog, (version) => `${space}${quote}${version}${quote}`));
}

/** The flags that list admission plugins. */
const pluginFlags: ReadonlySet<TargetFlag> = new Set(['enable-admission-plugins', 'disable-admission-plugins']);

/** The flags without suggestions: networks, ports, and a file. */
const openFlags: ReadonlySet<TargetFlag> = new Set([
  'admission-control-config-file',
  'service-cluster-ip-range',
  'service-node-port-range',
]);

function versionsAt(
  flag: TargetFlag,
  target: Outline,
  catalog: ConfigFacts['catalog'],
  write: (version: string) => string,
): readonly Suggestion[] {
  return suggestVersionsOf(flag, apiServer(target, catalog), write);
}

function crdValues([, , , set, key]: ConfigPosition['path'], position: OutlinePosition): readonly Suggestion[] {
  const found = crdSets.find(({ name }) => name === set);
  const values = key === 'release' ? found?.releases.toReversed() : key === 'channel' ? found?.channels : undefined;
  return (values ?? []).map((item, rank) => value(item, item, found?.label ?? '', rank, position));
}

/** Beside `from` only the version and definitions are allowed, beside `context` only the definitions. */
function targetEntries({ entries }: Outline): readonly string[] {
  if (entries.has(fromKey)) return ['binaryVersion', crdsKey, severityKey];
  if (entries.has(contextKey)) return [crdsKey, severityKey];
  const contextKeys = entries.has('binaryVersion') ? [] : [contextKey];
  const isEmpty = [...entries.keys()].every((key) => key === crdsKey || key === severityKey || key === 'binaryVersion');
  return [...targetKeys.keys(), crdsKey, severityKey, ...(isEmpty ? [fromKey, ...contextKeys] : [])];
}

function apiServer({ entries }: Outline, catalog: ConfigFacts['catalog']): SuggestionContext {
  const inRange = (minor: Minor | undefined) => (minor !== undefined && hasBinary(catalog, minor) ? minor : undefined);
  const binary = inRange(parseMinor(entries.get('binaryVersion') ?? '')) ?? catalog.newest;
  const emulation = inRange(parseMinor(entries.get('emulatedVersion') ?? '')) ?? binary;
  return { catalog, component: 'kube-apiserver', binary, emulation };
}

function known(
  keys: readonly string[],
  position: OutlinePosition,
  properties: Readonly<Record<string, object>>,
): Found {
  const suggestions = keys.map((key, rank) => {
    const flag = targetKeys.get(key);
    return entry(key, flag === undefined ? (schemaText(key, properties) ?? '') : flagDescription(flag), position, rank);
  });
  return { suggestions: unwritten(suggestions, position), inSchema: true };
}

function ours(suggestions: readonly Suggestion[]): Found {
  return { suggestions, inSchema: false };
}

function unwritten(suggestions: readonly Suggestion[], { container, word }: OutlinePosition): readonly Suggestion[] {
  return suggestions.filter(({ label }) => label === word.text || !container.entries.has(label));
}

function entry(label: string, detail: string, { hasColon }: OutlinePosition, rank: number): Suggestion {
  return { label, kind: 'field', pieces: [hasColon ? label : `${label}: `], detail, note: '', deprecated: false, rank };
}

function value(label: string, written: string, detail: string, rank: number, position: OutlinePosition): Suggestion {
  const space = position.slot === 'value' && position.touchesColon && !position.flow ? ' ' : '';
  return { label, kind: 'name', pieces: [`${space}${written}`], detail, note: '', deprecated: false, rank };
}
