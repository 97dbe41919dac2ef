import type { Node } from '../../manifest/node.ts';
import { nodeAt } from './values.ts';

/**
 * The value that the server computes for an omitted field: the image pull policy (`pkg/apis/core/v1/defaults.go`,
 * SetDefaults_Container).
 */
export function computedAt(root: Node, steps: readonly (string | number)[]): string | undefined {
  if (steps.at(-1) !== 'imagePullPolicy') return undefined;
  const image = nodeAt(root, [...steps.slice(0, -1).map(String), 'image']);
  if (image?.kind !== 'scalar' || typeof image.value !== 'string' || image.value === '') return undefined;
  return tagOf(image.value) === 'latest' ? 'Always' : 'IfNotPresent';
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
