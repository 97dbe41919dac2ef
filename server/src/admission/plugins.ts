import table from '../../data/authored/admission.json' with { type: 'json' };
import { defaultPlugins, pluginsOf } from '../catalog/surface/admissionPlugins.ts';
import type { ApiSurface } from '../catalog/surface.ts';

/** The name of an admission plugin, as the flags have it. */
type PluginName = string;

interface PluginFacts {
  readonly name: PluginName;
  readonly since: string;
  readonly until?: string;
  readonly gate?: string;
}

const plugins: readonly PluginFacts[] = table.plugins;

/**
 * Whether a target runs an admission plugin: it is on by default or by `--enable-admission-plugins`, and its gate is on.
 * Source: k8s.io/apiserver pkg/server/options/admission.go, enabledPluginNames.
 */
export function isPluginOn(surface: ApiSurface, name: PluginName): boolean {
  const { enabledAdmissionPlugins: enabled = [], disabledAdmissionPlugins: disabled = [] } = surface.target;
  const { binary } = surface.versions;
  if (!enabled.includes(name) && (disabled.includes(name) || !defaultPlugins(binary).includes(name))) return false;
  const gate = plugins.find((plugin) => plugin.name === name)?.gate;
  // Gates of plugins were removed with the feature on.
  return gate === undefined || surface.gates.get(gate)?.enabled !== false;
}

/**
 * Whether the settings of a plugin are known at a target: it has no AdmissionConfiguration, or one that could be read.
 */
export function areSettingsKnown({ target }: ApiSurface, name: PluginName): boolean {
  const { admissionConfiguration: file } = target;
  if (file === undefined) return true;
  return file.settings !== undefined && file.settings.unread?.some(({ plugin }) => plugin === name) !== true;
}

/** A plugin of a binary, whether a target runs it, and whether the binary does by default. */
export interface PluginState {
  readonly name: PluginName;
  readonly enabled: boolean;
  readonly default: boolean;
}

/** The plugins of the binary of a target, and others that its flags name, by name. */
export function pluginStates(surface: ApiSurface): readonly PluginState[] {
  const { enabledAdmissionPlugins: enabled = [], disabledAdmissionPlugins: disabled = [] } = surface.target;
  const { binary } = surface.versions;
  const byDefault = defaultPlugins(binary);
  const names = new Set([...byDefault, ...pluginsOf('enable-admission-plugins', binary), ...enabled, ...disabled]);
  return [...names]
    .sort()
    .map((name) => ({ name, enabled: isPluginOn(surface, name), default: byDefault.includes(name) }));
}
