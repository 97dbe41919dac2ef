import { type Finding, isError } from '../finding.ts';
import type { Assembled, AssembledResource } from '../kustomize/assembled.ts';
import { pathSteps } from '../manifest/lookup.ts';
import { type MapNode, type Node, stringFor, valueFor } from '../manifest/node.ts';
import { mapsAt, nodesAt } from '../manifest/nodesAt.ts';
import { hasPlaceholder } from '../manifest/read/placeholder.ts';
import { formatPath } from '../text/fieldPath.ts';
import { changedIn } from './asBuilt.ts';
import { type BuiltForm, formOfText, verdictsOnForm } from './builtForm.ts';
import type { FileInputs } from './fileInputs.ts';

/** A refusal of an object that a generator of a kustomization makes. */
export interface RefusedObject {
  /** The path in the kustomization: `configMapGenerator[0].literals[1]`. */
  readonly at: string;
  readonly finding: Finding;
  /** `ConfigMap settings` */
  readonly what: string;
}

/** Kustomize adds a dash and ten characters of a hash (`api/hasher/hasher.go`), which are valid in names. */
const sampleHash = '-0000000000';

/**
 * The refusals of the ConfigMaps and Secrets that a kustomization generates, for each target: names, keys, labels and types,
 * as far as its own text and the files that it names decide them.
 *
 * @param root the kustomization.
 */
export function refusedObjects(
  root: MapNode,
  assembled: Assembled,
  inputs: FileInputs,
): readonly (readonly RefusedObject[])[] {
  const found: RefusedObject[][] = inputs.surfaces.map(() => []);
  for (const [field, kind] of [
    ['configMapGenerator', 'ConfigMap'],
    ['secretGenerator', 'Secret'],
  ] as const) {
    for (const { node, path } of mapsAt(root, `${field}[]`)) {
      const resource = generatedBy(node, kind, assembled);
      const form = resource && formOf(root, node, kind, resource);
      if (resource === undefined || form === undefined) continue;
      for (const [index, { findings }] of verdictsOnForm(form, inputs).entries()) {
        for (const finding of findings) {
          if (!isError(finding) || isChanged(resource, form, finding)) continue;
          const at = pathOfRefusal(root, node, formatPath(path), finding);
          found[index]?.push({
            at,
            finding: { ...finding, message: withoutHash(finding.message) },
            what: `${kind} ${stringFor(node, 'name') ?? ''}`,
          });
        }
      }
    }
  }
  return found;
}

/** A message without the hash, which depends on the data. */
function withoutHash(message: string): string {
  return message.replaceAll(sampleHash, '');
}

/** The object of a generator after the other entries of its kustomization; undefined if another entry decides it. */
function generatedBy(node: MapNode, kind: string, { resources, changed }: Assembled): AssembledResource | undefined {
  const behavior = stringFor(node, 'behavior') ?? 'create';
  const name = stringFor(node, 'name') ?? '';
  if (name === '' || !['create', 'unspecified', ''].includes(behavior)) return undefined;
  const isGenerated = (resource: AssembledResource) =>
    resource.kind === kind && resource.from === undefined && resource.root === undefined && resource.names[0] === name;
  const [first, ...others] = resources.flatMap((resource, index) => (isGenerated(resource) ? [index] : []));
  if (first === undefined || others.length > 0) return undefined;
  const generated = resources[first];
  return generated?.may === undefined ? changed()[first] : undefined;
}

function formOf(
  root: MapNode,
  node: MapNode,
  kind: string,
  { names, generated }: AssembledResource,
): BuiltForm | undefined {
  const name = names.at(-1) ?? '';
  const pairs = (field: string) =>
    Object.fromEntries(
      [...nodesAt(root, `generatorOptions.${field}`), ...nodesAt(node, `options.${field}`)].flatMap(({ node: map }) =>
        map.kind === 'map' ? map.entries.map(({ key, value }) => [key, scalarOf(value)]) : [],
      ),
    );
  const hasNoHash = [root, node].some((map) =>
    [...nodesAt(map, 'generatorOptions.disableNameSuffixHash'), ...nodesAt(map, 'options.disableNameSuffixHash')].some(
      ({ node: value }) => value.kind === 'scalar' && value.value === true,
    ),
  );
  const text = JSON.stringify({
    apiVersion: 'v1',
    kind,
    metadata: {
      name: hasNoHash ? name : name + sampleHash,
      labels: pairs('labels'),
      annotations: pairs('annotations'),
    },
    ...(kind === 'Secret' ? { type: stringFor(node, 'type') ?? 'Opaque' } : {}),
    ...(generated === undefined ? {} : { data: Object.fromEntries(generated) }),
  });
  // Another tool fills in the name.
  return hasPlaceholder(name) ? undefined : formOfText(text);
}

/** The value of a label or annotation: Kustomize writes scalars of other types as strings. */
function scalarOf(node: Node): string {
  return node.kind === 'scalar' ? String(node.value ?? '') : '';
}

/** Whether the data are unknown, or another entry of the kustomization may change the refused value. */
function isChanged(assembled: AssembledResource, { resource }: BuiltForm, finding: Finding): boolean {
  const { path } = finding;
  // The form already has the name in the output.
  if (path === 'metadata.name') return false;
  if (assembled.generated === undefined && !path.startsWith('metadata')) return true;
  return (
    assembled.writes.some((write) => 'at' in write && write.at.length === 0) ||
    changedIn(assembled, resource, finding) !== 'none'
  );
}

/** The path of the refused value in the kustomization; that of the name of the generator if no other is certain. */
function pathOfRefusal(root: MapNode, node: MapNode, generator: string, { path, message }: Finding): string {
  const [first, second, key] = pathSteps(path);
  if (first === 'data' && second !== undefined) {
    const at = ['literals', 'files'].flatMap((field) =>
      nodesAt(node, `${field}[]`).flatMap(({ node: item, path: itemPath }) =>
        keyOf(item) === second ? [`${generator}.${formatPath(itemPath)}`] : [],
      ),
    );
    const envs = nodesAt(node, 'envs[]').map(({ path: itemPath }) => `${generator}.${formatPath(itemPath)}`);
    return at.at(-1) ?? (envs.length === 1 ? envs[0] : undefined) ?? `${generator}.name`;
  }
  if (first === 'type' && valueFor(node, 'type') !== undefined) return `${generator}.type`;
  if (first !== 'metadata' || (second !== 'labels' && second !== 'annotations')) return `${generator}.name`;
  const isRefused = (pairs: Node | undefined) =>
    pairs?.kind === 'map' &&
    pairs.entries.some(({ key: entryKey, value }) =>
      [entryKey, scalarOf(value)].some((text) => text === key || message.includes(JSON.stringify(text))),
    );
  const written = nodesAt(node, `options.${second}`)[0]?.node;
  if (isRefused(written)) return `${generator}.options.${second}`;
  return isRefused(nodesAt(root, `generatorOptions.${second}`)[0]?.node)
    ? `generatorOptions.${second}`
    : `${generator}.name`;
}

/** The key of `KEY=VALUE`, `KEY=FILE` or `FILE`. */
function keyOf(item: Node): string | undefined {
  if (item.kind !== 'scalar' || typeof item.value !== 'string') return undefined;
  const at = item.value.indexOf('=');
  return at < 0 ? item.value.slice(item.value.lastIndexOf('/') + 1) : item.value.slice(0, at);
}
