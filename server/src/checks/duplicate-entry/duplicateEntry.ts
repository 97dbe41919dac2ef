import type { ApiField } from '../../catalog/types.ts';
import type { Finding } from '../../finding.ts';
import { entryFor, isNull, type Node } from '../../manifest/node.ts';
import { formatPath, itemOf } from '../../text/fieldPath.ts';
import type { Span } from '../../text/span.ts';
import type { Writer } from '../../update/writer.ts';
import type { Check } from '../check.ts';
import { keyDefault } from '../policies/shape.ts';

/**
 * Two items with the same key in a list that a server-side apply merges by keys or values. In
 * custom resources, no request may have them.
 */
export const duplicateEntry: Check = {
  codes: [
    {
      code: 'duplicate-entry',
      consequences: ['undecodable', 'writer-dependent'],
      title: 'A server-side apply refuses a key twice in a list',
    },
  ],
  field(field) {
    const keys = keysOf(field);
    if (keys === undefined) return undefined;
    return (value, { subject: { writer, resource }, path }, emit) => {
      if (value.kind !== 'list' || value.items.length < 2 || resource.part !== undefined) return;
      if (writer !== undefined && writer.operation !== 'server-side-apply' && writer.operation !== 'apply') return;
      const seen = new Set<string>();
      for (const [index, item] of value.items.entries()) {
        const name = keys === 'value' ? valueText(item) : keyText(item, keys);
        if (name === undefined) continue;
        if (seen.has(name))
          emit(describe(formatPath(path), formatPath(itemOf(path, index)), name, spanOf(item), writer));
        seen.add(name);
      }
    };
  },
};

/** What identifies the items of a list; undefined if nothing does. */
function keysOf({ type, listType, listMapKeys }: ApiField): readonly string[] | 'value' | undefined {
  if (type.kind !== 'list') return undefined;
  if (listType === 'set') return 'value';
  return listType === 'map' ? [...listMapKeys].sort() : undefined;
}

function valueText(item: Node): string | undefined {
  return item.kind === 'scalar' && !isNull(item) ? `[=${quoted(item.value)}]` : undefined;
}

/** The keys as the server writes them; those that are missing do not count. Undefined if all are. */
function keyText(item: Node, keys: readonly string[]): string | undefined {
  if (item.kind !== 'map') return undefined;
  const parts = keys.flatMap((key) => {
    const node = entryFor(item, key)?.value;
    const value = node === undefined ? keyDefault(key) : node.kind === 'scalar' ? node.value : undefined;
    return value === undefined ? [] : `${key}=${quoted(value)}`;
  });
  return parts.length === 0 ? undefined : `[${parts.join(',')}]`;
}

function quoted(value: unknown): string {
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

function spanOf(item: Node): Span {
  const first = item.kind === 'map' ? item.entries[0]?.keySpan : undefined;
  return first ?? { start: item.start, end: item.kind === 'scalar' ? item.end : item.start + 1 };
}

function describe(list: string, path: string, name: string, span: Span, writer: Writer | undefined): Finding {
  const isKnown = writer?.operation === 'server-side-apply';
  const by = writer?.by;
  return {
    code: 'duplicate-entry',
    consequence: isKnown ? 'undecodable' : 'writer-dependent',
    path,
    span,
    message: `${list} has the key ${name} twice${isKnown ? '' : ', which a server-side apply refuses'}`,
    why: isKnown
      ? `The server merges this list by its keys, and answers 500, "duplicate entries for key".${by === undefined ? '' : ` It is applied server-side, by ${by}.`}`
      : 'Flux, Helm 4, kubectl apply --server-side, and Argo CD with ServerSideApply=true are refused with 500, "duplicate entries for key". A create and a client-side apply are accepted. Who writes this object is not known.',
    remedy: 'Keep one of the two.',
    source: 'sigs.k8s.io/structured-merge-diff typed/validate.go, visitListItems',
    fixes: () => [],
  };
}
