import { defaultPlugins, pluginsOf, runsPlugin } from '../catalog/surface/admissionPlugins.ts';
import type { ApiSurface } from '../catalog/surface.ts';

/** The name of an admission plugin, as the flags have it. */
type PluginName = string;

/** Whether a target runs an admission plugin, by its flags and gates. */
export function isPluginOn({ target, gates }: ApiSurface, name: PluginName): boolean {
  return runsPlugin(target, gates, name);
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
