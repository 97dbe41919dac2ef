import type { Span } from '../../text/span.ts';
import type { Manifest, ManifestDocument, NotJudged, Resource, SyntaxProblem } from '../manifest.ts';
import { entryFor, type MapNode, mapFor, type Node, stringFor } from '../node.ts';
import { isFilledIn, isRendered } from '../read/placeholder.ts';
import { recoverHead } from '../read/recover.ts';
import { withoutSops } from '../read/sops.ts';
import { commentedTemplate, isBroken, mayBeCommentedTemplate, templateOf } from '../read/template.ts';
import { toolFileNamed, toolFileOf } from './notResource.ts';
import { resourceAt } from './resourceAt.ts';

/** The content of a file: resources, documents without any, and broken text that should be a resource. */
export interface FoundResources {
  readonly resources: readonly Resource[];
  readonly notJudged: readonly NotJudged[];
  /** Only for documents that should be resources or kustomizations; other broken text is in `notJudged`. */
  readonly problems: readonly DocumentProblem[];
  /** The placeholders that keep documents that should be resources from being read. */
  readonly unfilled: readonly UnfilledPlaceholder[];
  /** The objects whose apiVersion or kind is a placeholder; their documents are in `notJudged`. */
  readonly unnamed: readonly Resource[];
}

/** The first placeholder that keeps a document from being valid YAML. */
export interface UnfilledPlaceholder {
  readonly document: number;
  readonly span: Span;
}

/** A syntax error of a document that should be a resource, or that Kustomize should read. */
export interface DocumentProblem {
  readonly document: number;
  readonly problem: SyntaxProblem;
  /** It is a kustomization instead. */
  readonly isKustomization?: true;
  /** It is about an item of a list. */
  readonly isItem?: true;
}

/**
 * Finds every API object of a file, with Lists expanded. `filePath` helps to identify files of other tools. Broken text
 * should be a resource if apiVersion and kind occur at its top level or a sibling document is a resource; then its
 * problems are returned, and its readable part is a partial resource.
 */
export function findResources(manifest: Manifest, filePath = ''): FoundResources {
  const finder = new Finder(manifest, filePath);
  for (const document of manifest.documents) finder.add(document);
  return finder.finish();
}

class Finder {
  readonly #text: string;
  readonly #filePath: string;
  readonly #resources: Resource[] = [];
  readonly #notJudged: NotJudged[] = [];
  readonly #unfilled: UnfilledPlaceholder[] = [];
  readonly #unnamed: Resource[] = [];
  readonly #problems: DocumentProblem[] = [];
  readonly #broken: { readonly document: ManifestDocument; readonly shown: boolean }[] = [];

  readonly #isCommented: boolean;

  constructor(manifest: Manifest, filePath: string) {
    this.#text = manifest.text;
    this.#isCommented = mayBeCommentedTemplate(manifest.text);
    this.#filePath = filePath;
  }

  add(document: ManifestDocument): void {
    if (document.problems.length > 0) this.#addBroken(document);
    else if (document.root?.kind === 'map') this.#addMap(document, document.root);
    else this.#none(document, this.#toolFile() ?? 'It is not a map with apiVersion and kind');
  }

  finish(): FoundResources {
    const problems = this.#problems;
    const siblings = this.#resources.length > 0;
    for (const { document, shown } of this.#broken) {
      const expected = shown || siblings;
      const [first] = document.problems;
      if (first?.isOurs === true) {
        this.#notJudged.push({
          document: document.index,
          reason: 'unreadable',
          detail: `It is not read: ${first.message}`,
        });
        continue;
      }
      const detail = `It cannot be read: ${first?.message ?? 'it is not YAML'}`;
      this.#notJudged.push({
        document: document.index,
        reason: expected ? 'broken-resource' : 'syntax-error',
        detail,
      });
      if (expected) for (const problem of document.problems) problems.push({ document: document.index, problem });
    }
    const byDocument = (a: { readonly document: number }, b: { readonly document: number }) => a.document - b.document;
    this.#notJudged.sort(byDocument);
    this.#resources.sort(byDocument);
    return {
      resources: this.#resources,
      notJudged: this.#notJudged,
      problems,
      unfilled: this.#unfilled,
      unnamed: this.#unnamed,
    };
  }

  #addBroken(document: ManifestDocument): void {
    const template = templateOf(this.#text, document.span);
    const head = template?.kind === 'template' ? undefined : recoverHead(this.#text, document.span);
    const tool = head && toolFileOf(stringFor(head, 'apiVersion') ?? '', stringFor(head, 'kind') ?? '');
    const isKustomization = (head === undefined ? toolFileNamed(this.#filePath) : tool) === kustomization;
    if (tool !== undefined || (isKustomization && template === undefined)) {
      this.#none(document, `It is ${tool ?? kustomization}, not an API resource`);
      if (isKustomization && isBroken(document, this.#text)) {
        for (const problem of document.problems)
          this.#problems.push({ document: document.index, problem, isKustomization });
      }
      return;
    }
    if (head !== undefined) this.#push(document, head, undefined, true);
    if (template === undefined) this.#broken.push({ document, shown: head !== undefined });
    else {
      this.#template(document, 'It is a template that has not been rendered', this.#showsNone(document));
      const span = template.mark;
      if (head !== undefined && span !== undefined) this.#unfilled.push({ document: document.index, span });
    }
  }

  /** Whether an unreadable text lacks even the keys of a resource. */
  #showsNone({ span }: ManifestDocument): boolean {
    const text = this.#text.slice(span.start, span.end);
    return !(/^\W*apiVersion\b/m.test(text) && /^\W*kind\b/m.test(text));
  }

  #addMap(document: ManifestDocument, root: MapNode): void {
    const apiVersion = stringFor(root, 'apiVersion');
    const kind = stringFor(root, 'kind');
    const template = this.#isCommented ? commentedTemplate(this.#text, document.span) : undefined;
    const named = entryFor(root, 'apiVersion') !== undefined && entryFor(root, 'kind') !== undefined;
    if (
      named &&
      (template === 'functions' || (template !== undefined && (apiVersion === undefined || kind === undefined)))
    ) {
      this.#template(document, 'It is a template that has not been rendered');
      return;
    }
    if (apiVersion === undefined || kind === undefined) {
      const missing = apiVersion === undefined ? (kind === undefined ? 'apiVersion and kind' : 'apiVersion') : 'kind';
      this.#none(document, this.#toolFile() ?? `It has no ${missing} at its top level`);
      return;
    }
    const tool = toolFileOf(apiVersion, kind);
    if (tool !== undefined) {
      this.#none(document, `It is ${tool}, not an API resource`);
      return;
    }
    if (isFilledIn(apiVersion) || isFilledIn(kind)) {
      this.#template(document, 'Its apiVersion or kind is a placeholder');
      const resource = isRendered(apiVersion + kind)
        ? undefined
        : resourceAt(withoutSops(root), document.index, undefined);
      if (resource !== undefined) this.#unnamed.push(resource);
      return;
    }
    const before = this.#resources.length;
    this.#addObject(document, root, kind, undefined);
    if (this.#resources.length === before) this.#none(document, `The ${kind} contains no resources`);
    else if (template !== undefined) this.#onlyCertain(document, before);
  }

  /** Rendering may add other fields. */
  #onlyCertain(document: ManifestDocument, from: number): void {
    const parts = this.#resources
      .splice(from)
      .map((resource): Resource => ({ ...resource, part: { isTemplate: true } }));
    this.#resources.push(...parts);
    this.#template(document, 'It is an unrendered template: only parts that are certain were checked');
  }

  #template(document: ManifestDocument, detail: string, noResource = false): void {
    const entry = { document: document.index, reason: 'template', detail } as const;
    this.#notJudged.push(noResource ? { ...entry, noResource } : entry);
  }

  #addObject(document: ManifestDocument, root: MapNode, kind: string, item: string | undefined): void {
    const items = kind.endsWith('List') ? itemsOf(root) : undefined;
    if (items === undefined) {
      if (kind !== 'List') this.#push(document, root, item, undefined);
      return;
    }
    const itemKind = kind === 'List' ? undefined : kind.slice(0, -'List'.length);
    const inheriting: Resource[] = [];
    if (itemKind !== undefined && !items.some(inherits))
      this.#pushOfList(document, root, itemKind, root, item, inheriting);
    items.forEach((node, index) => {
      if (node.kind !== 'map') return;
      const path = item === undefined ? `items[${index}]` : `${item}.items[${index}]`;
      const kind = stringFor(node, 'kind');
      if (kind !== undefined && stringFor(node, 'apiVersion') !== undefined && !inherits(node))
        this.#addObject(document, node, kind, path);
      else if (itemKind !== undefined && inherits(node)) {
        const resource = this.#pushOfList(document, root, itemKind, node, path, inheriting);
        if (resource !== undefined) inheriting.push(resource);
      } else this.#addUnnamed(document, node, path);
    });
  }

  /** An item of a typed list without apiVersion and kind, or a list whose items have them. */
  #pushOfList(
    document: ManifestDocument,
    list: MapNode,
    kind: string,
    root: MapNode,
    item: string | undefined,
    inheriting: readonly Resource[],
  ): Resource | undefined {
    const ofList = resourceAt(list, document.index, item);
    if (ofList === undefined) return undefined;
    const metadata = root === list ? undefined : mapFor(root, 'metadata');
    const resource: Resource = {
      ...ofList,
      root,
      kind,
      namespace: metadata && stringFor(metadata, 'namespace'),
      name: metadata && stringFor(metadata, 'name'),
      inheriting,
      ...(root === list ? { partial: true } : {}),
    };
    this.#resources.push(resource);
    return resource;
  }

  /**
   * kubectl refuses an item that has only one of both, or none in a `List` (`decodeToList` in
   * `k8s.io/apimachinery/pkg/apis/meta/v1/unstructured`).
   */
  #addUnnamed(document: ManifestDocument, node: MapNode, path: string): void {
    const missing = ['apiVersion', 'kind'].filter((key) => isMissing(node, key));
    if (missing.length === 0) return;
    const problem = {
      message: `${path} of the list has no ${missing.join(' and no ')}`,
      remedy: `Add ${missing.join(' and ')} to the item.`,
      span: { start: node.start, end: node.end },
    };
    this.#problems.push({ document: document.index, problem, isItem: true });
  }

  #push(document: ManifestDocument, root: MapNode, item: string | undefined, partial: true | undefined): void {
    // List items are encrypted with the list, which contains the SOPS metadata.
    const resource = resourceAt(item === undefined ? withoutSops(root) : root, document.index, item);
    if (resource !== undefined) this.#resources.push(partial ? { ...resource, partial } : resource);
  }

  #none(document: ManifestDocument, detail: string): void {
    this.#notJudged.push({ document: document.index, reason: 'not-a-resource', detail });
  }

  #toolFile(): string | undefined {
    const what = toolFileNamed(this.#filePath);
    return what && `It is ${what}, not an API resource`;
  }
}

/** What a kustomization is called. */
const kustomization = toolFileNamed('kustomization.yaml');

function itemsOf(root: MapNode): readonly Node[] | undefined {
  const value = entryFor(root, 'items')?.value;
  return value?.kind === 'list' ? value.items : undefined;
}

/** Whether an item of a typed list takes the list's apiVersion and kind: it has none of both. */
function inherits(node: Node): boolean {
  return node.kind === 'map' && isMissing(node, 'apiVersion') && isMissing(node, 'kind');
}

/** Whether a key is absent or empty, which are the same to `unstructured.Unstructured`. */
function isMissing(node: MapNode, key: string): boolean {
  const value = entryFor(node, key)?.value;
  return value === undefined || (value.kind === 'scalar' && (value.value === '' || value.value === null));
}
