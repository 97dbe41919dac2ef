import type { FieldFacts, Note, NoteKind, Span } from './kindPage.ts';
import { sameSpans } from './spans.ts';

/** A field as one version has it. */
export interface VersionField {
  readonly spans: readonly Span[];
  readonly type: string;
  readonly notes: readonly VersionNote[];
}

/** A fact about a field of one version. */
export interface VersionNote {
  readonly kind: NoteKind;
  readonly text: string;
}

/** The fields of one version by their paths. */
export interface VersionFields {
  readonly label: string;
  /** The releases that have the version. */
  readonly known: readonly Span[];
  readonly fields: ReadonlyMap<string, VersionField>;
}

/** Merges the fields of all versions of a kind, the most preferred version first; common facts appear once. */
export function mergeFields(versions: readonly VersionFields[]): readonly FieldFacts[] {
  const paths = new Set<string>();
  for (const { fields } of versions) for (const path of fields.keys()) paths.add(path);
  const sorted = Array.from(paths, (path) => ({ path, key: sortKey(path) })).sort((a, b) => (a.key < b.key ? -1 : 1));
  return sorted.map(({ path }) => {
    const having = versions.flatMap(({ label, known, fields }) => {
      const field = fields.get(path);
      return field === undefined ? [] : [{ label, known, field }];
    });
    return {
      path,
      type: having[0]?.field.type ?? '',
      versions: having.map(({ label, known, field }) => ({
        label,
        spans: sameSpans(field.spans, known) ? undefined : field.spans,
      })),
      notes: mergeNotes(having),
    };
  });
}

function mergeNotes(having: readonly { readonly label: string; readonly field: VersionField }[]): readonly Note[] {
  const notes = new Map<string, { readonly note: VersionNote; readonly of: string[] }>();
  for (const { label, field } of having) {
    for (const note of field.notes) {
      const key = `${note.kind} ${note.text}`;
      const known = notes.get(key);
      if (known === undefined) notes.set(key, { note, of: [label] });
      else known.of.push(label);
    }
  }
  return [...notes.values()].map(({ note, of }) => ({ ...note, of: of.length === having.length ? [] : of }));
}

const firstOf = ['apiVersion', 'kind', 'metadata', 'spec'];

/** The common first fields come first, the status last; parents precede children. */
function sortKey(path: string): string {
  const [top = ''] = path.split(/[.[{]/, 1);
  const index = firstOf.indexOf(top);
  const rank = index >= 0 ? index : top === 'status' ? firstOf.length + 1 : firstOf.length;
  return rank + path.replaceAll(/\[\]|\{\}/g, '').replaceAll('.', '\u0001');
}
