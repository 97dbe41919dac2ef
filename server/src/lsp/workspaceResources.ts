import { type NameableObject, partsOf } from '../insight/suggestNames.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { findResources } from '../manifest/resources/findResources.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { isEqual } from '../text/isEqual.ts';
import { LineIndex, type Range } from '../text/lineIndex.ts';
import { discover } from '../workspace/disk/discover.ts';
import { readText } from '../workspace/disk/readFile.ts';
import { derived } from '../workspace/ground/derived.ts';
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
/** Further resources are left out. */
const maxResources = 200_000;

/** The resources in workspace files, for look-ups by name: files are read lazily. */
export class WorkspaceResources {
  /**
   * Every resource in the files of some folders.
   *
   * @param cancelled polled; what was read by then counts for the next query.
   */
  async all(folders: readonly string[], cancelled: () => boolean): Promise<readonly KnownResource[]> {
    const found: KnownResource[] = [];
    const paths = new Set(folders.flatMap((folder) => this.#filesIn(folder)));
    for await (const path of yieldingBetween([...paths].slice(0, maxFiles))) {
      if (cancelled() || found.length >= maxResources) break;
      found.push(...this.#of(path));
    }
    return found;
  }

  readonly #filesIn = derived((folder: string) => discover([folder], folder).files.map(({ path }) => path));

  readonly #of = derived(
    (path: string): readonly KnownResource[] => {
      const content = /\.(?:ya?ml|json)$/i.test(path) ? readText(path) : undefined;
      return content?.ok === true ? resourcesIn(content.text, path) : [];
    },
    { same: isEqual },
  );
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
