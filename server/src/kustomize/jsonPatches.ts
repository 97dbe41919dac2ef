import { entryFor, type ListNode, type Node } from '../manifest/node.ts';
import { mapsAt } from '../manifest/nodesAt.ts';
import { readEscaped } from '../manifest/read/readEscaped.ts';
import { readYamlIn } from '../manifest/read/readScalar.ts';
import { fieldOf, formatPath } from '../text/fieldPath.ts';
import type { Span } from '../text/span.ts';
import type { FileContext } from './fileContext.ts';
import { kustomizeFileOf } from './kustomizeFile.ts';
import { type PatchTarget, targetOf } from './patches.ts';

/** A JSON patch where it is written: in a kustomization, or in a file that one names. */
export interface JsonPatch {
  readonly root: ListNode;
  /** The text with the unescaped patch; undefined if it is escaped. */
  readonly text: string | undefined;
  /** The encoded pointer, and its span. */
  readonly written: string;
  readonly span: Span;
  readonly target: PatchTarget | undefined;
  /** The path of the value that it is; '' for a document. */
  readonly path: string;
  /** The entry of the kustomization that names or holds it. */
  readonly entry: string;
}

/** A document with its context. */
interface PatchHolder {
  readonly root: Node;
  /** The location of the file, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly context: FileContext;
}

/** The JSON patches of a document: those in a kustomization, or the document itself. */
export function jsonPatchesIn({ root, path, text, context }: PatchHolder): readonly JsonPatch[] {
  if (root.kind === 'list') {
    if (context.patch === undefined) return [];
    const { target } = context.patch;
    const { entry = '' } = context;
    const span = { start: root.start, end: root.start + 1 };
    return [{ root, text, written: text, span, target, path: '', entry }];
  }
  return kustomizeFileOf(root, path) === 'Kustomization' ? heldPatches(root, text) : [];
}

const fields: readonly string[] = ['patches[]', 'patchesJson6902[]'];

function heldPatches(root: Node, text: string): readonly JsonPatch[] {
  return fields
    .flatMap((field) => mapsAt(root, field))
    .flatMap(({ node, path }) => {
      const patch = entryFor(node, 'patch')?.value;
      if (patch?.kind !== 'scalar' || typeof patch.value !== 'string') return [];
      const plain = readYamlIn(text, patch);
      const documents = plain ?? readEscaped(text, patch) ?? [];
      const written = patch.value.trim();
      const source = {
        text: plain === undefined ? undefined : text,
        written,
        span: { start: patch.start, end: patch.end },
        target: targetOf(node),
        path: formatPath(fieldOf(path, 'patch')),
        entry: formatPath(path),
      };
      return documents.flatMap((document) =>
        document.root?.kind === 'list' && document.problems.length === 0 ? [{ ...source, root: document.root }] : [],
      );
    });
}
