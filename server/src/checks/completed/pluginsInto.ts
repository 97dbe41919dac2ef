import table from '../../../data/authored/admission.json' with { type: 'json' };
import { isPluginOn } from '../../admission/plugins.ts';
import { fillIn } from './fillIn.ts';
import type { Generated } from './generated.ts';
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
  /** The items at `assigned` paths. */
  readonly generated: Generated;
}

/**
 * Applies the certain changes of the admission plugins of a target to the draft of an object.
 *
 * @param until `storage` also applies what the server writes after mutating admission.
 */
export function pluginsInto(object: AdmittedObject, until: 'admission' | 'storage'): PluginChanges {
  const { draft, served, surface } = object;
  const kind = `${served.group}/${served.kind}`;
  const byPlugins: string[] = [];
  const assigned: string[] = [];
  const open: string[] = [];
  let generated: Generated = { items: [], isCertain: true };
  const note = (plugin: string, what: readonly string[]) => {
    if (what.length > 0) byPlugins.push(`${plugin}: ${what.join(', ')}`);
  };
  for (const { plugin, kind: writtenKind, path, value } of table.written) {
    if (writtenKind !== kind || (plugin === undefined ? until === 'admission' : !isPluginOn(surface, plugin))) continue;
    const steps = path.split('/');
    if (fillIn(draft, steps, value) && plugin !== undefined) note(plugin, [steps.join('.')]);
  }
  for (const { plugin, kinds, write } of pluginWriters) {
    if (!kinds.includes(kind) || !isPluginOn(surface, plugin)) continue;
    const change = write(object);
    note(plugin, change.written ?? []);
    assigned.push(...(change.assigned ?? []));
    open.push(...(change.open ?? []));
    if (change.generated !== undefined) {
      const { items, isCertain } = change.generated;
      generated = { items: [...generated.items, ...items], isCertain: generated.isCertain && isCertain };
    }
  }
  return { byPlugins, assigned, open, generated };
}
