import { isPluginOn } from '../../admission/plugins.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import type { Resource } from '../../manifest/manifest.ts';
import type { MapNode, Node, ScalarNode } from '../../manifest/node.ts';
import type { PathSteps } from '../../text/fieldPath.ts';
import type { StoredObject } from '../check.ts';
import { isGateOn } from '../fieldGates.ts';
import { fieldOf, nodeAt, scalarText } from './values.ts';

/** What an update has where it omits a field; without a value if the server leaves the field unset. */
export interface Computed {
  readonly value: Node | undefined;
}

const imageField = /^(?:(?:initC|c)ontainers\.\d+\.imagePullPolicy|(volumes)\.\d+\.image\.pullPolicy)$/;

const unset: Computed = { value: undefined };

/**
 * What the server makes of an omitted field that depends on others, in a Pod or in the template of a Job
 * (`pkg/apis/core/v1/defaults.go`: SetDefaults_Pod, SetDefaults_Container, SetDefaults_Volume); undefined if this is
 * unknown. Templates have no defaults of Pods.
 */
export function computedIn(
  { root, kind }: Resource,
  stored: StoredObject,
  surface: ApiSurface,
): (steps: PathSteps) => Computed | undefined {
  const isPod = kind === 'Pod';
  if (!isPod && kind !== 'Job') return () => undefined;
  const podSpec = isPod ? ['spec'] : ['spec', 'template', 'spec'];
  const pullsAlways = isPod && isPluginOn(surface, 'AlwaysPullImages');
  const below = new RegExp(`^${podSpec.join('\\.')}\\.(.*)$`);
  return (steps) => {
    const path = below.exec(steps.join('.'))?.[1] ?? '';
    const parent = steps.slice(0, -1).map(String);
    const image = imageField.exec(path);
    // The plugin has the last word on when images are pulled.
    if (image !== null)
      return pullsAlways
        ? undefined
        : pullPolicy(nodeAt(root, [...parent, image[1] === undefined ? 'image' : 'reference']));
    if (path === 'preemptionPolicy' || path === 'priority')
      return isPod && isPluginOn(surface, 'Priority') ? undefined : unset;
    if (/\.ports\.\d+\.hostPort$/.test(path)) {
      const onHost = [root, stored.resource.root].map((object) =>
        scalarText(nodeAt(object, [...podSpec, 'hostNetwork'])),
      );
      if (onHost.every((text) => text === '' || text === 'false')) return unset;
      const port = isPod && onHost[0] === 'true' ? nodeAt(root, [...parent, 'containerPort']) : undefined;
      return port?.kind === 'scalar' ? { value: unwritten(port) } : undefined;
    }
    if (/^resources\.requests\b/.test(path)) {
      if (!isPod || isGateOn(surface, 'PodLevelResourcesFixDefaulting')) return unset;
      return /\.(cpu|memory)$/.test(path) ? podRequest(root, stored, steps) : undefined;
    }
    if (!/^(initC|c)ontainers\.\d+\.resources\.requests\b/.test(path)) return undefined;
    return isPod ? requests(root, stored, steps) : unset;
  };
}

/** The request of a Pod from its limit; unknown if a container has one of the resource. */
function podRequest(root: Node, stored: StoredObject, steps: PathSteps): Computed | undefined {
  const name = String(steps.at(-1));
  const containers = [root, stored.resource.root]
    .flatMap((object) => ['containers', 'initContainers'].map((field) => nodeAt(object, ['spec', field])))
    .flatMap((list) => (list?.kind === 'list' ? list.items : []));
  const isContainers = containers.some((container) =>
    ['limits', 'requests'].some((field) => nodeAt(container, ['resources', field, name]) !== undefined),
  );
  return isContainers ? undefined : requests(root, stored, steps);
}

/** The requests of a container, or one of them, from its limits. */
function requests(root: Node, stored: StoredObject, steps: PathSteps): Computed | undefined {
  const at = steps.indexOf('requests');
  const limits = [...steps.slice(0, at), 'limits'];
  const path = limits.map(String);
  const [now, old] = [nodeAt(root, path), nodeAt(stored.resource.root, path)];
  if (now !== undefined && now.kind !== 'map') return undefined;
  const names = [now, old].flatMap((map) => (map?.kind === 'map' ? map.entries.map(({ key }) => key) : []));
  // An apply may keep limits that the manifest omits.
  if (names.some((name) => fieldOf(now, name) === undefined && stored.stays([...limits, name]))) return undefined;
  const name = steps[at + 1];
  if (name === undefined) return now === undefined ? unset : { value: unwrittenMap(now) };
  const limit = fieldOf(now, String(name));
  if (limit === undefined) return unset;
  return limit.kind === 'scalar' ? { value: unwritten(limit) } : undefined;
}

function unwritten(node: ScalarNode): ScalarNode {
  return { ...node, start: 0, end: 0 };
}

function unwrittenMap(map: MapNode): MapNode {
  const nowhere = { start: 0, end: 0 };
  const entries = map.entries.flatMap(({ key, value }) =>
    value.kind === 'scalar' ? [{ key, keySpan: nowhere, value: unwritten(value) }] : [],
  );
  return { ...map, ...nowhere, entries };
}

function pullPolicy(image: Node | undefined): Computed | undefined {
  if (image?.kind !== 'scalar' || typeof image.value !== 'string' || image.value === '') return undefined;
  const value = tagOf(image.value) === 'latest' ? 'Always' : 'IfNotPresent';
  return { value: { kind: 'scalar', value, style: 'plain', start: 0, end: 0 } };
}

// Source: github.com/distribution/reference, regexp.go and normalize.go.
const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?';
const host = new RegExp(`^(?:${label}(?:\\.${label})*|\\[[a-fA-F0-9:]+\\])(?::\\d+)?$`);
const component = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const digested = '(?:sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128})';
const remote = new RegExp(`^${component}(?:/${component})*(?::(\\w[\\w.-]{0,127}))?(@${digested})?$`);
const identifier = /^[a-f0-9]{64}$/;

/** The tag of an image, `latest` if omitted; '' if it has a digest, and for invalid references. */
function tagOf(image: string): string {
  const [first = '', ...rest] = image.split('/');
  // Without a dot, a port or a capital the first part belongs to the path, on Docker Hub.
  const isHost = rest.length > 0 && (/[.:A-Z]/.test(first) || first === 'localhost');
  if (identifier.test(image) || (isHost && !host.test(first))) return '';
  const reference = remote.exec(isHost ? rest.join('/') : image);
  if (reference === null) return '';
  const [, tag, digest] = reference;
  return tag ?? (digest === undefined ? 'latest' : '');
}
