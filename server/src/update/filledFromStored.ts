import table from '../../data/authored/ratcheting.json' with { type: 'json' };
import type { ApiSurface } from '../catalog/surface.ts';
import { valueAtSteps } from '../manifest/lookup.ts';
import type { Resource } from '../manifest/manifest.ts';
import { entryFor, isNull, type MapNode, type Node } from '../manifest/node.ts';
import type { Span } from '../text/span.ts';
import { isFromServer } from './fromServer.ts';
import { hasLastApplied, staysWhenLeftOut } from './leftOut.ts';
import type { OldObject } from './oldObjects.ts';
import { groupKind } from './rules.ts';
import { textAt } from './values.ts';

interface FilledFact {
  readonly kinds: readonly string[];
  readonly path: readonly string[];
  readonly filledBy: string;
  readonly only?: FieldIs;
  readonly unless?: FieldIs;
  /** The required feature gate. */
  readonly gate?: string;
}

interface FieldIs {
  readonly path: readonly string[];
  readonly is: string;
}

const facts: readonly FilledFact[] = table.filled;

/** Adds the fields that validation needs and the update keeps although the manifest omits them. */
export function filledFromStored(resource: Resource, old: OldObject, surface: ApiSurface): Resource {
  const kind = groupKind(resource);
  const root = facts
    .filter(
      ({ kinds, gate }) => kinds.includes(kind) && (gate === undefined || surface.gates.get(gate)?.enabled === true),
    )
    .filter((fact) => keeps(fact, resource, old))
    .reduce((now, { path }) => {
      const stored = valueAtSteps(old.resource.root, path);
      return stored === undefined ? now : withAt(now, path, stored, resource.kindSpan);
    }, resource.root);
  return root === resource.root ? resource : { ...resource, root };
}

function keeps({ path, filledBy, only, unless }: FilledFact, resource: Resource, old: OldObject): boolean {
  const stored = old.resource.root;
  if (unless !== undefined && [resource.root, stored].some((mapNode) => textAt(mapNode, unless.path) === unless.is))
    return false;
  if (only !== undefined && textAt(stored, only.path) !== only.is) return false;
  const now = valueAtSteps(resource.root, path);
  if (filledBy === 'status') return isFromServer(stored);
  if (now !== undefined && !(now.kind === 'scalar' && now.value === '')) return false;
  if (filledBy === 'server') return true;
  // kubectl's client-side apply may drop fields that belong to another value (`retainKeys`).
  return isFromServer(stored) && !hasLastApplied(stored) && staysWhenLeftOut(old)(path);
}

function withAt(map: MapNode, [name, ...below]: readonly string[], stored: Node, span: Span): MapNode {
  if (name === undefined) return map;
  const entry = entryFor(map, name);
  const keySpan = entry?.keySpan ?? span;
  const inner =
    entry?.value.kind === 'map' ? entry.value : { kind: 'map' as const, entries: [], flow: true, ...keySpan };
  const value = below.length === 0 ? withSpan(stored, keySpan) : withAt(inner, below, stored, keySpan);
  const others = map.entries.filter(({ key }) => key !== name);
  if (entry !== undefined && below.length > 0 && entry.value.kind !== 'map' && !isNull(entry.value)) return map;
  return { ...map, entries: [...others, { key: name, keySpan: { start: keySpan.start, end: keySpan.end }, value }] };
}

/** Moves a value of another text to a span of this one. */
function withSpan(node: Node, span: Span): Node {
  const range = { start: span.start, end: span.end };
  if (node.kind === 'scalar') return { ...node, ...range };
  if (node.kind === 'list') return { ...node, ...range, items: node.items.map((item) => withSpan(item, span)) };
  const entries = node.entries.map(({ key, value }) => ({ key, keySpan: range, value: withSpan(value, span) }));
  return { ...node, ...range, entries };
}
