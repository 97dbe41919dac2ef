import { asAdmitted } from '../../admitted/asAdmitted.ts';
import { notesOf } from '../../admitted/notes.ts';
import { printable } from '../../text/displayWidth.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import type { AdmittedResult } from '../protocol.ts';

/** The objects of a document as the first of its targets would store them; null if it has none. */
export function admittedDocument({ text, inputs, targets }: JudgedDocument): AdmittedResult | null {
  const [surface] = targets.surfaces;
  if (surface === undefined) return null;
  const made = asAdmitted(text, inputs);
  const refused = made.resources.flatMap(({ resource, refused: why }) =>
    why === undefined ? [] : [`${resource.kind} ${resource.name ?? ''} (${why})`],
  );
  const notes = made.resources.flatMap((one) =>
    notesOf(one).map((note) => printable(`${one.resource.kind} ${one.resource.name ?? ''}: ${note}`)),
  );
  return { text: made.text, target: surface.name, refused, notes };
}
