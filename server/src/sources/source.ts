import { type Node, stringFor } from '../manifest/node.ts';
import type { Cursor } from './cursor.ts';
import type { Surroundings } from './declared/surroundings.ts';
import type { DescribedCluster } from './description.ts';

/** A format in which clusters are described. */
export interface TargetSource {
  /** Whether a document of a type can be of the format: what most documents are passed over by. */
  reads(type: DocumentType): boolean;
  /** What a document of the format describes; nothing where it is something else. Never throws. */
  read(document: SourceDocument): readonly DescribedCluster[];
}

/** A document that is looked at. */
export interface SourceDocument {
  readonly root: Cursor;
  /** What {@link typeOf} says of the root. */
  readonly type: DocumentType;
  /** 0-based, among those of its file. */
  readonly index: number;
  /** Where the file lies, with `/`. */
  readonly path: string;
  /** What lies beside it. */
  readonly surroundings: Surroundings;
}

/** A document's `apiVersion` with its `group` and `version`, and its `kind`; empty where there is none. */
export interface DocumentType {
  readonly apiVersion: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The type that a document gives itself. */
export function typeOf(root: Node): DocumentType {
  const apiVersion = (root.kind === 'map' && stringFor(root, 'apiVersion')) || '';
  const slash = apiVersion.indexOf('/');
  return {
    apiVersion,
    group: apiVersion.slice(0, Math.max(slash, 0)),
    version: apiVersion.slice(slash + 1),
    kind: (root.kind === 'map' && stringFor(root, 'kind')) || '',
  };
}
