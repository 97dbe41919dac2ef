import table from '../../../data/authored/requests.json' with { type: 'json' };
import { hasDuplicates, lastEntries } from '../../decode/duplicates.ts';
import type { Node } from '../../manifest/node.ts';
import { memoizeLast } from '../../text/memoize.ts';
import type { Check, Emit, Subject } from '../check.ts';

const code = 'too-large';
const maxBytes = table.maxBytes.value;
const maxAnnotations = table.maxAnnotationBytes.value;

/** A character takes six bytes at most, `\u0000`. */
const maxEscaped = 6;

/** An anchor, and an alias, which repeats its value. */
const anchor = /[\s[{,]&[^\s,[\]{}]/;
const alias = /[\s[{,]\*[^\s,[\]{}]/;

/** Objects that do not fit into a request. */
export const tooLarge: Check = {
  codes: [
    {
      code,
      consequences: ['undecodable', 'invalid', 'writer-dependent'],
      title: 'The object is too large for the API server',
    },
  ],
  resource(subject, emit) {
    const { resource } = subject;
    // Embedded objects are not sent as written.
    if (
      resource.part !== undefined ||
      resource.partial !== undefined ||
      resource.embedded !== undefined ||
      !mayBeLarge(subject)
    )
      return;
    const size = sizeUpTo(resource.root, maxBytes);
    if (size <= maxBytes) {
      if (size > maxAnnotations) describeAnnotation(subject, emit);
      return;
    }
    emit({
      code,
      consequence: 'undecodable',
      path: '',
      span: resource.kindSpan,
      message: `Request entity too large: limit is ${maxBytes}`,
      why: `As JSON, the form that clients send, the object has more than ${maxBytes} bytes; the server answers 413 without reading it.`,
      remedy: 'Split the object, or store its data elsewhere.',
      source: 'k8s.io/apiserver pkg/endpoints/handlers/rest.go, limitedReadBody',
      fixes: () => [],
    });
  },
};

/** kubectl writes the whole object into its annotation. */
function describeAnnotation({ resource, writer }: Subject, emit: Emit): void {
  const isKnown = writer?.operation === 'client-side-apply';
  if (!isKnown && writer !== undefined && writer.operation !== 'apply') return;
  const who = isKnown ? 'kubectl apply' : 'A client-side apply (kubectl apply), whose use here is not known,';
  emit({
    code,
    consequence: isKnown ? 'invalid' : 'writer-dependent',
    path: 'metadata.annotations',
    span: resource.kindSpan,
    message: `metadata.annotations: Too long: may not be more than ${maxAnnotations} bytes, with kubectl apply`,
    why: `${who} adds the whole object as the annotation last-applied-configuration, and the server answers 422. A create, a replacement and a server-side apply are accepted.`,
    remedy: 'Use kubectl apply --server-side, or make the object smaller.',
    source: 'k8s.io/apimachinery pkg/api/validation/objectmeta.go, TotalAnnotationSizeLimitB',
    fixes: () => [],
  });
}

/** Whether an object may be too large, estimated from its text. */
function mayBeLarge({ resource: { root }, text }: Subject): boolean {
  if ((root.end - root.start) * maxEscaped > maxAnnotations) return true;
  return hasAnchors(text) && alias.test(text.slice(root.start, root.end));
}

/** Called for every resource of a text, which can have many. */
const hasAnchors = memoizeLast((text: string): boolean => text.includes('&') && anchor.test(text));

/** How many bytes a value has as JSON without blanks; anything above `limit` once that is passed. */
function sizeUpTo(node: Node, limit: number): number {
  if (node.kind === 'scalar') {
    return typeof node.value === 'string' ? textSize(node.value) : String(node.value).length;
  }
  let size = 2;
  if (node.kind === 'list') {
    for (const item of node.items) {
      size += 1 + sizeUpTo(item, limit - size);
      if (size > limit) return size;
    }
    return node.items.length === 0 ? size : size - 1;
  }
  const entries = hasDuplicates(node.entries) ? lastEntries(node.entries) : node.entries;
  for (const { key, value } of entries) {
    size += 2 + textSize(key);
    size += sizeUpTo(value, limit - size);
    if (size > limit) return size;
  }
  return entries.length === 0 ? size : size - 1;
}

/** The size of a string as JSON in UTF-8, with only the required escapes. */
function textSize(text: string): number {
  if (!mayGrow.test(text)) return text.length + 2;
  let size = 2;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x22 || unit === 0x5c) size += 2;
    else if (unit < 0x20) size += shortEscapes.has(unit) ? 2 : maxEscaped;
    else if (unit < 0x80) size += 1;
    else if (unit < 0x800) size += 2;
    // Each half of a surrogate pair counts two of its four bytes.
    else size += unit >= 0xd800 && unit < 0xe000 ? 2 : 3;
  }
  return size;
}

/** A character that takes more than one byte. */
const mayGrow = /[^\x20\x21\x23-\x5b\x5d-\x7f]/;

/** `\b`, `\t`, `\n`, `\f` and `\r`. */
const shortEscapes: ReadonlySet<number> = new Set([8, 9, 10, 12, 13]);
