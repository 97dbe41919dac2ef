import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import { plainValue } from '../../conversion/value.ts';
import { isNull, type MapNode, mapFor, type Node, stringFor, valueFor } from '../../manifest/node.ts';
import type { Minor } from '../../targets/version.ts';
import type { PathSteps } from '../../text/fieldPath.ts';
import { podPath } from '../podTemplates.ts';
import { conditionalDefaults, type DependentDefault } from './conditionalDefaults.ts';

/**
 * The defaults that follow from other fields and are in no table. Source: pkg/apis/core/v1/defaults.go and
 * conversion.go, pkg/registry/core/service/storage/alloc.go.
 */
export function dependentDefaults(
  root: MapNode,
  served: ServedResource,
  surface: ApiSurface,
): readonly DependentDefault[] {
  const name = `${served.group}/${served.kind}`;
  const type = surface.rootType(served);
  const { binary } = surface.versions;
  return [
    ...(ofKind.get(name)?.(root) ?? []),
    ...conditionalDefaults(name, root, [], type, binary),
    ...ofPodIn(name, root, binary),
  ];
}

const ofKind: ReadonlyMap<string, (root: MapNode) => readonly DependentDefault[]> = new Map([
  ['/Service', ofService],
  ['apiextensions.k8s.io/CustomResourceDefinition', ofDefinition],
  ['/ReplicationController', ofController],
  ['/LimitRange', ofLimitRange],
  ['/Node', ofNode],
]);

function ofPodIn(name: string, root: MapNode, binary: Minor): readonly DependentDefault[] {
  const path = podPath(name);
  if (path === undefined) return [];
  const at = [...path, 'spec'];
  const spec = below(root, at);
  if (spec === undefined) return [];
  const podDefaults = conditionalDefaults('pod', spec, at, undefined, binary);
  return [...ofPod(spec, at, name === '/Pod'), ...ofAccount(spec, at), ...podDefaults];
}

function below(root: MapNode, at: readonly string[]): MapNode | undefined {
  return at.reduce<MapNode | undefined>((node, step) => node && mapFor(node, step), root);
}

/** Either name of a field sets the other one. */
function ofAccount(spec: MapNode, at: PathSteps): readonly DependentDefault[] {
  const value = stringFor(spec, 'serviceAccountName') ?? stringFor(spec, 'serviceAccount');
  if (value === undefined || value === '') return [];
  return ['serviceAccountName', 'serviceAccount'].map((name) => ({ steps: [...at, name], value }));
}

/** The template's labels apply to the controller as well. */
function ofController(root: MapNode): readonly DependentDefault[] {
  const labels = below(root, ['spec', 'template', 'metadata', 'labels']);
  if (labels === undefined || labels.entries.length === 0) return [];
  const value = plainValue(labels);
  return [
    { steps: ['metadata', 'labels'], value },
    { steps: ['spec', 'selector'], value },
  ];
}

/** The network of pods is a list with one item as well. */
function ofNode(root: MapNode): readonly DependentDefault[] {
  const spec = mapFor(root, 'spec');
  const network = spec && stringFor(spec, 'podCIDR');
  if (spec === undefined || network === undefined || network === '') return [];
  return [{ steps: ['spec', 'podCIDRs'], value: [network] }];
}

/** Source: k8s.io/apiextensions-apiserver pkg/apis/apiextensions/v1/defaults.go. */
function ofDefinition(root: MapNode): readonly DependentDefault[] {
  const names = below(root, ['spec', 'names']);
  const kind = names && stringFor(names, 'kind');
  if (kind === undefined || kind === '') return [];
  return [
    { steps: ['spec', 'names', 'singular'], value: kind.toLowerCase() },
    { steps: ['spec', 'names', 'listKind'], value: `${kind}List` },
  ];
}

/** For containers, absent limits default to the maximum, and absent requests to the given limit. */
function ofLimitRange(root: MapNode): readonly DependentDefault[] {
  const spec = mapFor(root, 'spec');
  if (spec === undefined) return [];
  return itemsOf(spec, 'limits').flatMap((item, index) => {
    if (stringFor(item, 'type') !== 'Container') return [];
    const entries = (name: string) => mapFor(item, name)?.entries ?? [];
    const limits = [...entries('default'), ...entries('max')];
    const filled = (name: string, all: MapNode['entries']) =>
      all.map(({ key, value }) => ({ steps: ['spec', 'limits', index, name, key], value: plainValue(value) }));
    return [...filled('default', limits), ...filled('defaultRequest', [...limits, ...entries('min')])];
  });
}

function ofPod(spec: MapNode, at: PathSteps, isPod: boolean): readonly DependentDefault[] {
  return ['containers', 'initContainers', 'ephemeralContainers'].flatMap((list) =>
    itemsOf(spec, list).flatMap((container, index): readonly DependentDefault[] => {
      const steps = [...at, list, index];
      const image = stringFor(container, 'image');
      const pulled: readonly DependentDefault[] =
        image === undefined
          ? []
          : [{ steps: [...steps, 'imagePullPolicy'], value: isLatest(image) ? 'Always' : 'IfNotPresent' }];
      const limits = isPod && list !== 'ephemeralContainers' ? limitsOf(container) : [];
      return [
        ...pulled,
        ...limits.map(({ key, value }) => ({
          steps: [...steps, 'resources', 'requests', key],
          value: plainValue(value),
        })),
      ];
    }),
  );
}

function limitsOf(container: MapNode): MapNode['entries'] {
  const resources = mapFor(container, 'resources');
  const limits = resources && mapFor(resources, 'limits');
  return limits?.entries.filter(({ value }) => !isNull(value)) ?? [];
}

const reference =
  /^(?:[A-Za-z0-9.-]+(?::\d+)?\/)?[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*(?::\w[\w.-]{0,127})?$/;

/** Whether an image has the tag latest, or neither tag nor digest. An invalid reference has no tag. */
function isLatest(image: string): boolean {
  if (image.includes('@') || !reference.test(image)) return false;
  const tag = /:([^:/]*)$/.exec(image)?.[1];
  return tag === undefined || tag === 'latest';
}

function ofService(root: MapNode): readonly DependentDefault[] {
  const spec = mapFor(root, 'spec');
  if (spec === undefined) return [];
  const ports = itemsOf(spec, 'ports').flatMap((port, index): readonly DependentDefault[] => {
    const number = valueFor(port, 'port');
    return number === undefined ? [] : [{ steps: ['spec', 'ports', index, 'targetPort'], value: plainValue(number) }];
  });
  if (stringFor(spec, 'type') === 'ExternalName') return ports;
  const address = stringFor(spec, 'clusterIP') ?? '';
  const isHeadless = address === 'None' && (mapFor(spec, 'selector')?.entries ?? []).length === 0;
  const policy: DependentDefault = {
    steps: ['spec', 'ipFamilyPolicy'],
    value: isHeadless ? 'RequireDualStack' : 'SingleStack',
  };
  return [...ports, policy, ...(address === '' ? [] : [{ steps: ['spec', 'clusterIPs'], value: [address] }])];
}

function itemsOf(owner: MapNode, list: string): readonly MapNode[] {
  const node: Node | undefined = valueFor(owner, list);
  return node?.kind === 'list' ? node.items.flatMap((item) => (item.kind === 'map' ? [item] : [])) : [];
}
