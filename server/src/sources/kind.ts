import sources from '../../data/authored/target-sources.json' with { type: 'json' };
import { type Component, componentNamed, imageParts } from './components.ts';
import type { Cursor } from './cursor.ts';
import type { DescribedCluster, DescribedComponent, WrittenFlag, WrittenText } from './description.ts';
import { embeddedDocuments } from './embedded.ts';
import { flagOfMap, flagOfValue, flagsOfExtraArgs } from './flags.ts';
import { clusterConfiguration } from './objects.ts';
import { scalarText } from './scalarText.ts';
import type { TargetSource } from './source.ts';

const { groups, kind: clusterKind, nodeImage, gateComponents, networks } = sources.kind;

/**
 * Clusters of kind: the images of the nodes have the version. Gates and runtime config are fields of the cluster, or in
 * patches of the kubeadm configuration, which replace whole flags.
 */
export const kind: TargetSource = {
  reads: (type) => type.kind === clusterKind && groups.includes(type.group),
  read({ root, index }): readonly DescribedCluster[] {
    const nodes = root.all('nodes[]');
    const controlPlane = nodes.filter((node) => node.string('role') === 'control-plane');
    const gates = fieldFlag(root, 'featureGates', 'feature-gates');
    const patched = patchedFlags([root, ...controlPlane], index);
    const version = imageVersion(controlPlane[0]);
    const components = gateComponents.flatMap((name): readonly DescribedComponent[] => {
      const component = componentNamed(name);
      if (component === undefined) return [];
      const served =
        component === 'kube-apiserver'
          ? [
              ...fieldFlag(root, 'runtimeConfig', 'runtime-config'),
              ...fieldFlag(root, networks, 'service-cluster-ip-range'),
            ]
          : [];
      const flags = patched(component, [...served, ...gates]);
      return [{ component, version, flags, span: root.keySpan, path: '' }];
    });
    const workers = nodes.filter((node) => node.string('role') === 'worker').map((node) => worker(node, gates));
    const name = root.string('name');
    const all = [...components, ...workers];
    return [{ format: 'kind cluster', document: index, name, components: all, span: root.keySpan, path: '' }];
  },
};

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

/** The flags of a component after patches. */
type Patched = (component: Component, flags: readonly WrittenFlag[]) => readonly WrittenFlag[];

function patchedFlags(holders: readonly Cursor[], index: number): Patched {
  const found = new Map<Component, WrittenFlag[]>();
  const replaced = new Set<Component>();
  const add = (component: Component, flags: readonly WrittenFlag[]) =>
    found.set(component, patchedOver(found.get(component) ?? [], flags));
  const patches = holders.flatMap((holder) => holder.all('kubeadmConfigPatches[]')).flatMap(embeddedDocuments);
  for (const patch of patches) {
    for (const { components } of clusterConfiguration(patch, index)) {
      for (const { component, flags } of components) add(component, flags);
    }
  }
  const operations = holders.flatMap((holder) => jsonPatchFields.flatMap((field) => holder.all(`${field}[].patch`)));
  for (const operation of operations.flatMap(embeddedDocuments).flatMap((patch) => patch.items())) {
    for (const [prefix, component] of jsonPatchPrefixes) {
      const value = operation.at('value');
      const at = operation.string('path') ?? '';
      if (value === undefined || operation.string('op') === 'remove') continue;
      if (at === prefix) {
        // A JSON patch replaces the whole previous value.
        found.set(component, [...flagsOfExtraArgs(value)]);
        replaced.add(component);
      }
      if (at.startsWith(`${prefix}/`))
        add(component, flagOfValue(at.slice(prefix.length + 1), value, { whole: operation, nameSpan: value.keySpan }));
    }
  }
  return (component, flags) =>
    replaced.has(component) ? (found.get(component) ?? []) : patchedOver(flags, found.get(component) ?? []);
}

/** The fields with JSON patches of the kubeadm configuration, in the spelling of newer and older versions. */
const jsonPatchFields: readonly string[] = ['kubeadmConfigPatchesJSON6902', 'kubeadmConfigPatchesJson6902'];

/** The paths of flags in kubeadm's `ClusterConfiguration`. */
const jsonPatchPrefixes: readonly (readonly [string, Component])[] = [
  ['/apiServer/extraArgs', 'kube-apiserver'],
  ['/controllerManager/extraArgs', 'kube-controller-manager'],
  ['/scheduler/extraArgs', 'kube-scheduler'],
];

/** A patch is merged into the map of flags: a flag in the patch replaces the earlier one. */
function patchedOver(flags: readonly WrittenFlag[], patch: readonly WrittenFlag[]): WrittenFlag[] {
  const names = new Set(patch.map(({ flag }) => flag));
  return [...flags.filter(({ flag }) => !names.has(flag)), ...patch];
}
