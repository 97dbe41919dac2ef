import type { Manifest, ManifestDocument } from './manifest.ts';
import { readFull } from './readFull.ts';
import { splitDocuments } from './splitDocuments.ts';

/** Reads a file of YAML documents or JSON texts as Kubernetes does. Never throws: what is wrong stands in the documents' problems. */
export function readManifest(text: string): Manifest {
  const documents: ManifestDocument[] = [];
  for (const chunk of splitDocuments(text)) {
    const { root, problems } = readFull(text, chunk.start, chunk.end);
    documents.push({
      index: documents.length,
      span: { start: chunk.start, end: chunk.end },
      root,
      problems: chunk.problem === undefined ? problems : [chunk.problem, ...problems],
    });
  }
  return { text, documents };
}
