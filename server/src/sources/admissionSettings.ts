import table from '../../data/authored/admission.json' with { type: 'json' };
import { readManifest } from '../manifest/read/readManifest.ts';
import type { AdmissionSettings, PluginSettings, UnreadSettings } from '../targets/admissionConfiguration.ts';
import { Cursor } from './cursor.ts';
import { settingsReaders } from './pluginSettings.ts';
import { typeOf } from './source.ts';

const { configuration } = table;

/** Reads a file by its path, relative to that of the configuration; undefined if it does not exist. */
type ReadSibling = (path: string) => string | undefined;

/**
 * The settings in a file of kind AdmissionConfiguration; undefined for another file. Source: k8s.io/apiserver
 * pkg/admission/config.go, ReadAdmissionConfiguration.
 *
 * @param file the name of the file in messages.
 */
export function readAdmissionSettings(
  text: string,
  file: string,
  readSibling: ReadSibling,
): AdmissionSettings | undefined {
  const [root, ...more] = documentsOf(text);
  if (root === undefined || more.length > 0) return undefined;
  const { group, kind } = typeOf(root.node);
  if (kind !== configuration.kind || !configuration.groups.includes(group)) return undefined;
  return settingsOfPlugins(root.all('plugins[]'), file, readSibling);
}

/** The settings in a list of plugins. The first entry of a plugin counts. */
export function settingsOfPlugins(
  plugins: readonly Cursor[],
  file: string,
  readSibling: ReadSibling = () => undefined,
): AdmissionSettings {
  let settings: PluginSettings = {};
  const unread: UnreadSettings[] = [];
  for (const [plugin, read] of settingsReaders) {
    const entry = plugins.find((candidate) => candidate.string('name') === plugin);
    const found = entry && settingsIn(entry, readSibling);
    if (found === undefined) continue;
    const pluginSettings = found === 'not found' ? undefined : read(found);
    if (pluginSettings === undefined) unread.push({ plugin, isRefused: found !== 'not found' });
    else settings = { ...settings, ...pluginSettings };
  }
  return { file, ...settings, ...(unread.length > 0 ? { unread } : {}) };
}

/** The settings of a plugin, in its entry or in the file that the entry names; undefined if it has none. */
function settingsIn(entry: Cursor, readSibling: ReadSibling): Cursor | 'not found' | undefined {
  const inside = entry.at('configuration') ?? entry.at('config');
  const path = entry.string('path');
  if (inside !== undefined || path === undefined) return inside;
  const text = readSibling(path);
  return (text === undefined ? undefined : documentsOf(text)[0]) ?? 'not found';
}

function documentsOf(text: string): readonly Cursor[] {
  return readManifest(text).documents.flatMap(({ root, problems }) =>
    root === undefined || problems.length > 0 ? [] : [Cursor.root(text, root)],
  );
}
