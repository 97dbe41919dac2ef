import { entryFor, type MapEntry, mapFor, type Node } from '../../manifest/node.ts';
import { resolvePlain } from '../../manifest/read/resolveScalar.ts';

/** A key of labels or annotations that Kustomize writes in a form that it cannot read again. */
export interface WrongKey {
  readonly path: string;
  readonly entry: MapEntry;
  /** Whether quotes help: the key is a word that only YAML 1.1 reads as a boolean. */
  readonly isWord: boolean;
}

/** The fields of a kustomization with labels or annotations; of those in lists, the fields of an item. */
const fields = ['commonLabels', 'commonAnnotations'];
const lists: readonly (readonly [list: string, path: readonly string[]])[] = [
  ['labels', ['pairs']],
  ...['configMapGenerator', 'secretGenerator'].flatMap((list) =>
    ['labels', 'annotations'].map((field) => [list, ['options', field]] as const),
  ),
];

/**
 * Kustomize sets labels and annotations with their keys unquoted, and reads the result: a key that is a boolean, a number
 * or null then makes a map that it cannot write as JSON, and the build fails. It reads a kustomization as YAML 1.1, so
 * the key `y` is "true". Asked of Kustomize 5.8.1.
 */
export function wrongKeysOf(root: Node): readonly WrongKey[] {
  if (root.kind !== 'map') return [];
  const generated = mapFor(root, 'generatorOptions');
  return [
    ...fields.flatMap((field) => wrongKeys(entryFor(root, field)?.value, field)),
    ...['labels', 'annotations'].flatMap((field) =>
      wrongKeys(generated && entryFor(generated, field)?.value, `generatorOptions.${field}`),
    ),
    ...lists.flatMap(([list, path]) => {
      const value = entryFor(root, list)?.value;
      const items = value?.kind === 'list' ? value.items : [];
      return items.flatMap((item, index) => wrongKeys(below(item, path), `${list}[${index}].${path.join('.')}`));
    }),
  ];
}

function below(item: Node, path: readonly string[]): Node | undefined {
  return path.reduce<Node | undefined>(
    (node, key) => (node?.kind === 'map' ? entryFor(node, key)?.value : undefined),
    item,
  );
}

function wrongKeys(node: Node | undefined, path: string): readonly WrongKey[] {
  if (node?.kind !== 'map') return [];
  return node.entries
    .filter(({ key }) => typeof resolvePlain(key) !== 'string' && !yaml11.test(key))
    .map((entry) => ({ path: `${path}.${entry.key}`, entry, isWord: isWord(entry) }));
}

/** The words that Kustomize writes in quotes. */
const yaml11 = /^(?:y|n|yes|no|on|off)$/i;

/** Whether a boolean key is written as another word than its value. */
function isWord({ key, keySpan }: MapEntry): boolean {
  const length = keySpan.end - keySpan.start;
  return (key === 'true' || key === 'false') && length < key.length;
}
