import type { Value } from '../value.ts';
import type { NamedWarnings } from './facts.ts';
import { type EmitWarning, withFieldPath } from './rule.ts';

/** Warns of every annotation that is in the table; `form` makes the text of the words there. */
export function warnAboutAnnotations(
  metadata: Value,
  table: NamedWarnings,
  warn: EmitWarning,
  form = withFieldPath,
): void {
  const annotations = metadata.at('annotations');
  const { node } = annotations;
  if (node?.kind !== 'map' || !node.entries.some(({ key }) => table.has(key))) return;
  for (const [key, at] of annotations.entries) {
    const words = table.get(key);
    if (words !== undefined) warn(at, form(at, words), 'Remove the annotation and use its replacement.');
  }
}
