import type { Cursor } from './cursor.ts';
import type { DescribedCluster } from './description.ts';

/** A format in which clusters are described. */
export interface TargetSource {
  /** A word that every file of the format has: without it nothing is looked at. */
  readonly hint: RegExp;
  /** What a document of the format describes; nothing where it is something else. Never throws. */
  read(document: SourceDocument): readonly DescribedCluster[];
}

/** A document that is looked at. */
export interface SourceDocument {
  readonly root: Cursor;
  /** 0-based, among those of its file. */
  readonly index: number;
  /** Where the file lies, with `/`. */
  readonly path: string;
}

/** The `group` and `version` of a document's `apiVersion`, and its `kind`. */
export function typeOf(root: Cursor): { readonly group: string; readonly version: string; readonly kind: string } {
  const apiVersion = root.string('apiVersion') ?? '';
  const slash = apiVersion.indexOf('/');
  return {
    group: apiVersion.slice(0, Math.max(slash, 0)),
    version: apiVersion.slice(slash + 1),
    kind: root.string('kind') ?? '',
  };
}
