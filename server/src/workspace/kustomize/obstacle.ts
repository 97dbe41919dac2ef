import { relative, sep } from 'node:path';
import { statOf } from '../disk/trackedFs.ts';
import type { Kustomizations } from './kustomizations.ts';

/** Why the kustomization of a folder cannot be built locally, for messages; undefined if it can. */
export function obstacleTo(folder: string, kustomizations: Kustomizations): string | undefined {
  if (kustomizations.localTree(folder) !== undefined) return undefined;
  for (const item of kustomizations.tree(folder)) {
    const base = relative(folder, item).split(sep).join('/');
    const by = base === '' ? 'it names' : `it builds on ${base}, which names`;
    const kustomization = kustomizations.of(item);
    if (kustomization === undefined) return `it builds on ${base}, which is not a kustomization`;
    const [fetched] = kustomization.fetched;
    if (fetched !== undefined) return `${by} ${fetched}, which is not downloaded`;
    const missing = kustomization.files.findIndex((file) => statOf(file) === undefined);
    if (missing >= 0) return `${by} ${kustomization.local[missing]}, which does not exist`;
  }
  return 'it builds on itself';
}
