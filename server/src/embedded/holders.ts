import table from '../../data/authored/embedded.json' with { type: 'json' };
import type { SelectedKind } from '../manifest/manifest.ts';

/** A field that holds objects of their own. From `data/authored/embedded.json`. */
export interface HolderField {
  /** Its path, as `nodesAt` reads it. */
  readonly path: string;
  /** `object`, `text`, `patch`, `merge-patch` or `secret-template`. */
  readonly holds: string;
  /** Whether what it holds is sent as it stands there. */
  readonly complete: boolean;
  /** The server keeps it as data: whether anybody sends it is not known. */
  readonly isData: boolean;
}

const holders = byKind();
const kindNames: ReadonlySet<string> = new Set([...holders.keys()].map((kind) => kind.split('.', 1)[0] ?? kind));

/** The fields that hold objects, by the kind and group that has them, or by what a file is to Kustomize. */
export function holdersOf(kind: string): readonly HolderField[] {
  return holders.get(kind) ?? [];
}

/** Whether a kind of this name holds objects in some group: most do in none. */
export function mayHoldObjects(kind: string): boolean {
  return kindNames.has(kind);
}

/** What the template of a secret is, and which of its fields are the secret's own: the others are its makers'. */
export const secretTemplate: { readonly fields: readonly string[] } & SelectedKind = table.secretTemplate;

function byKind(): ReadonlyMap<string, readonly HolderField[]> {
  const all = new Map<string, HolderField[]>();
  for (const { of, paths, holds, complete, data } of table.holders) {
    for (const kind of of) {
      const known = all.get(kind) ?? [];
      known.push(...paths.map((path) => ({ path, holds, complete: complete === true, isData: data === true })));
      all.set(kind, known);
    }
  }
  return all;
}
