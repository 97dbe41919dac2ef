import { readManifest } from '../manifest/read/readManifest.ts';
import { applyEdits } from '../text/edit.ts';

/**
 * Removes documents from a manifest, with the comments before them. Separators stay: Helm and Kubernetes skip empty
 * documents.
 *
 * @param documents their indexes, 0-based over the documents that are not empty.
 */
export function dropDocuments(text: string, documents: ReadonlySet<number>): string {
  const dropped = readManifest(text).documents.filter(({ index }) => documents.has(index));
  return (
    applyEdits(
      text,
      dropped.map(({ span }) => ({ span, newText: '\n' })),
    ) ?? text
  );
}
