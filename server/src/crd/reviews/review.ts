import { type MapNode, mapFor, type Node, stringFor, valueFor } from '../../manifest/node.ts';
import { readManifest } from '../../manifest/read/readManifest.ts';
import { findResources } from '../../manifest/resources/findResources.ts';
import { parseGroupVersion } from '../../targets/groupVersion.ts';
import type { Span } from '../../text/span.ts';

/** A file with ConversionReviews. */
export interface ReviewFile {
  /** As reports name it. */
  readonly file: string;
  readonly text: string;
}

/** A request or response in a file. */
export interface ReviewPart {
  readonly file: string;
  /** Of the ConversionReview: `v1` or `v1beta1`. */
  readonly version: string;
  readonly node: MapNode;
  readonly uid: string;
}

/** A server's request to a conversion webhook, with the response. */
export interface ReviewPair {
  readonly request: ReviewPart;
  /** Undefined if no response with the request's uid is known. */
  readonly response: ReviewPart | undefined;
}

const group = 'apiextensions.k8s.io';
const kind = 'ConversionReview';

/**
 * The pairs of all ConversionReviews in files: a request and a response in one object, as servers log them, or in
 * separate objects, matched by uid. A response without a request is ignored.
 */
export function reviewPairs(files: readonly ReviewFile[]): readonly ReviewPair[] {
  const requests: { readonly request: ReviewPart; readonly pairedResponse: ReviewPart | undefined }[] = [];
  const responses = new Map<string, ReviewPart>();
  for (const { file, text } of files) {
    if (!text.includes(kind)) continue;
    for (const { root, apiVersion, kind: resourceKind } of findResources(readManifest(text), file).resources) {
      const gv = parseGroupVersion(apiVersion);
      if (resourceKind !== kind || gv?.group !== group) continue;
      const part = (name: string): ReviewPart | undefined => {
        const node = mapFor(root, name);
        return node && { file, version: gv.version, node, uid: stringFor(node, 'uid') ?? '' };
      };
      const [request, response] = [part('request'), part('response')];
      if (request !== undefined) requests.push({ request, pairedResponse: response });
      else if (response !== undefined && !responses.has(response.uid)) responses.set(response.uid, response);
    }
  }
  return requests.map(({ request, pairedResponse }) => ({
    request,
    response: pairedResponse ?? responses.get(request.uid),
  }));
}

/** The objects of a request, or the converted ones of a response, with their paths. */
export function objectsOf(part: ReviewPart, name: 'objects' | 'convertedObjects'): readonly Node[] {
  const list = valueFor(part.node, name);
  return list?.kind === 'list' ? list.items : [];
}

/** The span of a field, or of its parent. */
export function spanAt(node: MapNode, ...names: readonly string[]): Span {
  let span: Span = node;
  let at: Node | undefined = node;
  for (const name of names) {
    at = at?.kind === 'map' ? valueFor(at, name) : undefined;
    if (at === undefined) break;
    span = at;
  }
  return { start: span.start, end: span.end };
}
