import sources from '../../data/authored/target-sources.json' with { type: 'json' };
import { componentNamed } from './components.ts';
import type { Cursor } from './cursor.ts';
import type { DescribedCluster, DescribedComponent } from './description.ts';
import { flagsOfArguments } from './flags.ts';
import type { TargetSource } from './source.ts';

/**
 * Configuration files of k3s and RKE2: keys such as `kube-apiserver-arg`, one value or a list. They contain no version.
 */
export const k3s: TargetSource = {
  reads: ({ kind }) => kind === '',
  read({ root, index }): readonly DescribedCluster[] {
    if (root.node.kind !== 'map' || root.at('kind') !== undefined) return [];
    const components = root.entries().flatMap((entry) => componentOf(entry) ?? []);
    if (components.length === 0) return [];
    const format = 'k3s or RKE2 configuration';
    return [{ format, document: index, name: undefined, components, span: root.keySpan, path: '' }];
  },
};

/** A key that ends in `+` extends the values of other files in `config.yaml.d`. */
function componentOf(entry: Cursor): DescribedComponent | undefined {
  const component = componentNamed(names.get(entry.key.replace(/\+$/, '')) ?? '');
  if (component === undefined) return undefined;
  const { keySpan: span, path } = entry;
  return { component, version: undefined, flags: flagsOfArguments(entry), span, path };
}

const names: ReadonlyMap<string, string> = new Map(Object.entries(sources.k3s.arguments));
