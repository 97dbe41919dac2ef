import type { Value } from '../value.ts';
import type { NamedWarnings } from './facts.ts';
import type { Warn } from './rule.ts';

/** Warns of every annotation that is in the table. */
export function warnOfAnnotations(metadata: Value, table: NamedWarnings, warn: Warn): void {
  const annotations = metadata.at('annotations');
  const { node } = annotations;
  if (node?.kind !== 'map' || !node.entries.some(({ key }) => table.has(key))) return;
  for (const [key, at] of annotations.entries) {
    const words = table.get(key);
    if (words !== undefined) warn(at, `The annotation "${key}" is ${words}`, 'Use what replaces it, and remove it.');
  }
}
