import type { Kustomizations } from './kustomizations.ts';

/**
 * A changed file with which a kustomization no longer selects a resource, and the kustomization, as messages name it.
 */
export type LostSelections = ReadonlyMap<string, string>;

/**
 * The changed files with which patches or replacements would no longer select a resource by its version: those of the
 * resource, and those that state the selection. Without all of these changes, and their dependents, nothing is lost.
 *
 * @param texts the changed texts by their absolute paths.
 */
export function lostSelections(before: Kustomizations, texts: ReadonlyMap<string, string>): LostSelections {
  const lost = new Map<string, string>();
  for (let kept = texts; ; kept = new Map([...kept].filter(([path]) => !lost.has(path)))) {
    const found = lostWith(before, kept);
    if (found.size === 0) return lost;
    for (const [path, name] of found) lost.set(path, name);
  }
}

function lostWith(before: Kustomizations, texts: ReadonlyMap<string, string>): LostSelections {
  const folders = new Set([...texts.keys()].flatMap((path) => before.decidersOf(path) ?? []));
  const after = before.withTexts(texts);
  const lost = new Map<string, string>();
  for (const folder of folders) {
    const built = after.builtIn(folder);
    for (const [index, { from, selectors }] of (before.builtIn(folder) ?? []).entries()) {
      if (selectors.length <= (built?.[index]?.selectors.length ?? selectors.length)) continue;
      for (const path of [from, ...selectors.map(({ file }) => file)]) {
        if (path !== undefined && texts.has(path)) lost.set(path, before.nameOf(folder));
      }
    }
  }
  return lost;
}
