import type { Cursor } from './cursor.ts';
import type { DescribedCluster } from './description.ts';

/** A format in which clusters are described. */
export interface TargetSource {
  /** What a document of the format describes; nothing where it is something else. Never throws. */
  read(document: SourceDocument): readonly DescribedCluster[];
}

/** A document that is looked at. */
export interface SourceDocument {
  readonly root: Cursor;
  /** What {@link typeOf} says of the root: what most documents are told apart by. */
  readonly type: DocumentType;
  /** 0-based, among those of its file. */
  readonly index: number;
  /** Where the file lies, with `/`. */
  readonly path: string;
}

/** The `group` and `version` of a document's `apiVersion`, and its `kind`; empty where there is none. */
export interface DocumentType {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The type that a document gives itself. */
export function typeOf(root: Cursor): DocumentType {
  const apiVersion = root.string('apiVersion') ?? '';
  const slash = apiVersion.indexOf('/');
  return {
    group: apiVersion.slice(0, Math.max(slash, 0)),
    version: apiVersion.slice(slash + 1),
    kind: root.string('kind') ?? '',
  };
}
