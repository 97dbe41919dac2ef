import type { Resource } from '../manifest/manifest.ts';
import { mapFor, type Node, stringFor } from '../manifest/node.ts';
import { mapsAt, nodesAt } from '../manifest/nodesAt.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { everyDefinition } from './fileContext.ts';
import { inlinePatches, type PatchTarget, patchAt, patchesIn, targetOf } from './patches.ts';

/*
 * Kubebuilder puts the conversion webhook of a CustomResourceDefinition into a separate patch, so that the definition
 * itself does not show its conversion.
 */

/** The definitions that the patches in a kustomization itself give a conversion webhook. */
export function webhooksWithin(root: Node, text: string): readonly string[] {
  if (!mayGive(text)) return [];
  const position = { text, document: 0, item: undefined };
  const entries = [...mapsAt(root, 'patches[]'), ...mapsAt(root, 'patchesJson6902[]')];
  const merged = nodesAt(root, 'patchesStrategicMerge[]').flatMap(({ node }) => patchesIn(node, undefined, position));
  return [
    ...entries.flatMap(({ node }) => inlinePatches(node, position).flatMap((patch) => given(patch, targetOf(node)))),
    ...merged.flatMap((patch) => given(patch, undefined)),
  ];
}

/**
 * The definitions to which the patches of a file add a webhook.
 *
 * @param target the target in the kustomization that names the file.
 */
export function webhooksInPatch(text: string, target: PatchTarget | undefined): readonly string[] {
  if (!mayGive(text)) return [];
  return readManifest(text).documents.flatMap(({ root, index: document }) => {
    const patches = root && patchAt(root, target, { text, document, item: undefined });
    return (patches ?? []).flatMap((patch) => given(patch, target));
  });
}

/** The resource, marked if it is a definition that a patch gives a conversion webhook. */
export function withWebhook(resource: Resource, webhooks: readonly string[]): Resource {
  if (!isOfDefinition(resource)) return resource;
  const isNamed = webhooks.some((name) => name === everyDefinition || name === resource.name);
  return isNamed ? { ...resource, convertedByWebhook: true } : resource;
}

/** Parsing is expensive, and few patches are for definitions. */
function mayGive(text: string): boolean {
  return text.includes('Webhook') && text.includes('conversion');
}

function given(patch: Resource, target: PatchTarget | undefined): readonly string[] {
  if (!isOfDefinition(patch)) return [];
  const spec = mapFor(patch.root, 'spec');
  const conversion = spec && mapFor(spec, 'conversion');
  if (conversion === undefined || stringFor(conversion, 'strategy') !== 'Webhook') return [];
  return [(target === undefined ? patch.name : target.name) ?? everyDefinition];
}

function isOfDefinition({ kind, apiVersion, part }: Resource): boolean {
  const group = part?.of === undefined ? parseGroupVersion(apiVersion)?.group : part.of.group;
  return kind === 'CustomResourceDefinition' && (group === undefined || group === 'apiextensions.k8s.io');
}
