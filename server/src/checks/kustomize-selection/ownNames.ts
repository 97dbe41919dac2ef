import type { Assembled, AssembledResource } from '../../kustomize/assembled.ts';
import { locate } from '../../manifest/lookup.ts';
import { entryFor, type MapNode, type Node, stringFor } from '../../manifest/node.ts';
import { mapsAt } from '../../manifest/nodesAt.ts';
import { hasPlaceholder } from '../../manifest/read/placeholder.ts';
import { formatPath } from '../../text/fieldPath.ts';
import type { Emit } from '../check.ts';
import { kustomizeFinding } from '../kustomizeFinding.ts';

const scalable = ['Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController'];
const generators = [
  ['configMapGenerator[]', 'ConfigMap'],
  ['secretGenerator[]', 'Secret'],
] as const;

/** Whether a kustomization has entries that stand for a resource by its name alone. */
export function hasOwnNames(root: Node): boolean {
  return ['replicas[]', ...generators.map(([field]) => field)].some((field) => mapsAt(root, field).length > 0);
}

/**
 * Reports names in `replicas` and generators with which Kustomize builds nothing: of no workload, or of a ConfigMap or
 * Secret that exists already, or does not exist yet.
 */
export function judgeOwnNames(root: Node, { isComplete, resources }: Assembled, emit: Emit): void {
  // A patch may have given a resource the name.
  const isKnown = isComplete && resources.every(({ may }) => may === undefined);
  for (const { node, path } of mapsAt(root, 'replicas[]')) {
    const name = stringFor(node, 'name');
    if (!isKnown || name === undefined || hasPlaceholder(name)) continue;
    if (resources.some(({ kind, names }) => scalable.includes(kind) && names.includes(name))) continue;
    emit(
      kustomizeFinding({
        path: formatPath(path),
        span: spanOf(node),
        code: 'nothing-selected',
        consequence: 'undecodable',
        message: `The kustomization has no workload ${name} to scale: it cannot be built`,
        why: `Kustomize sets replicas of ${scalable.join(', ')}; if none has the name, it builds nothing.`,
        remedy: 'Name a workload that the kustomization has, or remove the entry.',
        source: 'api/internal/builtins/ReplicaCountTransformer.go, Transform',
      }),
    );
  }
  for (const [field, kind] of generators) {
    for (const { node, path } of mapsAt(root, field)) {
      const name = stringFor(node, 'name');
      if (name === undefined || hasPlaceholder(name)) continue;
      const namespace = stringFor(node, 'namespace') ?? '';
      const found = resources.filter((resource) => isNamed(resource, kind, name, namespace));
      const isNew = !['merge', 'replace'].includes(stringFor(node, 'behavior') ?? '');
      const position = { path: formatPath(path), span: spanOf(node) };
      if (isNew && found.length > 1) emit(clash(kind, name, position));
      else if (!isNew && isKnown && found.length === 0) emit(absent(kind, name, position));
    }
  }
}

/** Reports sources that bring a resource which is there already. */
export function judgeClashes(root: Node, { clashes }: Assembled, emit: Emit): void {
  for (const { resource, entry } of clashes) {
    const { key, node, exact } = locate(root, entry);
    if (!exact) continue;
    const { start, end } = node.kind === 'scalar' ? node : key;
    const { kind, names } = resource;
    emit(
      kustomizeFinding({
        path: entry,
        span: { start, end },
        code: 'ambiguous-source',
        consequence: 'undecodable',
        message: `The kustomization has ${kind} ${names.at(-1) ?? ''} twice: it cannot be built`,
        why: 'Kustomize builds nothing if two of its sources have a resource with the same apiVersion, kind, name and namespace.',
        remedy: 'Remove one of them, or give one another name or namespace in its own kustomization.',
        source: 'api/resmap/reswrangler.go, Append',
      }),
    );
  }
}

function isNamed({ group, kind, names, namespaces }: AssembledResource, of: string, name: string, namespace: string) {
  const effective = (written: string | undefined) => (written === undefined || written === '' ? 'default' : written);
  const isThere = namespaces.length === 0 ? effective(namespace) === 'default' : false;
  return (
    group === '' &&
    kind === of &&
    names.includes(name) &&
    (isThere || namespaces.some((written) => effective(written) === effective(namespace)))
  );
}

type Position = Pick<Parameters<typeof kustomizeFinding>[0], 'path' | 'span'>;

function clash(kind: string, name: string, position: Position) {
  return kustomizeFinding({
    ...position,
    code: 'ambiguous-source',
    consequence: 'undecodable',
    message: `The kustomization has another ${kind} ${name}: it cannot be built`,
    why: 'A generator without behavior makes a new object. If one with its name exists, in the resources or from another generator, Kustomize builds nothing.',
    remedy: 'Choose another name, or set behavior to merge or replace.',
    source: 'api/resmap/reswrangler.go, appendReplaceOrMerge',
  });
}

function absent(kind: string, name: string, position: Position) {
  return kustomizeFinding({
    ...position,
    code: 'nothing-selected',
    consequence: 'undecodable',
    message: `The kustomization has no ${kind} ${name} to change: it cannot be built`,
    why: 'A generator with the behavior merge or replace changes an existing object. If none has its name, Kustomize builds nothing.',
    remedy: 'Name an object that the kustomization has, or remove behavior.',
    source: 'api/resmap/reswrangler.go, appendReplaceOrMerge',
  });
}

function spanOf(node: MapNode) {
  const { start, end } = entryFor(node, 'name')?.value ?? node;
  return { start, end };
}
