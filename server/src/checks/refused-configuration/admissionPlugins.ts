import facts from '../../../data/authored/apiserver-configurations.json' with { type: 'json' };
import { knownPlugins, mayHavePlugin } from '../../catalog/surface/admissionPlugins.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { dnsLabel, dnsSubdomain } from '../../formats/dns.ts';
import type { Format } from '../../formats/format.ts';
import type { MapNode } from '../../manifest/node.ts';
import { factMinor, formatMinor } from '../../targets/version.ts';
import { nearest } from '../../text/nearest.ts';
import type { Emit } from '../check.ts';
import { Value } from '../value.ts';
import { decodeConfiguration } from './decodeStruct.ts';
import { Refusals } from './refusals.ts';

interface PluginFacts {
  readonly group: string;
  readonly kind: string;
  /** The oldest binary that reads each version. */
  readonly versions: Readonly<Record<string, string>>;
}

const podSecurity = 'PodSecurity';
const settings: PluginFacts = facts.pluginKinds[podSecurity];
const flag = 'admission-control-config-file';
const levels = ['privileged', 'baseline', 'restricted'];
const versionPattern = /^v1\.([0-9]|[1-9][0-9]*)$/;

/** Reports the server's errors in the settings of plugins, and the settings that it ignores. */
export function judgePlugins(root: MapNode, refusals: Refusals): void {
  const plugins = Value.untyped(root, undefined, root.entries[0]?.keySpan ?? root).at('plugins');
  const seen = new Set<string>();
  for (const plugin of plugins.items) {
    const name = plugin.at('name');
    const isFirst = !seen.has(name.text);
    seen.add(name.text);
    const at = { path: name.path, span: name.key };
    if (name.text !== '' && !mayHavePlugin(name.text, refusals.surface.versions.binary)) {
      const [near] = nearest(name.text, knownPlugins, 1);
      const remedy = near === undefined ? 'Remove the entry' : `Write ${near}, or remove the entry`;
      refusals.ignored({ ...at, message: `no admission plugin has the name ${name.text}`, remedy });
    } else if (!isFirst) {
      const message = `a second entry for ${name.text} has no effect`;
      refusals.ignored({ ...at, message, remedy: 'Remove one of the entries' });
    } else if (name.text === podSecurity && plugin.at('configuration').node?.kind === 'map') {
      judgeSettings(plugin.at('configuration'), refusals);
    }
  }
}

/** Judges a file with the settings of one plugin; false if a document is not one. */
export function judgePluginFile(root: MapNode, text: string, surface: ApiSurface, emit: Emit): boolean {
  const value = Value.untyped(root, undefined, root.entries[0]?.keySpan ?? root);
  const [group] = value.at('apiVersion').text.split('/');
  if (group !== settings.group || value.at('kind').text !== settings.kind) return false;
  judgeSettings(value, new Refusals(surface, text, flag, emit, facts.pluginKinds.source));
  return true;
}

function judgeSettings(value: Value, refusals: Refusals): void {
  const { node } = value;
  if (node?.kind !== 'map') return;
  const { binary } = refusals.surface.versions;
  const [group, version = ''] = value.at('apiVersion').text.split('/');
  const read = Object.entries(settings.versions).flatMap(([name, since]) => (factMinor(since) <= binary ? [name] : []));
  if (group !== settings.group || value.at('kind').text !== settings.kind || !read.includes(version)) {
    const at = value.at(group === settings.group && read.includes(version) ? 'kind' : 'apiVersion');
    const message = `kube-apiserver ${formatMinor(binary)} reads ${settings.kind} of ${settings.group}/${read.join(', ')}`;
    refusals.add({ path: at.path, span: at.key, message, remedy: 'Write one of these versions, and the kind' });
    return;
  }
  const before = refusals.count;
  decodeConfiguration(node, settings.kind, refusals, value.path);
  if (refusals.count > before) return;
  const defaults = value.at('defaults');
  for (const mode of ['enforce', 'warn', 'audit']) {
    const [level, ofVersion] = [defaults.at(mode), defaults.at(`${mode}-version`)];
    // An empty level and an empty version are defaulted.
    if (!level.empty && !levels.includes(level.text)) refusals.value(level, `must be one of ${levels.join(', ')}`);
    if (!ofVersion.empty && ofVersion.text !== 'latest' && !versionPattern.test(ofVersion.text)) {
      refusals.value(ofVersion, 'must be "latest" or "v1.x"');
    }
  }
  const exemptions = value.at('exemptions');
  validateNames(exemptions.at('namespaces'), dnsLabel, refusals);
  validateNames(exemptions.at('runtimeClasses'), dnsSubdomain, refusals);
  validateNames(exemptions.at('usernames'), (name) => (name === '' ? ['username must not be empty'] : []), refusals);
}

function validateNames(list: Value, format: Format, refusals: Refusals): void {
  const seen = new Set<string>();
  for (const item of list.items) {
    const problems = format(item.text);
    if (problems.length > 0) refusals.value(item, problems.join(', '));
    else if (seen.has(item.text)) refusals.duplicate(item);
    seen.add(item.text);
  }
}
