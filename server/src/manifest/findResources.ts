import type { Manifest, ManifestDocument, NotJudged, Resource, SyntaxProblem } from './manifest.ts';
import { entryFor, type MapNode, mapFor, type Node, stringFor } from './node.ts';

/** What a file holds: the resources, the documents that hold none, and broken text that should be a resource. */
export interface FoundResources {
  readonly resources: readonly Resource[];
  readonly notJudged: readonly NotJudged[];
  /** Only of documents that should be resources; other broken text is in `notJudged` alone. */
  readonly problems: readonly DocumentProblem[];
}

/** A syntax error of a document that should be a resource. */
export interface DocumentProblem {
  readonly document: number;
  readonly problem: SyntaxProblem;
}

/** Finds every API object of a file, Lists opened. `filePath` (with `/`) helps to tell other tools' files. Pure. */
export function findResources(manifest: Manifest, filePath?: string): FoundResources {
  const resources: Resource[] = [];
  const notJudged: NotJudged[] = [];
  const problems: DocumentProblem[] = [];
  void filePath;
  for (const document of manifest.documents) {
    if (document.problems.length > 0) {
      for (const problem of document.problems) problems.push({ document: document.index, problem });
      notJudged.push({
        document: document.index,
        reason: 'broken-resource',
        detail: document.problems[0]?.message ?? '',
      });
    } else if (document.root?.kind !== 'map' || !addResources(document, document.root, undefined, resources)) {
      notJudged.push({
        document: document.index,
        reason: 'not-a-resource',
        detail: 'It has no apiVersion and kind at its top level.',
      });
    }
  }
  return { resources, notJudged, problems };
}

function addResources(document: ManifestDocument, root: MapNode, item: string | undefined, into: Resource[]): boolean {
  const apiVersion = stringFor(root, 'apiVersion');
  const kind = stringFor(root, 'kind');
  const apiVersionEntry = entryFor(root, 'apiVersion');
  const kindEntry = entryFor(root, 'kind');
  if (apiVersion === undefined || kind === undefined || apiVersionEntry === undefined || kindEntry === undefined)
    return false;
  const items = kind.endsWith('List') ? itemsOf(root) : undefined;
  if (items !== undefined) {
    items.forEach((one, index) => {
      const path = item === undefined ? `items[${index}]` : `${item}.items[${index}]`;
      if (one.kind === 'map') addResources(document, one, path, into);
    });
    return true;
  }
  const metadata = mapFor(root, 'metadata');
  into.push({
    document: document.index,
    item,
    root,
    apiVersion,
    kind,
    apiVersionSpan: { start: apiVersionEntry.value.start, end: apiVersionEntry.value.end },
    kindSpan: { start: kindEntry.value.start, end: kindEntry.value.end },
    namespace: metadata && stringFor(metadata, 'namespace'),
    name: metadata && stringFor(metadata, 'name'),
  });
  return true;
}

function itemsOf(root: MapNode): readonly Node[] | undefined {
  const value = entryFor(root, 'items')?.value;
  return value?.kind === 'list' ? value.items : undefined;
}
