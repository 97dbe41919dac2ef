import type { Node } from '../../manifest/node.ts';
import { nodeAt } from './values.ts';

/**
 * What the server computes from other fields for one that is left out: when an image is pulled
 * (`pkg/apis/core/v1/defaults.go`, SetDefaults_Container).
 */
export function computedAt(root: Node, steps: readonly (string | number)[]): string | undefined {
  if (steps.at(-1) !== 'imagePullPolicy') return undefined;
  const image = nodeAt(root, [...steps.slice(0, -1).map(String), 'image']);
  if (image?.kind !== 'scalar' || typeof image.value !== 'string' || image.value === '') return undefined;
  const tag = tagOf(image.value);
  if (tag === undefined) return undefined;
  return tag === 'latest' ? 'Always' : 'IfNotPresent';
}

/** The tag of an image, or '' where only a digest names it; undefined for what is no reference. */
function tagOf(image: string): string | undefined {
  const reference = /^[\w.-]+(?::\d+(?=\/))?(?:\/[a-z0-9._-]+)*(?::([\w.-]+))?(@\w+:[0-9a-f]+)?$/.exec(image);
  if (reference === null) return undefined;
  const [, tag, digest] = reference;
  return tag ?? (digest === undefined ? 'latest' : '');
}
