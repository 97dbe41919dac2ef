import { PerTarget } from '../catalog/perTarget.ts';
import { defaultPlugins, pluginsOf, runsPlugin } from '../catalog/surface/admissionPlugins.ts';
import type { ApiSurface } from '../catalog/surface.ts';

/** The name of an admission plugin, as in flags: `PodSecurity`. */
type PluginName = string;

const known = new PerTarget<boolean>();

/** Whether a target runs an admission plugin, by its flags and gates. Asked for every object. */
export function isPluginOn(surface: ApiSurface, name: PluginName): boolean {
  return known.of(surface, name, () => runsPlugin(surface.target, surface.gates, name));
}

/**
 * Whether the settings of a plugin are known at a target: it has no AdmissionConfiguration, or the plugin has readable
 * settings there, or none.
 */
export function areSettingsKnown({ target }: ApiSurface, name: PluginName): boolean {
  const { admissionConfiguration: file } = target;
  if (file === undefined) return true;
  return file.settings !== undefined && file.settings.unread?.some(({ plugin }) => plugin === name) !== true;
}

/** An admission plugin, whether a target runs it, and whether its binary runs it by default. */
export interface PluginState {
  readonly name: PluginName;
  readonly enabled: boolean;
  readonly default: boolean;
}

/** The admission plugins of a target's binary and of its flags, sorted by name. */
export function pluginStates(surface: ApiSurface): readonly PluginState[] {
  const { enabledAdmissionPlugins: enabled = [], disabledAdmissionPlugins: disabled = [] } = surface.target;
  const { binary } = surface.versions;
  const byDefault = defaultPlugins(binary);
  const names = new Set([...byDefault, ...pluginsOf('enable-admission-plugins', binary), ...enabled, ...disabled]);
  return [...names]
    .sort()
    .map((name) => ({ name, enabled: isPluginOn(surface, name), default: byDefault.includes(name) }));
}
