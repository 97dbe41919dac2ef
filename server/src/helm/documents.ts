import type { Manifest, ManifestDocument, NotJudged, Resource } from '../manifest/manifest.ts';
import type { MapNode } from '../manifest/node.ts';
import { OpenReads } from '../manifest/open.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { recoverHead } from '../manifest/read/recover.ts';
import { findResources } from '../manifest/resources/findResources.ts';
import { hasHole, type Layout, layOut } from './layout.ts';
import type { Output } from './output.ts';
import { Placement } from './placement.ts';

/** A document that a template prints. */
export interface TemplateDocument {
  /** Where it begins in the template: the same at every target. */
  readonly key: number;
  /** Its output: text that is equal if two evaluations print the same, under the same conditions. */
  readonly content: () => string;
  /** The document itself, if it is a map of any kind. */
  readonly root: MapNode | undefined;
  /** The possible forms of the document; several if its apiVersion or kind depends on unknown values. */
  readonly variants: readonly TemplateVariant[];
  /** Why it is not judged, or not in full. */
  readonly notJudged: Pick<NotJudged, 'reason' | 'detail'> | undefined;
}

/** A document with some choices made. */
export interface TemplateVariant {
  readonly resources: readonly Resource[];
  readonly placement: Placement;
  readonly doubt: OpenReads;
}

const maxWorlds = 8;

/** How much text may be read again for documents that can be several things, in characters. */
const maxReadAgain = 4_000_000;

/** The documents that a template prints, each read as far as it is certain. */
export function documentsOf(output: Output, path: string): readonly TemplateDocument[] {
  const whole = new ReadLayout(output, new Map(), path);
  let readAgain = 0;
  return whole.keys().map((key) => {
    const choices = whole.headChoices(key);
    if (choices.length === 0) return documentOf(key, [whole], whole);
    const fixings = choices.reduce<readonly ReadonlyMap<number, number>[]>(
      (sets, [choice, count]) =>
        sets.length * (count + 1) > 4 * maxWorlds
          ? []
          : sets.flatMap((set) =>
              Array.from({ length: count }, (_, branch) => new Map([...set, [choice, branch] as const])),
            ),
      [new Map()],
    );
    readAgain += fixings.length * whole.length;
    const tooMany = fixings.length === 0 || fixings.length > maxWorlds || readAgain > maxReadAgain;
    return documentOf(key, tooMany ? [] : fixings.map((fixed) => new ReadLayout(output, fixed, path)), whole);
  });
}

function documentOf(key: number, read: readonly ReadLayout[], whole: ReadLayout): TemplateDocument {
  const variants = read.map((readLayout) => readLayout.variant(key)).filter((variant) => variant.resources.length > 0);
  return {
    key,
    content: () => whole.content(key),
    root: whole.root(key),
    variants,
    notJudged: whole.reason(key, variants.length > 0),
  };
}

/** The output of a template with some choices fixed, read as YAML. */
class ReadLayout {
  readonly #layout: Layout;
  readonly #path: string;
  readonly #doubt = new OpenReads();
  readonly #placement: Placement;
  readonly #manifest: Manifest;
  readonly #documents = new Map<number, ManifestDocument>();

  constructor(output: Output, fixed: ReadonlyMap<number, number>, path: string) {
    this.#layout = layOut(output, fixed);
    this.#path = path;
    this.#placement = new Placement(this.#layout, this.#doubt);
    this.#manifest = readManifest(this.#layout.text);
    for (const document of this.#manifest.documents) {
      // The separator before a document is in the template for every target.
      let key = document.span.start === 0 ? 0 : this.#placement.span({ start: 0, end: document.span.start }).end;
      while (this.#documents.has(key)) key++;
      this.#documents.set(key, document);
    }
  }

  get length(): number {
    return this.#layout.text.length;
  }

  keys(): readonly number[] {
    return [...this.#documents.keys()];
  }

  /** The choices that apiVersion or kind of a document depend on, with the number of their branches. */
  headChoices(key: number): readonly (readonly [number, number])[] {
    const document = this.#documents.get(key);
    const root = document?.root;
    if (root?.kind !== 'map') return [];
    const paths = root.entries
      .filter((entry) => !hasHole(entry.key))
      .map((entry) => ({ key: entry.key, path: this.#placement.regionsAt(entry.keySpan.start) }));
    const [first] = paths;
    const common = (first?.path ?? []).filter((region, depth) => paths.every(({ path }) => path[depth] === region));
    const choices = new Map<number, number>();
    for (const { key: name, path } of paths) {
      if (name !== 'apiVersion' && name !== 'kind') continue;
      for (const region of path.slice(common.length)) {
        const choice = this.#layout.regions[region]?.choice ?? 0;
        choices.set(choice, this.#branches(choice));
      }
    }
    return [...choices];
  }

  #branches(choice: number): number {
    const numbers = this.#layout.regions.filter((region) => region.choice === choice).map(({ branch }) => branch);
    // A branch without output has no region.
    return Math.max(2, ...numbers.map((branch) => branch + 1));
  }

  content(key: number): string {
    const span = this.#documents.get(key)?.span;
    if (span === undefined) return '';
    const { text, segments } = this.#layout;
    const parts = segments.flatMap(({ start, region }, index) => {
      const end = segments[index + 1]?.start ?? text.length;
      const part = text.slice(Math.max(start, span.start), Math.min(end, span.end));
      return part.trim() === '' ? [] : `${this.#conditions(region)}\n${part.trim()}`;
    });
    return parts.join('\n');
  }

  /** The branches that a region is in, outermost first. */
  #conditions(region: number): string {
    const branches: number[] = [];
    for (let at = region; at !== 0; at = this.#layout.regions[at]?.parent ?? 0) {
      branches.unshift(this.#layout.regions[at]?.branch ?? 0);
    }
    return branches.join('/');
  }

  root(key: number): MapNode | undefined {
    const root = this.#documents.get(key)?.root;
    const placed = root === undefined ? undefined : this.#placement.root(root);
    return placed?.kind === 'map' ? placed : undefined;
  }

  variant(key: number): TemplateVariant {
    const document = this.#documents.get(key);
    const resources = document === undefined ? [] : this.#resources(document);
    return { resources, placement: this.#placement, doubt: this.#doubt };
  }

  #resources(document: ManifestDocument): readonly Resource[] {
    if (document.problems.length > 0) {
      const head = recoverHead(this.#layout.text, document.span);
      return head === undefined ? [] : this.#found(document, head).map((resource) => ({ ...resource, partial: true }));
    }
    return document.root === undefined || document.root.kind !== 'map' ? [] : this.#found(document, document.root);
  }

  #found(document: ManifestDocument, map: MapNode): readonly Resource[] {
    const root = this.#placement.root(map);
    const placed: ManifestDocument = { index: 0, span: document.span, root, problems: [] };
    const { resources } = findResources({ text: this.#layout.text, documents: [placed] }, this.#path);
    return resources.filter(({ apiVersion, kind }) => !hasHole(apiVersion) && !hasHole(kind));
  }

  /** Why a document is not judged, or only partly; undefined if nothing is open. */
  reason(key: number, judged: boolean): TemplateDocument['notJudged'] {
    const document = this.#documents.get(key);
    if (document === undefined) return undefined;
    const text = this.#layout.text.slice(document.span.start, document.span.end);
    const isOpen = hasHole(text) || this.#placement.hasRegions(document.span);
    if (judged) {
      return isOpen || document.problems.length > 0
        ? { reason: 'template', detail: 'It is a template: parts that depend on values were not checked' }
        : undefined;
    }
    if (isOpen || document.problems.length > 0) {
      return { reason: 'template', detail: 'It is a template that cannot be checked without rendering it' };
    }
    return { reason: 'not-a-resource', detail: 'It has no apiVersion and kind at its top level' };
  }
}
