import { locate, pathSteps } from '../manifest/lookup.ts';
import type { Resource } from '../manifest/manifest.ts';
import { entryFor, type MapNode, type Node, stringFor } from '../manifest/node.ts';
import type { Span } from '../text/span.ts';
import type { TemplateDocument } from './documents.ts';

/** Maps the parts of a rendered document to the template. */
export class RenderedPositions {
  readonly #resources: readonly Resource[];
  readonly #others: readonly MapNode[];
  readonly #whole: Span;

  /**
   * @param documents the certain output of the template, at the rendered target.
   * @param text the template.
   */
  constructor(documents: readonly TemplateDocument[], text: string) {
    this.#resources = documents.flatMap(({ variants }) => variants.flatMap(({ resources }) => resources));
    this.#others = documents.flatMap(({ root, variants }) =>
      root !== undefined && variants.every(({ resources }) => resources.length === 0) ? [root] : [],
    );
    const firstLine = text.indexOf('\n');
    this.#whole = { start: 0, end: firstLine < 0 ? text.length : firstLine };
  }

  /**
   * The origin of a finding: the value or key if the template writes it, otherwise the nearest parent that it writes,
   * otherwise its first line.
   *
   * @param rendered every rendered resource of the template, in order.
   * @param span the finding's, in the rendered text.
   */
  of(resource: Resource, rendered: readonly Resource[], path: string, span: Span): Span {
    const origin = this.#origin(resource, rendered);
    if (origin === undefined) return this.#whole;
    const located = locate(resource.root, path);
    const found = follow(origin, resource.root, path);
    if (!located.exact || !found.exact) return found.key;
    return located.key.start === span.start && located.key.end === span.end ? found.key : spanOf(found.node);
  }

  /** The origin of a rendered resource: the resource of the template, or the only document that may have any kind. */
  #origin(resource: Resource, rendered: readonly Resource[]): Origin | undefined {
    const ofKind = this.#resources.filter(({ kind }) => kind === resource.kind);
    const named = ofKind.find(({ name }) => name !== undefined && name === resource.name);
    if (named !== undefined || ofKind.length === 1) return named ?? ofKind[0];
    const [other, ...others] = this.#others;
    if (ofKind.length === 0) return other === undefined || others.length > 0 ? undefined : originOf(other);
    const sameKind = rendered.filter(({ kind }) => kind === resource.kind);
    return sameKind.length === ofKind.length ? ofKind[sameKind.indexOf(resource)] : undefined;
  }
}

/** A document of a template, with the place of the whole. */
interface Origin {
  readonly root: MapNode;
  readonly kindSpan: Span;
}

function originOf(root: MapNode): Origin {
  const first = (root.certain ?? root.entries)[0]?.keySpan ?? root;
  return { root, kindSpan: spanOf(first) };
}

interface Found {
  readonly node: Node;
  readonly key: Span;
  readonly exact: boolean;
}

/** Walks the path in the rendered text and in the template side by side. */
function follow(origin: Origin, renderedRoot: Node, path: string): Found {
  let node: Node = origin.root;
  let key: Span = origin.kindSpan;
  let rendered: Node | undefined = renderedRoot;
  for (const step of pathSteps(path)) {
    const next: Child | undefined = node.kind === 'list' ? itemFor(node.items, rendered, step) : memberFor(node, step);
    rendered = rendered === undefined ? undefined : childOf(rendered, step);
    if (next === undefined) return { node, key, exact: false };
    node = next.node;
    key = next.key;
  }
  return { node, key, exact: true };
}

interface Child {
  readonly node: Node;
  readonly key: Span;
}

function memberFor(node: Node, step: string): Child | undefined {
  const entry = node.kind === 'map' ? entryFor(node, step) : undefined;
  return entry && { node: entry.value, key: entry.keySpan };
}

/** The origin of a rendered item: the item with its name, or the only one, as in a loop. */
function itemFor(items: readonly Node[], rendered: Node | undefined, step: string): Child | undefined {
  const child = rendered === undefined ? undefined : childOf(rendered, step);
  const name = nameOf(child);
  const named = name === undefined ? undefined : items.find((item) => nameOf(item) === name);
  const sameLength = rendered?.kind === 'list' && rendered.items.length === items.length;
  const item = named ?? (items.length === 1 ? items[0] : sameLength ? items[Number(step)] : undefined);
  if (item === undefined) return undefined;
  const first = item.kind === 'map' ? item.entries[0]?.keySpan : undefined;
  return { node: item, key: first ?? spanOf(item) };
}

function nameOf(node: Node | undefined): string | undefined {
  return node?.kind === 'map' ? stringFor(node, 'name') : undefined;
}

function childOf(node: Node, step: string): Node | undefined {
  if (node.kind === 'map') return entryFor(node, step)?.value;
  return node.kind === 'list' && /^\d+$/.test(step) ? node.items[Number(step)] : undefined;
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}
