import { isBelow } from '../disk/isBelow.ts';
import { statOf } from '../disk/trackedFs.ts';
import { derived } from '../ground/derived.ts';
import type { Kustomization } from './kustomization.ts';

type Naming = Pick<Kustomization, 'files' | 'local' | 'built'>;

/**
 * The cycles of kustomizations, which cannot be built.
 *
 * Source: `api/internal/loader/fileloader.go` of sigs.k8s.io/kustomize, errIfArgEqualOrHigher: no base may contain a
 * folder that is being built.
 */
export class KustomizationCycles {
  readonly #kustomizationIn: (folder: string) => Naming | undefined;

  /** @param kustomizationIn the names in a folder's kustomization; undefined if there is none. */
  constructor(kustomizationIn: (folder: string) => Naming | undefined) {
    this.#kustomizationIn = kustomizationIn;
  }

  /**
   * The names in a folder's kustomization that close a cycle: its own folder, a parent, or the first by name of a
   * longer cycle, so that each cycle is reported once.
   */
  closingAt(folder: string): readonly string[] {
    const { files = [], local = [], built = [] } = this.#kustomizationIn(folder) ?? {};
    const taken = new Set(built);
    return local.filter((_, index) => {
      const named = files[index];
      if (named === undefined || !taken.has(named) || !isFolder(named)) return false;
      if (isBelow(folder, named)) return true;
      const firstOf = this.#circlesFrom(folder);
      return firstOf.get(named) === named && firstOf.get(folder) === named;
    });
  }

  /** The bases of a folder. Naming the own folder or a parent is a separate cycle. */
  readonly #basesOf = derived((folder: string): readonly string[] => {
    const named = new Set(this.#kustomizationIn(folder)?.built ?? []);
    return [...named].filter((file) => !isBelow(folder, file) && isFolder(file));
  });

  /**
   * By folder, the first by name of its cycle, itself if it is in none: Tarjan's strongly connected components of
   * everything that a folder leads to, each edge once and without recursion.
   */
  readonly #circlesFrom = derived((start: string): ReadonlyMap<string, string> => {
    const firstOf = new Map<string, string>();
    const order = new Map<string, number>();
    const lowest = new Map<string, number>();
    const open: string[] = [];
    const isOpen = new Set<string>();
    const path: { readonly folder: string; next: number }[] = [];
    const enter = (folder: string) => {
      order.set(folder, order.size);
      lowest.set(folder, order.size - 1);
      open.push(folder);
      isOpen.add(folder);
      path.push({ folder, next: 0 });
    };
    const lower = (folder: string, to: number | undefined) => {
      if (to !== undefined && to < (lowest.get(folder) ?? 0)) lowest.set(folder, to);
    };
    enter(start);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const { folder } = step;
      const base = this.#basesOf(folder)[step.next++];
      if (base !== undefined) {
        if (isOpen.has(base)) lower(folder, order.get(base));
        else if (!order.has(base)) enter(base);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) lower(above.folder, lowest.get(folder));
      if (lowest.get(folder) !== order.get(folder)) continue;
      const members = open.splice(open.indexOf(folder));
      const [first = folder] = members.toSorted();
      for (const member of members) {
        isOpen.delete(member);
        firstOf.set(member, first);
      }
    }
    return firstOf;
  });
}

function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}
