import { arrayOf, fieldOf, text } from '../../../server/data/generator/json.ts';
import type { DefaultingObject } from './defaults.ts';
import { type Types, wholeObject } from './objects.ts';

/** A gate, a kind (`apps/v1 Deployment`), a path that a create drops while the gate is off, and the emulations where it was seen. */
export type DroppedRow = readonly [gate: string, kind: string, path: string, emulated: readonly string[]];

/** Objects with every field set, two of each kind: one with the first value of each enumeration and one with the last. */
export function droppedObjects(types: Types, kinds: ReadonlyMap<string, string>): DefaultingObject[] {
  return [...kinds].flatMap(([gvk, def]) => {
    const slash = gvk.lastIndexOf('/');
    const [apiVersion, kind] = [gvk.slice(0, slash), gvk.slice(slash + 1)];
    return (['first', 'last'] as const).map((which) => ({
      id: `${apiVersion} ${kind} ${which}`,
      object: wholeObject(types, def, apiVersion, 'written', (values) => values.at(which === 'first' ? 0 : -1) ?? ''),
    }));
  });
}

/** Merges the measurements of each emulated version. */
export function droppedFacts(measured: readonly (readonly [emulated: string, rows: unknown])[]): DroppedRow[] {
  const found = new Map<string, [string, string, string, string[]]>();
  for (const [emulated, rows] of measured) {
    for (const row of arrayOf(rows)) {
      const kind = text(fieldOf(row, 'id')).replace(/ (?:first|last)$/, '');
      const [gate, path] = [text(fieldOf(row, 'gate')), text(fieldOf(row, 'path'))];
      // Metadata that a server writes itself are not set by users.
      if (path.startsWith('metadata.')) continue;
      const key = `${gate}\u0000${kind}\u0000${path}`;
      const known = found.get(key) ?? [gate, kind, path, []];
      if (!known[3].includes(emulated)) known[3].push(emulated);
      found.set(key, known);
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
