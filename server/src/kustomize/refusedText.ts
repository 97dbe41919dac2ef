import { type MapNode, type Node, stringFor } from '../manifest/node.ts';
import { mapsAt } from '../manifest/nodesAt.ts';
import { hasPlaceholder } from '../manifest/read/placeholder.ts';
import { isJson } from '../text/isJson.ts';
import { fieldProblemsOf } from './kustomizationFields.ts';

/**
 * Whether a patch begins like JSON but is invalid, so that Kustomize refuses it.
 *
 * Source: `api/internal/builtins/PatchTransformer.go` of sigs.k8s.io/kustomize, jsonPatchFromBytes.
 *
 * @param written the patch without blanks around it.
 */
export function isBrokenJsonPatch(written: string): boolean {
  return written.startsWith('[') && !isJson(written) && !hasPlaceholder(written);
}

/**
 * Whether Kustomize refuses a kustomization for what is written in it or in its patches, wherever it runs. An input that
 * is missing or remote is no such reason: with it, the same text can be built.
 *
 * @param patchText the text of a patch, by its path as written; undefined if it cannot be read.
 */
export function isRefusedText(root: Node, patchText: (path: string) => string | undefined): boolean {
  if (fieldProblemsOf(root).length > 0) return true;
  const patches = [...mapsAt(root, 'patches[]'), ...mapsAt(root, 'patchesJson6902[]')];
  return patches.some(({ node }) => isBrokenJsonPatch(patchOf(node, patchText).trim()));
}

function patchOf(entry: MapNode, patchText: (path: string) => string | undefined): string {
  const inline = stringFor(entry, 'patch');
  const path = stringFor(entry, 'path');
  return inline ?? (path === undefined ? undefined : patchText(path)) ?? '';
}
