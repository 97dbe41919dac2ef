import type { JudgedResource } from '../judge/analysis.ts';
import type { ManifestDocument } from '../manifest/manifest.ts';
import type { Node } from '../manifest/node.ts';
import type { Span } from '../text/span.ts';

/**
 * The stretches of a file that are text to YAML, so that a `#` in them begins no comment. What holds an object of its own
 * is read as YAML and is left out.
 */
export function textNodes(
  documents: readonly ManifestDocument[],
  resources: readonly JudgedResource[],
): readonly Span[] {
  const held = resources.flatMap(({ resource }) => (resource.embedded === undefined ? [] : [resource.root]));
  const found: Span[] = [];
  const visit = (node: Node): void => {
    if (node.kind === 'list') for (const item of node.items) visit(item);
    else if (node.kind === 'map') {
      for (const entry of node.entries) if (entry.alias === undefined && entry.merged !== true) visit(entry.value);
    } else if (typeof node.value === 'string' && !held.some((root) => isWithin(root, node))) found.push(node);
  };
  for (const { root } of documents) if (root !== undefined) visit(root);
  return found;
}

/** Whether an offset lies inside one of them. */
export function isInText(texts: readonly Span[], offset: number): boolean {
  return texts.some(({ start, end }) => start < offset && offset < end);
}

function isWithin(inner: Span, outer: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
