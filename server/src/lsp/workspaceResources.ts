import { type NameableObject, partsOf } from '../insight/suggestNames.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { findResources } from '../manifest/resources/findResources.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { LineIndex, type Range } from '../text/lineIndex.ts';
import { discover } from '../workspace/disk/discover.ts';
import { isBelow } from '../workspace/disk/isBelow.ts';
import { readText } from '../workspace/disk/readFile.ts';
import { yieldingBetween } from './yieldingBetween.ts';

/** A resource of a file of the workspace. */
export interface KnownResource extends NameableObject {
  /** Absolute. */
  readonly path: string;
  readonly apiVersion: string;
  /** Where it is named; the range of its `kind`. */
  readonly range: Range;
}

const maxFiles = 10_000;
/** Resources beyond these are not remembered. */
const maxResources = 200_000;

/**
 * The resources in workspace files, for look-ups by name. Lazy: the first query reads all files, later ones the changed
 * files.
 */
export class WorkspaceResources {
  #byFile: Map<string, readonly KnownResource[]> | undefined;
  readonly #stale = new Set<string>();
  #reading: Promise<void> = Promise.resolve();

  /**
   * Every resource in the files of some folders.
   *
   * @param cancelled polled; resources read by then stay cached.
   */
  async all(folders: readonly string[], cancelled: () => boolean): Promise<readonly KnownResource[]> {
    // One search at a time: a second query uses the results of the first.
    const before = this.#reading;
    const mine = before.then(() => this.#read(folders, cancelled));
    this.#reading = mine.catch(() => undefined);
    await mine;
    return [...(this.#byFile?.values() ?? [])].flat();
  }

  /** Files have other texts now, or are gone. */
  changed(paths: readonly string[]): void {
    if (this.#byFile === undefined) return;
    for (const path of paths) if (!/[\\/](?:\.git|node_modules)[\\/]/.test(path)) this.#stale.add(path);
  }

  /** The workspace has other folders now. */
  forget(): void {
    this.#byFile = undefined;
    this.#stale.clear();
  }

  async #read(folders: readonly string[], cancelled: () => boolean): Promise<void> {
    const known = this.#byFile ?? new Map<string, readonly KnownResource[]>();
    const asked =
      this.#byFile === undefined
        ? discover(folders, folders[0] ?? '/').files.map(({ path }) => path)
        : [...this.#stale].filter((path) => known.has(path) || folders.some((folder) => isBelow(path, folder)));
    this.#byFile = known;
    for (const path of asked.slice(0, maxFiles)) this.#stale.add(path);
    let count = [...known.values()].reduce((sum, { length }) => sum + length, 0);
    for await (const path of yieldingBetween(this.#stale)) {
      if (cancelled() || this.#byFile !== known) return;
      this.#stale.delete(path);
      const found = count < maxResources ? resourcesOf(path) : [];
      count += found.length;
      if (found.length > 0) known.set(path, found);
      else known.delete(path);
    }
  }
}

function resourcesOf(path: string): readonly KnownResource[] {
  const content = /\.(?:ya?ml|json)$/i.test(path) ? readText(path) : undefined;
  return content?.ok === true ? resourcesIn(content.text, path) : [];
}

/** The named resources of a text, as {@link WorkspaceResources} remembers them. */
export function resourcesIn(text: string, path: string): readonly KnownResource[] {
  // Parsing costs, and much that is in a workspace has neither.
  if (!text.includes('apiVersion') || !text.includes('kind')) return [];
  const lines = new LineIndex(text);
  return findResources(readManifest(text), path.replaceAll('\\', '/')).resources.flatMap((resource) => {
    const { apiVersion, kind, name, namespace, kindSpan } = resource;
    if (name === undefined) return [];
    const group = parseGroupVersion(apiVersion)?.group;
    const parts = group === undefined ? [] : partsOf(resource.root, kind, group);
    return [{ path, apiVersion, group, kind, name, namespace, parts, range: lines.range(kindSpan) }];
  });
}
