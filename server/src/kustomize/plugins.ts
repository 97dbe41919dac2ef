import { type Node, stringFor } from '../manifest/node.ts';

/**
 * Whether one of the documents configures a plugin other than Kustomize's own: a function or a program.
 *
 * Source: isBuiltinPlugin in `api/internal/plugins/loader/loader.go` of sigs.k8s.io/kustomize.
 */
export function hasForeignPlugin(documents: readonly Node[]): boolean {
  return documents.some((root) => {
    const apiVersion = root.kind === 'map' ? stringFor(root, 'apiVersion') : undefined;
    return apiVersion !== undefined && apiVersion !== 'builtin';
  });
}
