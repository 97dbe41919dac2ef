import table from '../../../data/authored/admission.json' with { type: 'json' };
import { isPluginOn } from '../../admission/plugins.ts';
import { fillIn } from './fillIn.ts';
import type { AdmittedObject } from './plugins/plugin.ts';
import { pluginWriters } from './plugins/registry.ts';

/** What admission plugins do with an object. */
export interface PluginChanges {
  /** The certain changes in words, by plugin. */
  readonly byPlugins: readonly string[];
  /** Paths that they generate; they are omitted. */
  readonly assigned: readonly string[];
  /** Paths that objects outside of the workspace decide; they are omitted. */
  readonly open: readonly string[];
}

/** Applies the certain changes of the admission plugins of a target to the draft of an object. */
export function pluginsInto(object: AdmittedObject): PluginChanges {
  const { draft, served, surface } = object;
  const kind = `${served.group}/${served.kind}`;
  const byPlugins: string[] = [];
  const assigned: string[] = [];
  const open: string[] = [];
  const note = (plugin: string, what: readonly string[]) => {
    if (what.length > 0) byPlugins.push(`${plugin}: ${what.join(', ')}`);
  };
  for (const { plugin, kind: own, path, value } of table.written) {
    if (own !== kind || (plugin !== undefined && !isPluginOn(surface, plugin))) continue;
    const steps = path.split('/');
    if (fillIn(draft, steps, value) && plugin !== undefined) note(plugin, [steps.join('.')]);
  }
  for (const { plugin, kinds, write } of pluginWriters) {
    if (!kinds.includes(kind) || !isPluginOn(surface, plugin)) continue;
    const change = write(object);
    note(plugin, change.written ?? []);
    assigned.push(...(change.assigned ?? []));
    open.push(...(change.open ?? []));
  }
  return { byPlugins, assigned, open };
}
