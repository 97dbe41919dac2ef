import sources from '../../data/authored/target-sources.json' with { type: 'json' };
import type { Cursor } from './cursor.ts';
import type { DescribedCluster } from './description.ts';
import { type DocumentFormat, describeDocument } from './objectFormat.ts';
import { type DocumentType, type TargetSource, typeOf } from './source.ts';

/**
 * Objects of tools that create clusters, each with fixed fields for versions and flags: kubeadm, Cluster API, kops,
 * Gardener, eksctl, the operators of clouds and the components' own configurations. The fields are data
 * (`data/authored/target-sources.json`).
 */
export const objects: TargetSource = {
  reads: ({ group }) => groups.has(group),
  read: (document) => {
    const format = formatOfObject(document.root, document.type);
    return format === undefined ? [] : [describeDocument(format, document.root, document.index)];
  },
};

interface ObjectFormat extends DocumentFormat {
  readonly group: string;
  /** The versions known to have the fields; absent if all have. */
  readonly versions?: readonly string[] | undefined;
  /** Absent for all kinds of the group without a separate entry: by a contract, they have the same fields. */
  readonly kind?: string | undefined;
  /** A field that a document of the kind needs to describe a cluster. */
  readonly needs?: string | undefined;
}

const formats: readonly ObjectFormat[] = sources.objects;
const groups: ReadonlySet<string> = new Set(formats.map(({ group }) => group));

/** The description in kubeadm's `ClusterConfiguration`, even without its `apiVersion`. */
export function clusterConfiguration(root: Cursor, index: number): readonly DescribedCluster[] {
  const kind = root.string('kind');
  const withoutVersion = formats.find(
    (objectFormat) => objectFormat.kind === kind && root.string('apiVersion') === undefined,
  );
  const format = withoutVersion ?? formatOfObject(root, typeOf(root.node));
  return format === undefined ? [] : [describeDocument(format, root, index)];
}

/** The format of a document: that of its kind, otherwise that of all kinds of its group. */
export function formatOfObject(root: Cursor, { group, version, kind }: DocumentType): ObjectFormat | undefined {
  const ofGroup = formats.filter((format) => format.group === group);
  const ofKind = ofGroup.filter((objectFormat) => objectFormat.kind === kind);
  return (ofKind.length > 0 ? ofKind : ofGroup.filter((objectFormat) => objectFormat.kind === undefined)).find(
    ({ versions, needs }) =>
      (versions === undefined || versions.includes(version)) && (needs === undefined || root.at(needs) !== undefined),
  );
}
