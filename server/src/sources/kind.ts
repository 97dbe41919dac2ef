import sources from '../../data/authored/target-sources.json' with { type: 'json' };
import { compareVersions, versionRank } from '../targets/groupVersion.ts';
import { formatMinor, type Minor, minor } from '../targets/version.ts';
import { nearest } from '../text/nearest.ts';
import { type Component, componentNamed, imageParts } from './components.ts';
import type { Cursor } from './cursor.ts';
import type { DescribedCluster, DescribedComponent, ToolNote, WrittenFlag, WrittenText } from './description.ts';
import { embeddedDocuments } from './embedded.ts';
import { flagOfMap } from './flags.ts';
import { KindConfiguration } from './kindPatches.ts';
import { scalarText } from './scalarText.ts';
import type { DocumentType, TargetSource } from './source.ts';
import { writtenMinor } from './writtenVersion.ts';

const {
  fields,
  groups,
  newest,
  kind: clusterKind,
  nodeImage,
  gateComponents,
  networks,
  kubeadmVersions,
  patchSource,
} = sources.kind;

/**
 * Clusters of kind: the images of the nodes have the version. Gates and runtime config are fields of the cluster, or in
 * patches of the kubeadm configuration, which kind writes in a version that the version of the node decides.
 */
export const kind: TargetSource = {
  reads: (type) => type.kind === clusterKind && groups.includes(type.group),
  read({ root, index, type }): readonly DescribedCluster[] {
    if (isNewer(type)) {
      const at = root.at('apiVersion') ?? root;
      const unknownVersion = { text: type.apiVersion, span: { start: at.node.start, end: at.node.end }, path: at.path };
      return [{ ...describe(root, index, undefined), unknownVersion }];
    }
    const written = writtenMinor(imageVersion(controlPlane(root)));
    const cluster = describe(root, index, written);
    return [written === undefined ? { ...cluster, atVersion: (given) => describe(root, index, given) } : cluster];
  },
};

function isNewer({ version }: DocumentType): boolean {
  return versionRank(version) !== undefined && compareVersions(version, newest) < 0;
}

function describe(root: Cursor, index: number, installed: Minor | undefined): DescribedCluster {
  const gates = fieldFlag(root, 'featureGates', 'feature-gates');
  const configuration = configurationOf(root, gates, installed);
  const version = imageVersion(controlPlane(root));
  const components = gateComponents.flatMap((name): readonly DescribedComponent[] => {
    const component = componentNamed(name);
    if (component === undefined) return [];
    const flags = isPatched(component) ? configuration.flagsOf(component) : gates;
    return [{ component, version, flags, span: root.keySpan, path: '' }];
  });
  const workers = root.all('nodes[]').filter((node) => node.string('role') === 'worker');
  const all = [...components, ...workers.map((node) => worker(node, gates))];
  const name = root.string('name');
  // Without a version, it is not known in which form kind writes the arguments that patches change.
  const known = configuration.notes.filter(({ effect }) => installed !== undefined || effect !== 'refused');
  const notes = [...refusedFields(root), ...known];
  return { format: 'kind cluster', document: index, name, components: all, span: root.keySpan, path: '', notes };
}

/** The fields and values that kind's strict decoder does not take (pkg/internal/apis/config/encoding/load.go). */
function refusedFields(root: Cursor): readonly ToolNote[] {
  const { source, release, apiVersion, cluster, node, networking } = fields;
  const why = 'kind decodes the file strictly: it refuses fields that it does not have, and values of another type.';
  const gates = (root.at('featureGates')?.entries() ?? []).filter(
    ({ node: value }) => value.kind !== 'scalar' || (value.value !== null && typeof value.value !== 'boolean'),
  );
  const refused = gates.map((gate): ToolNote => {
    const message = `kind refuses the value of ${gate.key}: it is not a boolean`;
    const remedy = 'write true or false without quotes';
    return {
      effect: 'refused',
      span: { start: gate.node.start, end: gate.node.end },
      path: gate.path,
      message,
      why,
      remedy,
      source,
    };
  });
  if (root.string('apiVersion') !== apiVersion) return refused;
  const known: readonly (readonly [readonly Cursor[], readonly string[]])[] = [
    [[root], cluster],
    [root.all('nodes[]'), node],
    [root.all('networking'), networking],
  ];
  const unread = known.flatMap(([objects, names]) =>
    objects
      .flatMap((object) => object.entries().filter(({ key }) => !names.includes(key)))
      .map(({ key, keySpan: span, path }): ToolNote => {
        const message = `kind ${release} refuses the field ${key}, which it does not have there`;
        const [near] = nearest(key, names, 1);
        const remedy = near === undefined ? 'remove it' : `remove it, or write ${near}`;
        return { effect: 'unread', span, path, message, why, remedy, source };
      }),
  );
  return [...refused, ...unread];
}

/** The first node with the role, which is the default; kubeadm configures the cluster there. */
function controlPlane(root: Cursor): Cursor | undefined {
  return root.all('nodes[]').find((node) => (node.string('role') ?? 'control-plane') === 'control-plane');
}

function worker(node: Cursor, gates: readonly WrittenFlag[]): DescribedComponent {
  const { keySpan: span, path } = node.at('image') ?? node;
  return { component: 'kubelet', version: imageVersion(node), flags: gates, span, path };
}

function fieldFlag(root: Cursor, field: string, flag: string): readonly WrittenFlag[] {
  const cursor = root.at(field);
  return cursor === undefined ? [] : flagOfMap(flag, cursor);
}

/** `kindest/node:v1.36.1@sha256:…`; an image of another name gives no version. */
function imageVersion(node: Cursor | undefined): WrittenText | undefined {
  const image = node?.at('image');
  const source = image === undefined ? undefined : scalarText(image);
  if (source === undefined) return undefined;
  const { name, tag } = imageParts(source.value);
  if (tag === undefined || name !== nodeImage) return undefined;
  const start = source.value.indexOf(`:${tag}`) + 1;
  return { text: tag, span: source.spanOf(start, start + tag.length), path: source.path };
}

/** kubeadm's configuration of the first node, after the patches of the cluster and then those of the node. */
function configurationOf(root: Cursor, gates: readonly WrittenFlag[], version: Minor | undefined): KindConfiguration {
  const apiVersion = version === undefined ? undefined : writtenApiVersion(version);
  const network = fieldFlag(root, networks, 'service-cluster-ip-range');
  const configuration = new KindConfiguration(apiVersion === 'kubeadm.k8s.io/v1beta4', network);
  const gateArguments = gates.length === 0 ? [] : [{ name: 'feature-gates', flags: gates }];
  const runtimeConfig = { name: 'runtime-config', flags: fieldFlag(root, 'runtimeConfig', 'runtime-config') };
  configuration.write('kube-apiserver', [runtimeConfig, ...gateArguments]);
  configuration.write('kube-controller-manager', [
    ...gateArguments,
    { name: 'enable-hostpath-provisioner', flags: [] },
  ]);
  configuration.write('kube-scheduler', gateArguments);
  const first = controlPlane(root);
  for (const holder of [root, ...root.all('nodes[]')]) {
    const counts = holder === root || holder.path === first?.path;
    for (const text of holder.all('kubeadmConfigPatches[]')) {
      for (const patch of embeddedDocuments(text)) {
        const named = patch.string('apiVersion');
        const at = patch.at('apiVersion') ?? patch;
        if (!isApplied(patch.string('kind'), named, at)) continue;
        configuration.merge(patch, named !== undefined);
      }
    }
    for (const patch of jsonPatchFields.flatMap((field) => holder.all(`${field}[]`))) {
      const group = patch.string('group') ?? '';
      const named = group === '' ? patch.string('version') : `${group}/${patch.string('version') ?? ''}`;
      if (!isApplied(patch.string('kind'), named, patch.at('version') ?? patch)) continue;
      const text = patch.at('patch');
      const operations = text === undefined ? [] : embeddedDocuments(text).flatMap((document) => document.items());
      for (const operation of operations) configuration.apply(operation);
    }

    /** Whether a patch of `ClusterConfiguration` applies; notes a patch that kind or kubeadm ignores. */
    function isApplied(kind: string | undefined, named: string | undefined, at: Cursor): boolean {
      const note = ignoredPatch(kind, named, apiVersion, version, at);
      if (note !== undefined) configuration.note(note);
      if (note !== undefined || kind !== 'ClusterConfiguration') return false;
      if (!counts) configuration.note(patchOfLaterNode(at));
      return counts;
    }
  }
  return configuration;
}

/** The note on a patch that matches nothing which kind writes; undefined if it matches, or if that is not known. */
function ignoredPatch(
  kind: string | undefined,
  named: string | undefined,
  apiVersion: string | undefined,
  version: Minor | undefined,
  at: Cursor,
): ToolNote | undefined {
  if (kind === undefined) {
    return {
      effect: 'ignored',
      span: at.keySpan,
      path: at.path,
      message: 'kind ignores this patch: it names no kind',
      why: 'kind applies a patch only to a document of the same kind.',
      remedy: 'add the kind of the document, such as ClusterConfiguration',
      source: patchSource,
    };
  }
  if (named?.startsWith(`${sources.kubeadm.group}/`) !== true || named === apiVersion) return undefined;
  if (version === undefined) return uncertainPatch(named, at);
  return {
    effect: 'ignored',
    span: { start: at.node.start, end: at.node.end },
    path: at.path,
    message: `kind ignores this patch: it writes ${apiVersion} for Kubernetes ${formatMinor(version)}`,
    why: 'kind applies a patch only to a document of the same kind and apiVersion, and drops any other without an error. Releases before kind 0.32 write v1beta3 for 1.36 as well.',
    remedy: `write the patch for ${apiVersion}${apiVersion === 'kubeadm.k8s.io/v1beta4' ? ', where extraArgs is a list' : ''}`,
    source: patchSource,
  };
}

/** The note on a patch that only nodes of some versions get; none for what kind writes for the newest. */
function uncertainPatch(named: string, at: Cursor): ToolNote | undefined {
  const index = kubeadmVersions.findIndex(({ apiVersion }) => apiVersion === named);
  const [since, before] = [kubeadmVersions[index]?.since, kubeadmVersions[index - 1]?.since];
  if (index === 0) return undefined;
  const range =
    since === undefined || before === undefined
      ? `kind never writes ${named}`
      : `kind writes ${named} only for Kubernetes ${formatMinor(minor(since))} to ${formatMinor(minor(before - 1))}`;
  return {
    effect: since === undefined ? 'ignored' : 'uncertain',
    span: { start: at.node.start, end: at.node.end },
    path: at.path,
    message: `${range}, and ignores this patch otherwise`,
    why: 'kind applies a patch only to a document of the same kind and apiVersion. Without an image, the release of kind decides the version.',
    remedy: 'name the image of the nodes, or remove the apiVersion of the patch',
    source: patchSource,
  };
}

function patchOfLaterNode(at: Cursor): ToolNote {
  return {
    effect: 'ignored',
    span: at.keySpan,
    path: at.path,
    message: 'kubeadm ignores this: it reads ClusterConfiguration only on the first control plane node',
    why: 'Other nodes join, and take the configuration of the cluster from the API server.',
    remedy: 'move the patch to the cluster, or to the first control plane node',
    source: 'k8s.io/kubernetes/cmd/kubeadm/app/cmd/join.go',
  };
}

/** The version of kubeadm's configuration that kind writes for a node of a version. */
function writtenApiVersion(version: Minor): string {
  return kubeadmVersions.find(({ since }) => version >= minor(since))?.apiVersion ?? '';
}

function isPatched(component: Component): boolean {
  return Object.values(sources.kind.sections).includes(component);
}

/** The fields with JSON patches of the kubeadm configuration, in the spelling of newer and older versions. */
const jsonPatchFields: readonly string[] = ['kubeadmConfigPatchesJSON6902', 'kubeadmConfigPatchesJson6902'];
