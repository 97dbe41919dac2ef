import table from '../../data/authored/substitutions.json' with { type: 'json' };
import { type MapNode, mapFor, stringFor } from '../manifest/node.ts';
import { mapsAt } from '../manifest/nodesAt.ts';
import { hasPlaceholder } from '../manifest/read/placeholder.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { fieldOf, formatPath } from '../text/fieldPath.ts';

/** A folder from which a plugin generates the manifests of an Application. */
export interface PluginSource {
  /** Relative to the root of the repository, as written; '' if absent or open. */
  readonly path: string;
  /** The name of the plugin; '' if Argo CD chooses one. */
  readonly plugin: string;
  /** The path of the field. */
  readonly at: string;
}

const { group, kind, sources, plugin, onlyFills } = table.plugged;

/** The folders of an Application with plugins that may change anything. */
export function pluginSources(root: MapNode): readonly PluginSource[] {
  if (stringFor(root, 'kind') !== kind) return [];
  if (parseGroupVersion(stringFor(root, 'apiVersion') ?? '')?.group !== group) return [];
  return sources.flatMap((field) =>
    mapsAt(root, field).flatMap(({ node, path: at }): readonly PluginSource[] => {
      const found = mapFor(node, plugin);
      const name = (found && stringFor(found, 'name')) ?? '';
      if (found === undefined || new RegExp(onlyFills).test(name)) return [];
      const path = stringFor(node, 'path') ?? '';
      return [{ path: hasPlaceholder(path) ? '' : path, plugin: name, at: formatPath(fieldOf(at, plugin)) }];
    }),
  );
}
