import table from '../../data/authored/completions.json' with { type: 'json' };
import type { ApiSurface } from '../catalog/surface.ts';
import type { ApiField } from '../catalog/types.ts';
import { formatMinor, minor } from '../targets/version.ts';
import { grouped } from '../text/grouped.ts';
import { chainOf, type Outline } from './outline.ts';
import { creatableResources } from './servedKinds.ts';
import type { TypeAtPosition } from './typeAt.ts';

interface Values {
  readonly values?: readonly string[];
  readonly lists?: string;
}

const byField: ReadonlyMap<string, Values> = new Map(
  table.values.map((row): [string, Values] => [`${row.type}.${row.field}`, row]),
);
const byKey: ReadonlyMap<string, Values> = new Map(table.keyValues.map((row): [string, Values] => [row.key, row]));
/** A struct and its field. */
type FieldName = `${string}.${string}`;

const keysOf = grouped(table.keys.map((row): [FieldName, typeof row] => [`${row.type}.${row.field}`, row]));

/**
 * The values that a field names: its enumeration, the constants of its Go type, and those of
 * `data/authored/completions.json`.
 *
 * @param container the map or list with the value.
 */
export function valuesOfField(
  { field, steps }: TypeAtPosition,
  surface: ApiSurface,
  container: Outline,
): readonly string[] {
  if (field === undefined) return [];
  const named = (field.enum ?? field.constants)?.map(({ value }) => value);
  if (named !== undefined && named.length > 0) return named;
  const known = field.type.kind === 'map' ? byKey.get(String(steps.at(-1))) : byField.get(nameOf(field));
  return known?.values ?? listed(known?.lists, surface, container);
}

/** Whether there are values for a field that `valuesOfField` may name. */
export function hasNamedValues(field: ApiField): boolean {
  return (field.enum ?? field.constants ?? []).length > 0 || byField.has(nameOf(field));
}

/** Whether some keys of a map have a meaning. */
export function hasKnownKeys(field: ApiField): boolean {
  return keysOf.has(nameOf(field));
}

/** The keys of a map that have a meaning to Kubernetes or its tools. */
export function keysOfMap({ field, steps, gvk }: TypeAtPosition): readonly string[] {
  if (field?.type.kind !== 'map') return [];
  const owner = steps.at(-3) === 'template' ? 'Pod.' : steps.length === 2 ? `${gvk?.kind}.${gvk?.group}` : '';
  const rows = keysOf.get(nameOf(field)) ?? [];
  const ofKind = rows.filter(({ kind }) => kind !== undefined && kind === owner);
  return [...ofKind, ...rows.filter(({ kind }) => kind === undefined)].flatMap(({ keys }) => keys);
}

function nameOf({ owner, name }: ApiField): FieldName {
  return `${owner}.${name}`;
}

function listed(lists: string | undefined, surface: ApiSurface, container: Outline): readonly string[] {
  const { catalog, versions } = surface;
  switch (lists) {
    case 'groups':
      return sorted(surface.resources.map(({ group }) => group)).concat('*');
    case 'resources':
      return resourcesIn(groupsBeside(container), surface);
    case 'minors':
      return ['latest', ...minorsTo(versions.emulation, catalog.oldest)];
    default:
      return [];
  }
}

/** The offered minors of Pod Security, the newest ones: older policies are rarely pinned. */
const shownMinors = 8;

function minorsTo(newest: number, oldest: number): readonly string[] {
  const count = Math.min(shownMinors, newest - oldest + 1);
  return Array.from({ length: count }, (_, index) => `v${formatMinor(minor(newest - index))}`);
}

/** The resources of some groups, of all if none is named. */
function resourcesIn(groups: readonly string[], surface: ApiSurface): readonly string[] {
  const isMeant = (group: string) => groups.length === 0 || groups.includes('*') || groups.includes(group);
  const found = [...surface.resources, ...creatableResources(surface)].filter(({ group }) => isMeant(group));
  return sorted(found.map(({ resource }) => resource)).concat('*');
}

/** The groups that `apiGroups: ["", apps]` beside a list of resources names; none if it is written in block style. */
function groupsBeside(container: Outline): readonly string[] {
  const rule = chainOf(container).findLast(({ entries }) => entries.has('apiGroups'));
  const written = /^\[(.*)\]$/.exec(rule?.entries.get('apiGroups') ?? '')?.[1];
  return written === undefined ? [] : written.split(',').map((word) => word.trim().replace(/^["']|["']$/g, ''));
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
