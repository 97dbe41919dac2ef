import table from '../../data/authored/admission.json' with { type: 'json' };
import { readManifest } from '../manifest/read/readManifest.ts';
import type { AdmissionSettings, PodSecuritySettings } from '../targets/admissionConfiguration.ts';
import { Cursor } from './cursor.ts';
import { typeOf } from './source.ts';

const { configuration, podSecurity } = table;

/** Reads a file by its path, relative to that of the configuration; undefined if it is not there. */
type ReadBeside = (path: string) => string | undefined;

/**
 * The settings in a file of kind AdmissionConfiguration; undefined for another file, or if its settings are unknown. Source: k8s.io/apiserver pkg/admission/config.go, ReadAdmissionConfiguration.
 *
 * @param file what people call it.
 */
export function readAdmissionSettings(text: string, file: string, beside: ReadBeside): AdmissionSettings | undefined {
  const [root, ...more] = documentsOf(text);
  if (root === undefined || more.length > 0) return undefined;
  const { group, kind } = typeOf(root.node);
  if (kind !== configuration.kind || !configuration.groups.includes(group)) return undefined;
  return settingsOfPlugins(root.all('plugins[]'), file, beside);
}

/** What a list of plugins with their settings sets up, wherever it stands. The first entry of a plugin counts. */
export function settingsOfPlugins(
  plugins: readonly Cursor[],
  file: string,
  beside: ReadBeside = () => undefined,
): AdmissionSettings | undefined {
  const plugin = plugins.find((candidate) => candidate.string('name') === podSecurity.plugin);
  if (plugin === undefined) return { file };
  const inside = plugin.at('configuration') ?? plugin.at('config');
  const path = plugin.string('path');
  if (inside === undefined && path === undefined) return { file };
  const text = inside === undefined && path !== undefined ? beside(path) : undefined;
  const found = inside ?? (text === undefined ? undefined : documentsOf(text)[0]);
  const settings = found && podSecuritySettings(found);
  return settings && { file, podSecurity: settings };
}

/** Undefined if a server would not start with it. */
function podSecuritySettings(root: Cursor): PodSecuritySettings | undefined {
  const { group, kind } = typeOf(root.node);
  if (group !== podSecurity.configuration.group || kind !== podSecurity.configuration.kind) return undefined;
  const defaults: Record<string, string> = {};
  for (const entry of root.at('defaults')?.entries() ?? []) {
    const value = entry.scalar();
    const must = entry.key.endsWith('-version') ? isVersion : isLevel;
    if (value === undefined || (value !== '' && !must(value))) return undefined;
    if (value !== '') defaults[entry.key] = value;
  }
  const names = (list: string) => root.all(`exemptions.${list}[]`).flatMap((item) => item.scalar() ?? []);
  return {
    defaults,
    usernames: names('usernames'),
    namespaces: names('namespaces'),
    runtimeClasses: names('runtimeClasses'),
  };
}

function isLevel(text: string): boolean {
  return podSecurity.levels.includes(text);
}

const versionPattern = new RegExp(podSecurity.version);

function isVersion(text: string): boolean {
  return versionPattern.test(text);
}

function documentsOf(text: string): readonly Cursor[] {
  return readManifest(text).documents.flatMap(({ root, problems }) =>
    root === undefined || problems.length > 0 ? [] : [Cursor.root(text, root)],
  );
}
