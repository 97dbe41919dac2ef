import sources from '../../data/authored/target-sources.json' with { type: 'json' };
import { compareVersions, versionRank } from '../targets/groupVersion.ts';
import { formatMinor, minor } from '../targets/version.ts';
import type { Cursor } from './cursor.ts';
import type { DescribedCluster, ToolNote } from './description.ts';
import { type DocumentFormat, describeDocument } from './objectFormat.ts';
import type { DocumentType, TargetSource } from './source.ts';
import { writtenMinor } from './writtenVersion.ts';

/**
 * Objects of tools that create clusters, each with fixed fields for versions and flags: kubeadm, Cluster API, kops,
 * Gardener, eksctl, the operators of clouds and the components' own configurations. The fields are data
 * (`data/authored/target-sources.json`).
 */
export const objects: TargetSource = {
  reads: ({ group }) => groups.has(group),
  read: ({ root, type, index }) => {
    const format = formatOfObject(root, type);
    if (format === undefined) return newerVersion(root, type, index);
    const cluster = describeDocument(format, root, index);
    const readers = type.group === sources.kubeadm.group ? readerNotes(root, type, cluster) : [];
    return [readers.length === 0 ? cluster : { ...cluster, notes: [...readers, ...(cluster.notes ?? [])] }];
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

/** The format of a document: that of its kind, otherwise that of all kinds of its group. */
export function formatOfObject(root: Cursor, { group, version, kind }: DocumentType): ObjectFormat | undefined {
  const ofGroup = formats.filter((format) => format.group === group);
  const ofKind = ofGroup.filter((objectFormat) => objectFormat.kind === kind);
  return (ofKind.length > 0 ? ofKind : ofGroup.filter((objectFormat) => objectFormat.kind === undefined)).find(
    ({ versions, needs }) =>
      (versions === undefined || versions.includes(version)) && (needs === undefined || root.at(needs) !== undefined),
  );
}

/** A cluster in a version of a known kind that is newer than those whose fields are known. */
function newerVersion(
  root: Cursor,
  { group, version, kind, apiVersion }: DocumentType,
  index: number,
): readonly DescribedCluster[] {
  const known = formats.findLast((format) => format.group === group && format.kind === kind);
  const isNewer = known?.versions?.every(
    (older) => versionRank(version) !== undefined && compareVersions(version, older) < 0,
  );
  const at = root.at('apiVersion');
  if (known === undefined || isNewer !== true || at === undefined) return [];
  if (known.needs !== undefined && root.at(known.needs) === undefined) return [];
  const unknownVersion = { text: apiVersion, span: { start: at.node.start, end: at.node.end }, path: at.path };
  return [{ ...describeDocument(known, root, index), unknownVersion }];
}

/** The notes on a version of kubeadm's configuration that its releases for this Kubernetes do not read as it is. */
function readerNotes(
  root: Cursor,
  { version, apiVersion }: DocumentType,
  cluster: DescribedCluster,
): readonly ToolNote[] {
  const reader = readers.get(version);
  const installed = writtenMinor(cluster.components.find((component) => component.version !== undefined)?.version);
  const at = root.at('apiVersion');
  const isKnown = installed !== undefined && [...readers.values()].some((known) => installed >= known.since);
  if (reader === undefined || !isKnown || at === undefined) return [];
  const { since, until, option } = reader;
  const position = { span: { start: at.node.start, end: at.node.end }, path: at.path, source: sources.kubeadm.source };
  // A kubeadm sets up its own minor and the one before.
  const isRead = installed + 1 >= since && (until === undefined || installed <= until);
  if (!isRead) {
    const range = `${formatMinor(minor(since))}${until === undefined ? ' on' : ` to ${formatMinor(minor(until))}`}`;
    const message = `kubeadm ${formatMinor(installed)} does not read ${apiVersion}`;
    const why = `kubeadm sets up its own minor and the one before it. It reads ${version} from ${range}.`;
    const remedy = 'convert the file with "kubeadm config migrate" of a release that reads it';
    return [{ ...position, effect: 'unread', message, why, remedy }];
  }
  if (option === undefined) return [];
  const message = `kubeadm init refuses ${apiVersion}, which is experimental`;
  const why = `Only "kubeadm config" reads it, with ${option}. Its fields can still change.`;
  return [{ ...position, effect: 'conditional', message, why, remedy: 'use an older version' }];
}

interface Readers {
  readonly since: number;
  readonly until?: number | undefined;
  readonly option?: string | undefined;
}

/** The minors of kubeadm that read a version. */
const readers: ReadonlyMap<string, Readers> = new Map(Object.entries(sources.kubeadm.readers));
