import { plainValue, type Value } from '../../conversion/value.ts';
import type { MapNode, Node } from '../../manifest/node.ts';
import { readManifest } from '../../manifest/read/readManifest.ts';
import { badRequest, Refusal } from '../transport/answer.ts';

/** The media types of objects, and those of patches by the kind of patch. */
export const patchTypes = {
  'application/json-patch+json': 'json',
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
  'application/apply-patch+yaml': 'apply',
} as const;

/** The kind of a patch. */
export type PatchType = (typeof patchTypes)[keyof typeof patchTypes];

const objectTypes: ReadonlySet<string> = new Set(['', 'application/json', 'application/yaml']);

/** The text of a body with an object. Throws a Refusal for another media type. */
export function objectText(body: Uint8Array, contentType: string): string {
  const type = mediaType(contentType);
  if (objectTypes.has(type)) return utf8(body);
  throw unsupported(type, ['application/json', 'application/yaml']);
}

/** The kind of a patch, by its media type. Throws a Refusal. */
export function patchTypeOf(contentType: string): PatchType {
  const type = mediaType(contentType);
  for (const [name, patchType] of Object.entries(patchTypes)) if (name === type) return patchType;
  throw new Refusal(415, 'UnsupportedMediaType', '415: Unsupported Media Type', {}, [
    `kubecompat: the types of patches are ${Object.keys(patchTypes).join(', ')}`,
  ]);
}

function unsupported(type: string, accepted: readonly string[]): Refusal {
  const what = type === 'application/vnd.kubernetes.protobuf' ? 'protobuf, which kubecompat serve does not read' : type;
  const message = `the body of the request was in an unknown format (${what}) - accepted media types include: ${accepted.join(', ')}`;
  return new Refusal(415, 'UnsupportedMediaType', message);
}

function mediaType(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

/** A body as text. */
export function utf8(body: Uint8Array): string {
  return Buffer.from(body).toString('utf8');
}

/** The root of a body. Throws a Refusal for broken text. */
export function parsed(text: string): Node {
  const [document] = readManifest(text).documents;
  const [problem] = document?.problems ?? [];
  if (problem !== undefined && document?.root === undefined) throw badRequest(`error decoding: ${problem.message}`);
  if (document?.root === undefined) throw badRequest('the body of the request is empty');
  return document.root;
}

/** The object of a body. Throws a Refusal for anything else. */
export function parsedFields(text: string): MapNode {
  const root = parsed(text);
  if (root.kind !== 'map') throw badRequest("Object 'Kind' is missing: the body is not an object");
  return root;
}

/** A body as plain data. */
export function parsedValue(text: string): Value {
  return plainValue(parsed(text));
}
