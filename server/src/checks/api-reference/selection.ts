import type { KindFacts } from '../../catalog/catalog.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { type MapNode, type Node, type ScalarNode, scalarFor, valueFor } from '../../manifest/node.ts';
import { formatGroupVersion, type GroupVersionKind, parseGroupVersion } from '../../targets/groupVersion.ts';
import { type FieldPath, fieldOf, itemOf } from '../../text/fieldPath.ts';
import type { Emit } from '../check.ts';
import { emitNotServed, type Replacement } from './emitNotServed.ts';
import type { JudgeReference, Reference } from './references.ts';
import { ServedNames } from './served.ts';

/** The names in one field of a selection: any of them matches. */
export interface ReferencedKind {
  readonly names: readonly string[];
  readonly value: ScalarNode;
  readonly path: FieldPath;
}

/** The fields of a selection that are written; one that is absent selects everything. */
export interface Selection {
  readonly group: ReferencedKind | undefined;
  readonly version: ReferencedKind | undefined;
  readonly kind: ReferencedKind | undefined;
}

/**
 * Judges a reference with any of group, version and kind, in separate fields or as apiVersion. Absent properties select
 * everything; names that no release of Kubernetes had are ignored, because they may be custom resources. Without a
 * group, only names that every group lost are certain.
 */
export const judgeSelection: JudgeReference = (object, path, reference, surface, emit) => {
  const selection = read(object, path);
  if (selection !== undefined) judgeSelected(selection, reference, surface, emit);
};

/** Judges a parsed selection. */
export function judgeSelected(selection: Selection, reference: Reference, surface: ApiSurface, emit: Emit): void {
  const served = ServedNames.of(surface);
  const groups = selection.group?.names ?? (reference.absentGroup === 'core' ? [''] : undefined);
  if (groups !== undefined && !groups.every((group) => served.isOwn(group))) return;
  const kinds = selection.kind?.names;
  const versions = selection.version?.names;
  if (kinds === undefined && selection.group === undefined) return;
  const known = surface.catalog.kinds.filter(
    (kind) =>
      kind.served.length > 0 &&
      (groups === undefined ? surface.catalog.isBuiltInGroup(kind.group) : groups.includes(kind.group)) &&
      (kinds === undefined || kinds.includes(kind.kind)),
  );
  const meant = versions === undefined ? known : known.filter(({ version }) => versions.includes(version));
  const states = meant.map((kind) => surface.availability(kind).state);
  if (states.length === 0 || states.includes('served')) return;
  // Other groups may have a kind of this name.
  if (groups === undefined && states.some((state) => state !== 'removed')) return;
  const inOtherVersions = known.some((kind) => surface.availability(kind).state === 'served');
  const at = (inOtherVersions ? selection.version : selection.group) ?? selection.kind ?? selection.version;
  if (at === undefined) return;
  const instead = successorOf(selection, meant, surface);
  emitNotServed(
    {
      value: at.value,
      path: at.path,
      named: describe(selection),
      because: served.whyNot(meant),
      remedy: remedyFor(selection, instead, served.movedTo(meant)),
      instead: instead === undefined ? undefined : replacements(selection, instead),
    },
    reference,
    surface,
    emit,
  );
}

function read(object: MapNode, path: FieldPath): Selection | undefined {
  const apiVersion = scalarFor(object, 'apiVersion');
  const kind = wanted(object, path, 'kind', 'kinds');
  if (kind === 'unknown') return undefined;
  if (apiVersion !== undefined) {
    const groupVersion = typeof apiVersion.value === 'string' ? parseGroupVersion(apiVersion.value) : undefined;
    if (groupVersion === undefined) return undefined;
    const { group, version } = groupVersion;
    const reference = { value: apiVersion, path: fieldOf(path, 'apiVersion') };
    return { group: { ...reference, names: [group] }, version: { ...reference, names: [version] }, kind };
  }
  const group = wanted(object, path, 'group', 'apiGroups');
  const version = wanted(object, path, 'version', 'apiVersions');
  return group === 'unknown' || version === 'unknown' ? undefined : { group, version, kind };
}

/** The names in a field, or in its list form; `unknown` for patterns. */
function wanted(object: MapNode, path: FieldPath, field: string, list: string): ReferencedKind | 'unknown' | undefined {
  const node = valueFor(object, field);
  if (node !== undefined) return namesOf(node, fieldOf(path, field));
  const many = valueFor(object, list);
  if (many?.kind !== 'list') return undefined;
  const items = many.items.map((item, index) => namesOf(item, itemOf(fieldOf(path, list), index)));
  if (items.includes(undefined)) return undefined;
  const known = items.flatMap((item) => (item === undefined || item === 'unknown' ? [] : [item]));
  const [first] = known;
  if (first === undefined) return undefined;
  return known.length < items.length ? 'unknown' : { ...first, names: known.flatMap(({ names }) => names) };
}

/**
 * The names in a value; undefined if it matches everything. Kustomize's selectors are regular expressions, Argo CD's
 * are globs: alternatives of plain names are parsed.
 */
function namesOf(value: Node, path: FieldPath): ReferencedKind | 'unknown' | undefined {
  if (value.kind !== 'scalar' || typeof value.value !== 'string') return 'unknown';
  const text = value.value.replace(/^\^/, '').replace(/\$$/, '');
  if (text === '' || text === '*' || text === '.*' || text === '.+') return undefined;
  const choice = /^\(([^()]*)\)$/.exec(text)?.[1] ?? text;
  if (!/^[\w.|-]+$/.test(choice)) return 'unknown';
  return { names: choice.split('|'), value, path };
}

function describe({ group, version, kind }: Selection): string {
  const groups = group?.names.map((name) => (name === '' ? 'the core group' : name)).join(' or ');
  const versions = version?.names.join(' or ');
  const kinds = kind?.names.join(' or ');
  if (kinds === undefined) return versions === undefined ? `the API group ${groups}` : `${versions} of ${groups}`;
  if (groups === undefined) return versions === undefined ? kinds : `${kinds} in version ${versions}`;
  if (versions === undefined) return `${kinds} of ${groups}`;
  const [oneGroup = '', another] = group?.names ?? [];
  const [oneVersion = '', otherVersion] = version?.names ?? [];
  return another === undefined && otherVersion === undefined
    ? `${formatGroupVersion({ group: oneGroup, version: oneVersion })} ${kinds}`
    : `${kinds} in ${versions} of ${groups}`;
}

/** The served replacement, if the selection names a single kind. */
function successorOf(
  { group, version, kind }: Selection,
  meant: readonly KindFacts[],
  surface: ApiSurface,
): GroupVersionKind | undefined {
  if ([group, version, kind].some((field) => field !== undefined && field.names.length > 1)) return undefined;
  const [first] = meant;
  if (kind === undefined || first === undefined) return undefined;
  const availability = surface.availability(first);
  if (!('alternatives' in availability)) return undefined;
  return availability.alternatives.find((other) => other.kind === first.kind);
}

function remedyFor(
  { group, version }: Selection,
  instead: GroupVersionKind | undefined,
  movedTo: ReadonlySet<string>,
): string {
  if (instead !== undefined) {
    if (group !== undefined && group.value === version?.value) return `Write ${formatGroupVersion(instead)}.`;
    const parts = [
      ...(group === undefined || group.names[0] === instead.group ? [] : [`the group ${shown(instead.group)}`]),
      ...(version === undefined || version.names[0] === instead.version ? [] : [`the version ${instead.version}`]),
    ];
    if (parts.length > 0) return `Write ${parts.join(' and ')}.`;
  }
  const groups = [...movedTo].sort();
  return groups.length === 0
    ? 'Refer to something that the target serves.'
    : `The same kinds are in ${groups.map(shown).join(', ')}.`;
}

function shown(group: string): string {
  return group === '' ? '""' : group;
}

function replacements({ group, version }: Selection, instead: GroupVersionKind): readonly Replacement[] | undefined {
  if (group !== undefined && group.value === version?.value)
    return [{ value: group.value, instead: formatGroupVersion(instead) }];
  const changes = [
    ...(group === undefined || group.names[0] === instead.group
      ? []
      : [{ value: group.value, instead: instead.group }]),
    ...(version === undefined || version.names[0] === instead.version
      ? []
      : [{ value: version.value, instead: instead.version }]),
  ];
  return changes.length === 0 ? undefined : changes;
}
