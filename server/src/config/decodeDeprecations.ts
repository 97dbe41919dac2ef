import type { AnnouncedDeprecation } from '../catalog/surface.ts';
import type { Node } from '../manifest/node.ts';
import { deprecationKeys } from './keys.ts';
import type { ConfigReader } from './reader.ts';

const example = 'deprecations: [{ group: lamps.example.com, version: v1alpha1, removed: "3.0" }]';

/** What names can be: a DNS subdomain, a DNS label and the name of a Go type; the core group is ''. */
const names = {
  group: /^(?:[a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$/,
  version: /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
  kind: /^[A-Za-z][-A-Za-z0-9]*$/,
} as const;

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
  const text = (key: (typeof deprecationKeys)[number]): string | undefined => {
    const entry = entries.get(key);
    return entry && reader.string(entry.value, `${key} of deprecations`, example);
  };
  const name = (key: 'group' | 'version' | 'kind'): string | undefined => {
    const written = text(key);
    if (written === undefined || names[key].test(written)) return written;
    reader.problem(entries.get(key)?.value ?? item, `"${written}" cannot be the name of a ${key}`, `write ${example}`);
    return undefined;
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
    instead: text('instead'),
  };
  return group === undefined ? undefined : { group, ...announced, source: 'deprecations: of .kubecompat.yaml' };
}
