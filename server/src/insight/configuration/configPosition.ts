import { mapFor } from '../../manifest/node.ts';
import { readManifest } from '../../manifest/read/readManifest.ts';
import { chainOf, type Outline, type OutlinePosition } from '../outline.ts';
import { outlinePositionAt } from '../outlinePosition.ts';

/** A position in a `.kubecompat.yaml`, by the keys above it. */
export interface ConfigPosition {
  readonly position: OutlinePosition;
  /** Keys and numbers from the root down to the key or value; the last one is the word itself for a key. */
  readonly path: readonly (string | number)[];
  /** Whether it is at the key; otherwise at the value of `path`. */
  readonly isKey: boolean;
  /** The map of the target that the place is in. */
  readonly target: Outline | undefined;
}

/** Finds a place in a configuration, readable or not. */
export function configPositionAt(text: string, offset: number): ConfigPosition | undefined {
  const position = outlinePositionAt(text, offset);
  if (position === undefined) return undefined;
  const chain = chainOf(position.container);
  const above = chain.slice(1).map(({ step }) => step);
  const isRule = (above[0] === 'files' || above[0] === 'deprecations') && above.length === 2;
  const isItem =
    typeof above.at(-1) === 'number' && !isRule && !position.hasColon && position.container.entries.size === 0;
  const target = above[0] === 'targets' ? chain[2] : undefined;
  // A one-word item is a value, although it could become a key.
  if (position.slot === 'key' && isItem) return { position, path: above, isKey: false, target };
  if (position.slot === 'key' && position.container.kind === 'list')
    return { position, path: [...above, 0], isKey: false, target };
  const lastStep = position.slot === 'key' ? position.word.text : (position.key ?? 0);
  return { position, path: [...above, lastStep], isKey: position.slot === 'key', target };
}

/** The names under `targets:`, also of a configuration that cannot be read. */
export function targetNamesIn(text: string): readonly string[] {
  const [document] = readManifest(text).documents;
  const root = document?.root;
  if (root?.kind === 'map' && document?.problems.length === 0) {
    return mapFor(root, 'targets')?.entries.map(({ key }) => key) ?? [];
  }
  const block = /^targets:[ \t]*(?:#.*)?\r?\n((?:(?:[ \t].*)?(?:\r?\n|$))*)/m.exec(text)?.[1] ?? '';
  const column = /^( +)\S/m.exec(block)?.[1]?.length;
  if (column === undefined) return [];
  return [...block.matchAll(/^( +)["']?([\w.-]+)["']?[ \t]*:/gm)]
    .filter(([, indent = '']) => indent.length === column)
    .map(([, , name = '']) => name);
}
