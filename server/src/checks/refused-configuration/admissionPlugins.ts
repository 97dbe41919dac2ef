import { knownPlugins, mayHavePlugin } from '../../catalog/surface/admissionPlugins.ts';
import type { MapNode } from '../../manifest/node.ts';
import { nearest } from '../../text/nearest.ts';
import { Value } from '../value.ts';
import { judgePluginSettings, settingsFor } from './pluginSettings.ts';
import type { Refusals } from './refusals.ts';

/** Reports the server's errors in the settings of plugins, and the settings that it ignores. */
export function judgePlugins(root: MapNode, refusals: Refusals): void {
  const plugins = Value.untyped(root, undefined, root.entries[0]?.keySpan ?? root).at('plugins');
  const seen = new Set<string>();
  for (const plugin of plugins.items) {
    const name = plugin.at('name');
    const isFirst = !seen.has(name.text);
    seen.add(name.text);
    const at = { path: name.path, span: name.key };
    const why = 'kube-apiserver looks for the settings of the plugins that it runs and ignores all others.';
    if (name.text !== '' && !mayHavePlugin(name.text, refusals.surface.versions.binary)) {
      const [near] = nearest(name.text, knownPlugins, 1);
      const remedy = near === undefined ? 'Remove the entry' : `Write ${near}, or remove the entry`;
      refusals.ignored({ ...at, message: `no admission plugin has the name ${name.text}`, remedy }, why);
    } else if (!isFirst) {
      const message = `a second entry for ${name.text} has no effect`;
      refusals.ignored({ ...at, message, remedy: 'Remove one of the entries' }, why);
    } else {
      const settings = settingsFor(name.text, refusals.surface);
      const inside = plugin.at('configuration');
      if (settings !== undefined && inside.node?.kind === 'map') {
        judgePluginSettings(inside, settings, refusals.forPlugins([name.text]));
      }
    }
  }
}
