import { admittedText } from '../../admitted/admittedText.ts';
import { notesOf } from '../../admitted/notes.ts';
import { printable } from '../../text/displayWidth.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import type { AdmittedResult } from '../protocol.ts';

/** The objects of a document as the first of its targets would store them; null if it has none. */
export function admittedDocument({ text, inputs, targets }: JudgedDocument): AdmittedResult | null {
  const [surface] = targets.surfaces;
  if (surface === undefined) return null;
  const admitted = admittedText(text, inputs);
  const refused = admitted.resources.flatMap(({ resource, refused: why }) =>
    why === undefined ? [] : [`${resource.kind} ${resource.name ?? ''} (${why})`],
  );
  const notes = admitted.resources.flatMap((admittedResource) =>
    notesOf(admittedResource).map((note) =>
      printable(`${admittedResource.resource.kind} ${admittedResource.resource.name ?? ''}: ${note}`),
    ),
  );
  return { text: admitted.text, target: surface.name, refused, notes };
}
