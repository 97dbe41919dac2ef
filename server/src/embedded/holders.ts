import table from '../../data/authored/embedded.json' with { type: 'json' };
import type { SelectedKind } from '../manifest/manifest.ts';

/** A field that contains objects. From `data/authored/embedded.json`. */
export interface HolderField {
  /** Its path, as `nodesAt` reads it. */
  readonly path: string;
  /** `object`, `text`, `patch`, `merge-patch` or `secret-template`. */
  readonly holds: string;
  /** Whether its content is sent as written. */
  readonly complete: boolean;
  /** The server stores it as data: it is unknown whether it is ever sent. */
  readonly isData: boolean;
}

const holders = byKind();
const kindNames: ReadonlySet<string> = new Set([...holders.keys()].map((kind) => kind.split('.', 1)[0] ?? kind));

/** The fields that contain objects, by kind and group, or by Kustomize file type. */
export function holdersOf(kind: string): readonly HolderField[] {
  return holders.get(kind) ?? [];
}

/** Whether a kind of this name contains objects in some group: most do not. */
export function mayHoldObjects(kind: string): boolean {
  return kindNames.has(kind);
}

/** The template of a secret, and the fields of the secret itself; the others belong to the operator. */
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
