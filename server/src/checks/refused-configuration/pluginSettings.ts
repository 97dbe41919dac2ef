import facts from '../../../data/authored/apiserver-configurations.json' with { type: 'json' };
import type { ApiSurface } from '../../catalog/surface.ts';
import type { MapNode } from '../../manifest/node.ts';
import { factMinor, type Minor } from '../../targets/version.ts';
import type { Emit } from '../check.ts';
import { Value } from '../value.ts';
import { decodeConfiguration } from './decodeStruct.ts';
import { pluginValidations } from './pluginValidations.ts';
import { Refusals } from './refusals.ts';

interface KindFacts {
  readonly group: string;
  readonly kind: string;
  /** The oldest binary that reads each version. */
  readonly versions: Readonly<Partial<Record<string, string>>>;
  /** The last binary that reads the kind. */
  readonly until?: string;
}

/** The settings of plugins. */
interface SettingsFacts {
  readonly plugins: readonly string[];
  readonly struct: string;
  /** The first binary known to refuse unknown fields; none if absent. */
  readonly strictSince?: string;
  /** The first binary whose plugins have settings; all if absent. */
  readonly since?: string;
  /** None if the plugin reads any object. */
  readonly kinds: readonly KindFacts[];
}

const flag = 'admission-control-config-file';
const allSettings: readonly SettingsFacts[] = facts.plugins.kinds;

/** The settings of a plugin at a target; undefined if they are not known. */
export function settingsFor(plugin: string, { versions }: ApiSurface): SettingsFacts | undefined {
  return allSettings.find(
    ({ plugins, since }) => plugins.includes(plugin) && (since === undefined || versions.binary >= factMinor(since)),
  );
}

/** Judges a file with the settings of one plugin; false if a document is not one. */
export function judgePluginFile(root: MapNode, text: string, surface: ApiSurface, emit: Emit): boolean {
  const value = Value.untyped(root, undefined, root.entries[0]?.keySpan ?? root);
  const [group] = value.at('apiVersion').text.split('/');
  const kind = value.at('kind').text;
  const settings = allSettings.find(({ kinds }) =>
    kinds.some((kindFacts) => kindFacts.group === group && kindFacts.kind === kind),
  );
  if (settings === undefined) return false;
  const refusals = new Refusals(surface, text, flag, emit);
  judgePluginSettings(value, settings, refusals.forPlugins(settings.plugins));
  return true;
}

/** Reports why plugins do not start with settings. */
export function judgePluginSettings(value: Value, settings: SettingsFacts, refusals: Refusals): void {
  const { node } = value;
  if (node?.kind !== 'map') return;
  const { binary } = refusals.surface.versions;
  if (settings.kinds.length > 0 && !isKindRead(value, settings, refusals)) return;
  const { strictSince } = settings;
  const isStrict = strictSince !== undefined && binary >= factMinor(strictSince);
  const before = refusals.count;
  decodeConfiguration(node, settings.struct, refusals, value.path, isStrict ? 'refused' : 'ignored');
  if (refusals.count === before) pluginValidations.get(settings.struct)?.(value, refusals);
}

function isKindRead(value: Value, { kinds }: SettingsFacts, refusals: Refusals): boolean {
  const [apiVersion, kind] = [value.at('apiVersion'), value.at('kind')];
  const all = readKinds(kinds, refusals.surface.versions.binary);
  const remedy = `Write ${all.map((readKind) => `${readKind.apiVersion} ${readKind.kind}`).join(' or ')}`;
  for (const [at, name] of [
    [kind, 'Kind'],
    [apiVersion, 'apiVersion'],
  ] as const) {
    if (!at.empty) continue;
    refusals.add({ path: at.path, span: at.key, message: `Object '${name}' is missing`, remedy });
    return false;
  }
  if (all.some((readKind) => readKind.apiVersion === apiVersion.text && readKind.kind === kind.text)) return true;
  const at = all.some((readKind) => readKind.apiVersion === apiVersion.text) ? kind : apiVersion;
  const message = `no kind "${kind.text}" is registered for version "${apiVersion.text}"`;
  refusals.add({ path: at.path, span: at.key, message, remedy });
  return false;
}

interface ReadKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The kinds that a binary reads, the newest first. */
function readKinds(kinds: readonly KindFacts[], binary: Minor): readonly ReadKind[] {
  return kinds
    .filter(({ until }) => until === undefined || binary <= factMinor(until))
    .flatMap(({ group, kind, versions }) =>
      Object.entries(versions).flatMap(([version, since = '']) =>
        factMinor(since) <= binary ? [{ apiVersion: `${group}/${version}`, kind }] : [],
      ),
    )
    .reverse();
}
