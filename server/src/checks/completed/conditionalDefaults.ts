import table from '../../../data/authored/dependent-defaults.json' with { type: 'json' };
import type { ApiType } from '../../catalog/types.ts';
import { type Value as Plain, plainValue } from '../../conversion/value.ts';
import { valueAtSteps } from '../../manifest/lookup.ts';
import { entryFor, isNull, type MapNode, mapFor, valueFor } from '../../manifest/node.ts';
import { factMinor, type Minor } from '../../targets/version.ts';
import type { PathSteps } from '../../text/fieldPath.ts';

/** A default that follows from another field. */
export interface DependentDefault {
  readonly steps: PathSteps;
  readonly value: Plain;
}

type Path = readonly string[];

interface Row {
  readonly kind: string;
  readonly path: Path;
  readonly value?: Plain;
  readonly from?: Path;
  readonly when?: { readonly path: Path; readonly is?: readonly string[] };
  readonly unless?: readonly Path[];
  readonly alone?: readonly string[];
  readonly since?: string;
}

const rows: readonly Row[] = table.defaults;

/**
 * The defaults of `authored/dependent-defaults.json` for an object.
 *
 * @param kind `group/Kind`, or `pod` if the object is the spec of a pod.
 * @param at the steps to the object.
 * @param type the type of the object; fields that it does not have get no default.
 */
export function conditionalDefaults(
  kind: string,
  object: MapNode,
  at: PathSteps,
  type: ApiType | undefined,
  binary: Minor,
): readonly DependentDefault[] {
  return rows
    .filter((row) => row.kind === kind && (row.since === undefined || factMinor(row.since) <= binary))
    .filter((row) => type === undefined || hasField(type, row.path))
    .flatMap((row) =>
      [...conditionalFields(object, row.path, at)].flatMap(({ owner, base, steps }) => {
        const value = row.from === undefined ? row.value : copied(object, row.from);
        return value !== undefined && applies(row, owner, base ?? object) ? [{ steps, value }] : [];
      }),
    );
}

/** Whether a measured default of a path does not apply to an object. */
export function isWithheld(kind: string, path: string, object: MapNode): boolean {
  const everyItem = path.replaceAll(/\[\d+\]/g, '[]');
  return table.withheld.some(
    (row) =>
      row.kind === kind &&
      (everyItem === row.path || everyItem.startsWith(`${row.path}.`)) &&
      valueAtSteps(object, row.beside) !== undefined,
  );
}

/** The paths that the server takes out of an object of a kind on create. */
export function droppedOnCreate(kind: string): readonly Path[] {
  return table.dropped.filter((row) => row.kind === kind).map(({ path }) => path);
}

function applies({ when, unless = [], alone }: Row, owner: MapNode | undefined, base: MapNode): boolean {
  if (
    alone !== undefined &&
    owner?.entries.some(({ key, value }) => !isNull(value) && !alone.includes(key)) !== false
  ) {
    return false;
  }
  if (unless.some((path) => valueAtSteps(base, path) !== undefined)) return false;
  if (when === undefined) return true;
  const node = valueAtSteps(base, when.path);
  if (node === undefined || (node.kind === 'list' && node.items.length === 0)) return false;
  return when.is === undefined || (node.kind === 'scalar' && when.is.includes(String(node.value)));
}

function copied(object: MapNode, from: Path): Plain | undefined {
  const node = valueAtSteps(object, from);
  return node === undefined ? undefined : plainValue(node);
}

function hasField(type: ApiType, [first = '', ...rest]: Path): boolean {
  const found = type.fields.get(first.replace('[]', ''))?.type;
  if (found === undefined || rest.length === 0) return found !== undefined;
  const below = found.kind === 'list' ? found.item : found;
  return below.kind !== 'object' || hasField(below.type, rest);
}

/** Where a field would be: the map that would have it if that is there, and the item that its conditions are about. */
function* conditionalFields(
  object: MapNode,
  [first = '', ...rest]: Path,
  at: PathSteps,
  base?: MapNode,
): Iterable<{ readonly owner: MapNode | undefined; readonly base: MapNode | undefined; readonly steps: PathSteps }> {
  if (first.endsWith('[]')) {
    const name = first.slice(0, -2);
    const list = valueFor(object, name);
    for (const [index, item] of (list?.kind === 'list' ? list.items : []).entries()) {
      if (item.kind === 'map') yield* conditionalFields(item, rest, [...at, name, index], item);
    }
  } else if (rest.length === 0) {
    if (valueFor(object, first) === undefined) yield { owner: object, base, steps: [...at, first] };
  } else {
    const below = mapFor(object, first);
    if (below !== undefined) yield* conditionalFields(below, rest, [...at, first], base);
    // A list in a struct that is not there has no items.
    else if (entryFor(object, first) === undefined && !rest.some((step) => step.endsWith('[]')))
      yield { owner: undefined, base, steps: [...at, first, ...rest] };
  }
}
