import sources from '../../data/authored/target-sources.json' with { type: 'json' };
import { providerOf } from '../targets/supportWindow.ts';
import type { Cursor } from './cursor.ts';
import type { DescribedCluster } from './description.ts';
import type { TargetSource } from './source.ts';
import { textAt } from './writtenVersion.ts';

const facts = sources.clusterSecrets;

/**
 * Clusters that Argo CD and Fleet deploy to: a Secret with Argo CD's label, a Cluster of Fleet. Their version is in a
 * label or annotation, if present.
 */
export const clusterSecrets: TargetSource = {
  reads: ({ apiVersion, group, kind }) =>
    (kind === 'Secret' && apiVersion === 'v1') || (group === facts.fleetGroup && kind === facts.fleetKind),
  read({ root, type, index }): readonly DescribedCluster[] {
    const isFleet = type.group === facts.fleetGroup;
    const noted = [...entriesAt(root, 'metadata.labels'), ...entriesAt(root, 'metadata.annotations')];
    const isCluster = noted.some((entry) => entry.key === facts.label && entry.scalar() === facts.value);
    if (!isFleet && !isCluster) return [];
    const version = textAt(facts.versions.flatMap((name) => noted.find(({ key }) => key === name) ?? [])[0]);
    const name = root.string('stringData.name') ?? root.string('metadata.name');
    const position = { span: root.keySpan, path: '' };
    const format = isFleet ? 'Fleet Cluster' : 'Argo CD cluster Secret';
    const server = { component: 'kube-apiserver', version, flags: [], ...position } as const;
    const provider = providerOf(version?.text ?? '');
    const runBy = provider === undefined ? ({ registered: true } as const) : { provider };
    return [{ format, document: index, name, ...runBy, components: [server], ...position }];
  },
};

function entriesAt(root: Cursor, path: string): readonly Cursor[] {
  return root.at(path)?.entries() ?? [];
}
