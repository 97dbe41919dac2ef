import type { Manifest, ManifestDocument } from './manifest.ts';
import { isPlainText, readFast } from './readFast.ts';
import { type ReadDocument, readFull } from './readFull.ts';
import { type Chunk, splitDocuments } from './splitDocuments.ts';

/** Reads a file of YAML documents or JSON texts as Kubernetes does. Never throws: what is wrong stands in the documents' problems. */
export function readManifest(text: string): Manifest {
  // Kubernetes' reader of lines ends the last one if the file does not.
  const padded = text.endsWith('\n') ? text : `${text}\n`;
  const plain = isPlainText(padded);
  const documents: ManifestDocument[] = [];
  for (const chunk of splitDocuments(padded)) {
    const { root, problems } = readChunk(padded, chunk, plain);
    documents.push({
      index: documents.length,
      span: { start: Math.min(chunk.start, text.length), end: Math.min(chunk.end, text.length) },
      root,
      problems: chunk.problem === undefined ? problems : [chunk.problem, ...problems],
    });
  }
  return { text, documents };
}

function readChunk(text: string, chunk: Chunk, plain: boolean): ReadDocument {
  const root =
    plain || isPlainText(text.slice(chunk.start, chunk.end)) ? readFast(text, chunk.start, chunk.end) : undefined;
  return root === undefined ? readFull(text, chunk.start, chunk.end) : { root, problems: [] };
}
