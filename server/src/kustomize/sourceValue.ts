import table from '../../data/authored/kustomize.json' with { type: 'json' };
import { entryFor, type Node, type ScalarNode } from '../manifest/node.ts';
import { formatGroupVersion } from '../targets/groupVersion.ts';
import type { AssembledResource } from './assembled.ts';
import type { FieldStep } from './fieldSteps.ts';
import { filledRoot } from './fill.ts';

/** The present scalar at a path of a resource, if certain. */
export function sourceValue(resource: AssembledResource, path: readonly FieldStep[]): ScalarNode | undefined {
  if (resource.may === 'turned') return undefined;
  const names = path.map((step) => (step.kind === 'name' ? step.name : ''));
  const [first, second, third] = names;
  if (first === 'metadata' && third === undefined) {
    const name = second === 'name' ? nameOf(resource) : second === 'namespace' ? namespaceOf(resource) : undefined;
    if (name !== undefined) return name === '' ? undefined : textNode(name);
  }
  const { generated } = resource;
  if (generated !== undefined) {
    const value = first === 'data' && third === undefined ? generated.get(second ?? '') : undefined;
    return value === undefined ? undefined : textNode(value);
  }
  if (resource.root === undefined) return undefined;
  const found = follow(filledRoot(resource.root, resource.fills), path, resource.moved);
  if (found?.node.kind !== 'scalar' || found.node.value === null) return undefined;
  const { node, steps } = found;
  if (!isCertain(resource, steps, node)) return undefined;
  // As written in its source.
  const written = resource.fills.findLast((fill) => fill.steps.join('\n') === steps.join('\n'))?.value;
  return written?.kind === 'scalar' ? written : node;
}

/** Where a path leads in a resource: keys, and items of lists by their numbers; undefined if it leads nowhere. */
export function sourceSteps(
  { root, fills }: AssembledResource,
  path: readonly FieldStep[],
): readonly string[] | undefined {
  return root && follow(filledRoot(root, fills), path, [])?.steps;
}

/** Whether the value at a path of a resource has no unknown changes. */
export function isCertain(resource: AssembledResource, steps: readonly string[], node: Node | undefined): boolean {
  const { root, kind, fills, changes } = resource;
  if (root === undefined) return false;
  const value = { root, kind, apiVersion: formatGroupVersion(resource), steps, node, message: '' };
  const last = fills.findLast((fill) => fill.steps.every((step, index) => step === steps[index]));
  return changes.slice(last?.before ?? 0).every((change) => change(value) === 'none');
}

/** A text as a value without a position. */
export function textNode(value: string): ScalarNode {
  return { kind: 'scalar', value, style: 'double', start: 0, end: 0 };
}

/** How a scalar is written; undefined for numbers and such in an unusual form. */
export function textOf({ value, start, end }: ScalarNode): string | undefined {
  if (typeof value === 'string') return value;
  const text = String(value);
  return value === null || end - start !== text.length ? undefined : text;
}

/** The name by now, prefixes and suffixes included; undefined if that is not certain. */
function nameOf({ kind, group, names, may, fills, namespaces }: AssembledResource): string | undefined {
  if (may !== undefined || fills.some(({ steps }) => steps.join('.') === 'metadata.name')) return undefined;
  const { named } = table.namespace;
  // The namespace of a kustomization is the name of its Namespace.
  if (kind === named.kind && group === '' && namespaces.length > 1) return undefined;
  return table.keptNames.includes(kind) ? names[0] : names.at(-1);
}

function namespaceOf({ may, fills, namespaces }: AssembledResource): string | undefined {
  if (may !== undefined || fills.some(({ steps }) => steps.join('.') === 'metadata.namespace')) return undefined;
  return namespaces.at(-1);
}

function follow(root: Node, path: readonly FieldStep[], moved: AssembledResource['moved']) {
  let node = root;
  const steps: string[] = [];
  for (const step of path) {
    if (step.kind === 'name') {
      const value = node.kind === 'map' ? entryFor(node, step.name)?.value : undefined;
      if (value === undefined) return undefined;
      node = value;
      steps.push(step.name);
      continue;
    }
    if (node.kind !== 'list') return undefined;
    const { items } = node;
    if (step.kind === 'index' && moved.some((list) => list.join('\n') === steps.join('\n'))) return undefined;
    const index =
      step.kind === 'index'
        ? step.index < 0
          ? items.length + step.index
          : step.index
        : step.kind === 'match'
          ? items.findIndex((item) => {
              const itemValue =
                step.field === '' ? item : item.kind === 'map' ? entryFor(item, step.field)?.value : undefined;
              return itemValue?.kind === 'scalar' && itemValue.value === step.value;
            })
          : -1;
    const item = items[index];
    if (item === undefined) return undefined;
    node = item;
    steps.push(String(index));
  }
  return { node, steps };
}
