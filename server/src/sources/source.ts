import { type Node, stringFor } from '../manifest/node.ts';
import type { Cursor } from './cursor.ts';
import type { NeighbouringFiles } from './declared/neighbouringFiles.ts';
import type { DescribedCluster } from './description.ts';

/** A format of cluster descriptions. */
export interface TargetSource {
  /** Whether a document of a type may have the format, to skip most documents. */
  reads(type: DocumentType): boolean;
  /** The clusters in a document of the format; empty for others. Never throws. */
  read(document: SourceDocument): readonly DescribedCluster[];
}

/** A document to read. */
export interface SourceDocument {
  readonly root: Cursor;
  /** The {@link typeOf} of the root. */
  readonly type: DocumentType;
  /** 0-based, within its file. */
  readonly index: number;
  /** The location of the file, with `/`. */
  readonly path: string;
  /** The neighbouring files. */
  readonly surroundings: NeighbouringFiles;
}

/** A document's `apiVersion` with its `group` and `version`, and its `kind`; empty if absent. */
export interface DocumentType {
  readonly apiVersion: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The type of a document, as it states it. */
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
