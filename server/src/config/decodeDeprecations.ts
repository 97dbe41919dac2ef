import type { AnnouncedDeprecation } from '../catalog/surface.ts';
import type { Node } from '../manifest/node.ts';
import { deprecationKeys } from './keys.ts';
import type { ConfigReader } from './reader.ts';

const example = 'deprecations: [{ group: lamps.example.com, version: v1alpha1, removed: "3.0" }]';

/**
 * Decodes `deprecations:`, the workspace's announcements about APIs: a group, the releases that deprecate or remove it,
 * and the replacement.
 */
export function decodeDeprecations(node: Node | undefined, reader: ConfigReader): readonly AnnouncedDeprecation[] {
  if (node === undefined) return [];
  return reader.list(node, 'deprecations', example).flatMap((item) => decodeEntry(item, reader) ?? []);
}

function decodeEntry(item: Node, reader: ConfigReader): AnnouncedDeprecation | undefined {
  const entries = reader.object(item, 'an entry of deprecations', deprecationKeys);
  if (item.kind !== 'map') return undefined;
  const name = (key: (typeof deprecationKeys)[number]): string | undefined => {
    const entry = entries.get(key);
    return entry && reader.string(entry.value, `${key} of deprecations`, example);
  };
  const release = (key: (typeof deprecationKeys)[number]): string | undefined => {
    const entry = entries.get(key);
    return entry && reader.version(entry.value, `${key} of deprecations`);
  };
  const group = name('group');
  if (!entries.has('group')) reader.problem(item, 'an entry of deprecations has no group', `write ${example}`);
  if (!entries.has('deprecated') && !entries.has('removed')) {
    reader.problem(item, 'an entry of deprecations has neither deprecated nor removed', 'write removed: "3.0"');
  }
  const announced = {
    version: name('version'),
    kind: name('kind'),
    deprecated: release('deprecated'),
    removed: release('removed'),
    instead: name('instead'),
  };
  return group === undefined ? undefined : { group, ...announced, source: 'deprecations: of .kubecompat.yaml' };
}
