import type { MapNode } from '../manifest/node.ts';
import { readManifest } from '../manifest/readManifest.ts';
import { applyEdits, type TextEdit } from '../text/edit.ts';
import { applyChange, type Change } from './change.ts';
import { editsFor } from './textOf.ts';
import { plainValue, sameValue, type Value } from './value.ts';

/** Edits of a resource's text, and the resource as it reads afterwards (its `apiVersion` apart). */
export interface Rewrite {
  readonly edits: readonly TextEdit[];
  readonly root: MapNode;
}

/**
 * Carries changes out in the text and reads the result back. Undefined unless it reads as exactly the value that the
 * changes make: whatever a text does with anchors, repeated keys or odd indentation, no other edit gets through.
 */
export function rewrite(text: string, root: MapNode, changes: readonly Change[], inList: boolean): Rewrite | undefined {
  const edits = editsFor(text, root, changes);
  if (edits === undefined) return undefined;
  if (isPlainSwap(text, changes, edits)) return { edits, root };
  const after = readBack(text, root, edits, inList);
  if (after === undefined) return undefined;
  const wanted = changes.reduce<Value>(applyChange, plainValue(root));
  return sameValue(plainValue(after), wanted) ? { edits, root: after } : undefined;
}

/** Whether all that happens is that a field's value changes which nothing else can refer to: there is nothing to read back. */
function isPlainSwap(text: string, changes: readonly Change[], edits: readonly TextEdit[]): boolean {
  const [only] = changes;
  const [edit] = edits;
  if (changes.length !== 1 || only?.change !== 'set' || edits.length !== 1 || edit === undefined) return false;
  return /:[ \t]+$/.test(text.slice(Math.max(0, edit.span.start - 8), edit.span.start));
}

/** Reads the edited text of one resource alone, so that the cost does not grow with the file around it. */
function readBack(text: string, root: MapNode, edits: readonly TextEdit[], inList: boolean): MapNode | undefined {
  const { start } = root;
  const end = root.flow ? root.end : blankEnd(text, root.end);
  const own = text.slice(start, end);
  // An anchor in one item may be an alias in the next, which is not read here.
  if (inList && /(^|[\s,[{])&\w/.test(own)) return undefined;
  if (edits.some((edit) => edit.span.start < start || edit.span.end > end)) return undefined;
  const shifted = edits.map(({ span, newText }) => ({
    span: { start: span.start - start, end: span.end - start },
    newText,
  }));
  const edited = applyEdits(own, shifted);
  if (edited === undefined) return undefined;
  const indent = root.flow ? '' : ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1));
  const [document, ...more] = readManifest(indent + edited).documents;
  if (document === undefined || more.length > 0 || document.problems.length > 0) return undefined;
  return document.root?.kind === 'map' ? document.root : undefined;
}

/** The end of a line and of the blank lines behind it, which belong to a block scalar that keeps them. */
function blankEnd(text: string, offset: number): number {
  const lineEnd = text.indexOf('\n', offset);
  if (lineEnd < 0) return text.length;
  const blank = /(?:[ \t]*\r?\n)*[ \t]*$|(?:[ \t]*\r?\n)*/y;
  blank.lastIndex = lineEnd + 1;
  return lineEnd + 1 + (blank.exec(text)?.[0].length ?? 0);
}
