import { textToBase64 } from '../formats/bytes.ts';
import { type MapNode, stringFor, valueFor } from '../manifest/node.ts';
import { nodesAt } from '../manifest/nodesAt.ts';

/** The text of a file beside the kustomization; undefined if it cannot be read. */
export type ReadText = (path: string) => string | undefined;

/**
 * The data, as text, of a ConfigMap or a Secret that a generator of a kustomization makes; undefined if that is not certain.
 *
 * Source: Load in `api/kv/kv.go` and ParseFileSource in `api/internal/generators/utils.go` of sigs.k8s.io/kustomize.
 */
export function generatedData(generator: MapNode, read: ReadText): ReadonlyMap<string, string> | undefined {
  const data = new Map<string, string>();
  const env = stringFor(generator, 'env');
  for (const path of [...textsAt(generator, 'envs[]'), ...(env === undefined ? [] : [env])]) {
    const text = read(path);
    if (text === undefined) return undefined;
    for (const [key, value] of valuesOfLines(text)) data.set(key, value);
  }
  for (const literal of textsAt(generator, 'literals[]')) {
    const at = literal.indexOf('=');
    if (at <= 0) return undefined;
    data.set(literal.slice(0, at), unquoted(literal.slice(at + 1)));
  }
  for (const source of textsAt(generator, 'files[]')) {
    const at = source.indexOf('=');
    const path = source.slice(at + 1);
    const text = read(path);
    if (text === undefined) return undefined;
    data.set(at < 0 ? path.slice(path.lastIndexOf('/') + 1) : source.slice(0, at), text);
  }
  return valueFor(generator, 'kvSources') === undefined ? data : undefined;
}

/**
 * The same as a Secret has it, whose base64 has lines where it is long.
 *
 * Source: encodeBase64 in `kyaml/yaml/datamap.go` of sigs.k8s.io/kustomize.
 */
export function asSecretData(data: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...data].map(([key, value]) => [key, inLines(textToBase64(value))]));
}

function inLines(text: string): string {
  return text.length < longestLine ? text : text.replace(/.{1,70}/g, '$&\n');
}

const longestLine = 70;

function valuesOfLines(text: string): readonly (readonly [string, string])[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .flatMap((line) => {
      const trimmed = line.trimStart();
      const at = trimmed.indexOf('=');
      if (trimmed === '' || trimmed.startsWith('#')) return [];
      return [at < 0 ? ([trimmed, ''] as const) : ([trimmed.slice(0, at), trimmed.slice(at + 1)] as const)];
    });
}

/** Without the quotes around it, where it has them on both sides. */
function unquoted(text: string): string {
  return text.length > 1 && /^["']/.test(text) && text.at(-1) === text[0] ? text.slice(1, -1) : text;
}

function textsAt(root: MapNode, path: string): readonly string[] {
  return nodesAt(root, path).flatMap(({ node }) =>
    node.kind === 'scalar' && typeof node.value === 'string' ? [node.value] : [],
  );
}
