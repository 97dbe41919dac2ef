import { type JsonPointer, readPointer } from '../manifest/jsonPointer.ts';
import { entryFor, type ListNode, type MapNode, type Node, stringFor } from '../manifest/node.ts';

/** One operation of a JSON patch. */
export interface JsonPatchOperation {
  readonly index: number;
  readonly node: MapNode;
  /** Undefined if it is not a string. */
  readonly op: string | undefined;
  readonly path: JsonPointer | undefined;
  readonly from: JsonPointer | undefined;
  /** Undefined if absent; `null` is a value. */
  readonly value: Node | undefined;
}

/** The operations of a JSON patch in order; items other than objects are skipped. */
export function operationsOf(patch: ListNode, text: string | undefined): readonly JsonPatchOperation[] {
  return patch.items.flatMap((node, index) =>
    node.kind === 'map'
      ? [
          {
            index,
            node,
            op: stringFor(node, 'op'),
            path: readPointer(entryFor(node, 'path')?.value, text),
            from: readPointer(entryFor(node, 'from')?.value, text),
            value: entryFor(node, 'value')?.value,
          },
        ]
      : [],
  );
}

/** All operations (RFC 6902). */
export const operationNames: readonly string[] = ['add', 'remove', 'replace', 'move', 'copy', 'test'];
