import type { ApiSurface } from '../catalog/surface.ts';
import type { FieldType } from '../catalog/types.ts';
import type { Resource } from '../manifest/manifest.ts';
import { entryFor, mapFor, type Node, type ScalarNode, stringFor } from '../manifest/node.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import type { Span } from '../text/span.ts';
import { type NamedObject, referredKind } from './nameReference.ts';

/** A name in a manifest: of the object itself, or of one that it refers to. */
export interface WrittenName extends NamedObject {
  /** The name without its quotes. */
  readonly span: Span;
  readonly isOwn: boolean;
}

/** The names of objects in a resource that are written plainly or in quotes, its own first. */
export function namesIn(resource: Resource, surface: ApiSurface): readonly WrittenName[] {
  const version = parseGroupVersion(resource.apiVersion);
  if (version === undefined) return [];
  const { kind, namespace, root } = resource;
  const found: WrittenName[] = [];
  const metadata = mapFor(root, 'metadata');
  const own = metadata && scalarOf(entryFor(metadata, 'name')?.value);
  if (own !== undefined) {
    found.push({ kind, group: version.group, namespace, name: own.text, span: own.span, isOwn: true });
  }
  const type = surface.rootType({ ...version, kind });
  if (type !== undefined) collect(root, { kind: 'object', type }, namespace, found);
  return found;
}

function collect(node: Node, type: FieldType, namespace: string | undefined, found: WrittenName[]): void {
  if (type.kind === 'list' && node.kind === 'list') {
    for (const item of node.items) collect(item, type.item, namespace, found);
  } else if (type.kind === 'map' && node.kind === 'map') {
    for (const { value } of node.entries) collect(value, type.value, namespace, found);
  } else if (type.kind === 'object' && node.kind === 'map') {
    for (const { key, value, alias, merged } of node.entries) {
      const field = type.type.fields.get(key);
      if (field === undefined || alias !== undefined || merged === true) continue;
      const written = scalarOf(value);
      if (written === undefined) {
        collect(value, field.type, namespace, found);
        continue;
      }
      const referred = referredKind(type.type, key, (name) => stringFor(node, name) ?? '');
      if (referred === undefined) continue;
      const inNamespace = key === 'namespace' ? undefined : (referred.namespace ?? namespace);
      found.push({ ...referred, namespace: inNamespace, name: written.text, span: written.span, isOwn: false });
    }
  }
}

/** A string whose text is written as it is; escapes and folded lines are not. */
function scalarOf(node: Node | undefined): { readonly text: string; readonly span: Span } | undefined {
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') return undefined;
  const quotes = quotesOf(node);
  if (quotes === undefined) return undefined;
  const span = { start: node.start + quotes, end: node.end - quotes };
  return span.end - span.start === node.value.length ? { text: node.value, span } : undefined;
}

function quotesOf({ style }: ScalarNode): number | undefined {
  if (style === 'plain') return 0;
  return style === 'double' || style === 'single' ? 1 : undefined;
}
