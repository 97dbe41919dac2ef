import type { PlainJson } from '../../../server/src/crd/schema/json.ts';
import type { CrdSetPack, TraitsRow } from '../../../server/src/crd/sets/pack.ts';
import { isList } from '../../../server/src/crd/sets/traitsAt.ts';
import type { CrdSet } from '../../../server/src/targets/crds.ts';
import type { Span } from './kindPage.ts';
import type { VersionField, VersionNote } from './merge.ts';
import { hasRelease, sharedSpans } from './spans.ts';

/** The fields of the definitions of a set, by the nodes of its pack. */
export class CustomTree {
  readonly #set: CrdSet;
  readonly #pack: CrdSetPack;
  /** The facts of a field in a row of traits, by the requested releases. */
  readonly #known = new Map<TraitsRow, Map<readonly Span[], RowTexts>>();

  constructor(set: CrdSet, pack: CrdSetPack) {
    this.#set = set;
    this.#pack = pack;
  }

  /**
   * The fields of a version by path.
   *
   * @param node the schema of the version; undefined if there is none.
   * @param known the releases with the version.
   */
  fields(node: number | undefined, known: readonly Span[]): ReadonlyMap<string, VersionField> {
    const fields = new Map<string, VersionField>();
    if (node !== undefined) this.#add(node, '', known, fields);
    return fields;
  }

  #add(node: number, above: string, known: readonly Span[], fields: Map<string, VersionField>): void {
    const [, ...below] = this.#pack.nodes[node] ?? [];
    for (let i = 0; i < below.length; i += 2) {
      const name = this.#pack.names[below[i] ?? -1] ?? '';
      const inner = below[i + 1] ?? -1;
      const spans = sharedSpans(known, this.#spansOf(inner) ?? known);
      if (spans.length === 0) continue;
      if (name === '[]' || name === '{}') {
        this.#add(inner, `${above}${name}`, spans, fields);
        continue;
      }
      const path = above === '' ? name : `${above}.${name}`;
      const { type, notes } = this.#said(inner, spans);
      fields.set(path, { spans, type, notes });
      this.#add(inner, path, spans, fields);
    }
  }

  /** The releases that a field is in; undefined for all. */
  #spansOf(node: number): readonly Span[] | undefined {
    const spans = this.#rowOf(node)['in'];
    if (!isList(spans)) return undefined;
    return spans.flatMap((span): readonly Span[] => {
      const [first, last] = isList(span) ? span : [];
      if (typeof first !== 'number' || typeof last !== 'number') return [];
      return [[first, last < 0 ? this.#set.releases.length - 1 : last]];
    });
  }

  #rowOf(node: number): TraitsRow {
    return this.#pack.traits[this.#pack.nodes[node]?.[0] ?? -1] ?? {};
  }

  #said(node: number, spans: readonly Span[]): RowTexts {
    const row = this.#rowOf(node);
    const item = this.#itemOf(node);
    const known = this.#known.get(row) ?? new Map<readonly Span[], RowTexts>();
    this.#known.set(row, known);
    const rowTexts = known.get(spans) ?? rowTextsOf(row, spans, this.#set.releases);
    known.set(spans, rowTexts);
    return item === undefined ? rowTexts : { ...rowTexts, type: `${item.of} of ${this.#said(item.node, spans).type}` };
  }

  /** The item type of a list or map. */
  #itemOf(node: number): { readonly of: 'list' | 'map'; readonly node: number } | undefined {
    const [, ...below] = this.#pack.nodes[node] ?? [];
    for (let i = 0; i < below.length; i += 2) {
      const name = this.#pack.names[below[i] ?? -1];
      const inner = below[i + 1] ?? -1;
      if (name === '[]') return { of: 'list', node: inner };
      if (name === '{}') return { of: 'map', node: inner };
    }
    return undefined;
  }
}

interface RowTexts {
  readonly type: string;
  readonly notes: readonly VersionNote[];
}

function rowTextsOf(row: TraitsRow, spans: readonly Span[], releases: readonly string[]): RowTexts {
  const text = (key: string) => changesText(row[key], spans, releases);
  const note = (kind: VersionNote['kind'], key: string, format: (value: string) => string = (value) => value) => {
    const value = text(key);
    return value === undefined ? [] : [{ kind, text: format(value) }];
  };
  const type = newestOf(row['t'], spans);
  const bounds = boundKeys.flatMap(([key, name]) => {
    const value = text(key);
    return value === undefined ? [] : [`${name} ${value}`];
  });
  return {
    type: typeof type === 'string' ? type.replace('/', ' ') : 'any',
    notes: [
      ...note('required', 'r', (value) => value.replace(/^1\b/, '')),
      ...note('values', 'e', (value) =>
        value
          .replace(/^\[(.*?)\]/, '$1')
          .replaceAll('"', '')
          .replaceAll(',', ', '),
      ),
      ...note('default', 'df'),
      ...(bounds.length === 0 ? [] : [{ kind: 'validated' as const, text: bounds.join(', ') }]),
      ...note('validated', 'rules', () => 'by rules or combined schemas that are not shown'),
      ...note('validated', 'keep', () => 'unknown fields below it are kept'),
      ...note('validated', 'embedded', () => 'holds an API object'),
    ],
  };
}

const boundKeys = [
  ['pat', 'pattern'],
  ['min', 'at least'],
  ['max', 'at most'],
  ['minl', 'length at least'],
  ['maxl', 'length at most'],
  ['mini', 'items at least'],
  ['maxi', 'items at most'],
  ['minp', 'keys at least'],
  ['maxp', 'keys at most'],
  ['lk', 'list by'],
] as const;

/** The values of a trait in the releases of some spans, each with the release that it came with; oldest first. */
function valuesIn(value: PlainJson | undefined, spans: readonly Span[]): readonly (readonly [number, PlainJson])[] {
  const first = spans[0]?.[0] ?? 0;
  if (value === undefined) return [];
  const changes = typeof value === 'object' && value !== null && !isList(value) ? value['changes'] : undefined;
  if (!isList(changes)) return [[first, value]];
  const found: (readonly [number, PlainJson])[] = [[first, null]];
  for (const change of changes) {
    const [from, next] = isList(change) ? change : [];
    if (typeof from !== 'number') continue;
    if (from <= first) found[0] = [first, next ?? null];
    else if (hasRelease(spans, from)) found.push([from, next ?? null]);
  }
  return found;
}

function newestOf(value: PlainJson | undefined, spans: readonly Span[]): PlainJson | undefined {
  return valuesIn(value, spans).at(-1)?.[1];
}

/** The newest value, with the release that it came with where older ones of the field had another. */
function changesText(
  value: PlainJson | undefined,
  spans: readonly Span[],
  releases: readonly string[],
): string | undefined {
  const values = valuesIn(value, spans);
  const [from, newest] = values.at(-1) ?? [0, null];
  if (values.every(([, value]) => value === null)) return undefined;
  const before = values.at(-2)?.[1];
  const shown = (value: PlainJson | undefined) =>
    value === null || value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value);
  if (values.length < 2) return shown(newest);
  return `${shown(newest)} (from ${releases[from]} on, before ${shown(before)})`;
}
