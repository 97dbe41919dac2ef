import table from '../../../data/authored/admission.json' with { type: 'json' };
import type { ApiSurface } from '../../catalog/surface.ts';
import type { FieldType, TypeDefinition } from '../../catalog/types.ts';
import { type CelMap, type CelValue, isValue, type Outcome, string, unknown } from '../../cel/values.ts';
import type { Json } from '../../crd/schema/json.ts';
import { isNull, type MapNode, mapFor, type Node, type ScalarValue } from '../../manifest/node.ts';
import type { GroupVersionKind } from '../../targets/groupVersion.ts';
import type { DroppedFields } from '../fieldGates.ts';

const { completed } = table;
const completedByKind: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(completed.kinds));
const emitted: ReadonlySet<string> = new Set(completed.emitted);
const emittedEmpty: ReadonlySet<string> = new Set(completed.emittedEmpty);

/** The fields that the server may write before policies run: a path such as `spec.containers[].image`. */
interface Openness {
  readonly writes: (path: string) => boolean;
  /** Whether items may be added to a list that the manifest has: defaults only fill in lists that it omits. */
  readonly mayAppend: (path: string) => boolean;
  /** Whether a field that the manifest omits may be present. */
  readonly mayAdd: (path: string) => boolean;
  readonly isDropped: DroppedFields;
}

/**
 * A built-in object as policies see it; fields that the server may fill in or rewrite are unknown. Undefined for kinds
 * where these are not known.
 *
 * @param isShared whether other managers may have written metadata.
 */
export function admittedObject(
  root: MapNode,
  type: TypeDefinition,
  gvk: GroupVersionKind,
  surface: ApiSurface,
  { isDropped, isShared }: { readonly isDropped: DroppedFields; readonly isShared: boolean },
): CelMap | undefined {
  const completedFields = completedByKind.get(`${gvk.group}/${gvk.kind}`);
  const facts = surface.catalog.defaults(gvk);
  if (completedFields === undefined) return undefined;
  const others = isShared ? writtenByOthers : [];
  const completions = [...(completedByKind.get('*') ?? []), ...completedFields, ...byAnnotations(root, gvk), ...others];
  const pod = facts?.podTemplate === undefined ? undefined : surface.catalog.defaults(podKind);
  const cases = [
    ...(facts?.cases ?? []).map((defaultCase) => ({ ...defaultCase, prefix: '' })),
    ...(pod?.cases ?? []).map((defaultCase) => ({ ...defaultCase, prefix: `${facts?.podTemplate}.` })),
  ];
  // Kinds without any default are in no table.
  const pathsOf = (some: typeof cases) =>
    some.flatMap(({ values, prefix }) => [...values.keys()].map((path) => prefix + path));
  const written = new Set([...completions, ...pathsOf(cases)]);
  // A completion inside a present object does not create the object.
  const alone = [...completions, ...pathsOf(cases.filter(({ object }) => object === 'empty'))];
  const above = new Set(alone.flatMap(pathsAbove));
  return objectValue(root, type, '', {
    writes: (path) => written.has(path),
    mayAppend: (path) => completions.includes(path),
    mayAdd: (path) => written.has(path) || above.has(path),
    isDropped,
  });
}

/** The metadata that controllers and kubectl add to stored objects, which an apply keeps. */
const writtenByOthers: readonly string[] = ['metadata.annotations', 'metadata.ownerReferences'];

/** The server copies some annotations of a pod into fields. */
function byAnnotations(root: MapNode, { group, kind }: GroupVersionKind): readonly string[] {
  const { kind: of, prefixes, paths } = completed.byAnnotations;
  if (`${group}/${kind}` !== of) return [];
  const metadata = mapFor(root, 'metadata');
  const keys = (metadata && mapFor(metadata, 'annotations'))?.entries.map(({ key }) => key) ?? [];
  return keys.some((key) => prefixes.some((prefix) => key.startsWith(prefix))) ? paths : [];
}

const podKind: GroupVersionKind = { group: '', version: 'v1', kind: 'Pod' };

/** A default below an omitted field may create it; one in a list item does not. */
function pathsAbove(path: string): readonly string[] {
  const names = path.split('.');
  const inList = names.findLastIndex((name) => name.endsWith('[]'));
  return names.flatMap((_, index) =>
    index > inList && index < names.length - 1 ? [names.slice(0, index + 1).join('.')] : [],
  );
}

/** A custom resource as policies see it: the server writes only its metadata and status. */
export function admittedCustom(json: Json, isShared: boolean): CelMap | undefined {
  const value = jsonValue(json);
  if (!isValue(value) || value.type !== 'map') return undefined;
  const metadata = value.entries.get('smetadata')?.[1];
  const entries = new Map(value.entries);
  if (metadata?.type === 'map') {
    const known = new Set(isShared ? ['slabels'] : ['slabels', 'sannotations', 'sownerReferences']);
    const own = isShared ? withOpenAnnotations(metadata) : metadata;
    entries.set('smetadata', [string('metadata'), { ...own, partial: true, mayHave: (key) => !known.has(key) }]);
  }
  return { type: 'map', entries, partial: true, mayHave: (key) => key === 'sstatus' };
}

function withOpenAnnotations(metadata: CelMap): CelMap {
  const own = metadata.entries.get('sannotations');
  if (own?.[1].type !== 'map') return metadata;
  const annotations: CelMap = { ...own[1], partial: true, mayHave: () => true };
  return { ...metadata, entries: new Map([...metadata.entries, ['sannotations', [own[0], annotations]]]) };
}

function objectValue(node: MapNode, type: TypeDefinition, path: string, openness: Openness): CelMap {
  const entries = new Map<string, readonly [CelValue, CelValue]>();
  const open = new Set<string>();
  const there = new Map(node.entries.map((entry) => [entry.key, entry.value]));
  const filled = completed.alone.find((rule) => rule.type === type.name);
  const isAlone =
    filled !== undefined && node.entries.every(({ key, value }) => filled.beside.includes(key) || isNull(value));
  for (const [name, field] of type.fields) {
    const at = path === '' ? name : `${path}.${name}`;
    const value = there.get(name);
    if (at === 'status') {
      open.add(`s${name}`);
      continue;
    }
    if (value === undefined || isNull(value)) {
      const isFilled = isAlone && filled?.field === name;
      if (isFilled || openness.mayAdd(at) || emitted.has(name)) open.add(`s${name}`);
      else if (emittedEmpty.has(name) && field.type.kind === 'object') {
        entries.set(`s${name}`, [string(name), objectValue({ ...node, entries: [] }, field.type.type, at, openness)]);
      }
      continue;
    }
    const seen =
      openness.isDropped(field) || isZero(value, field.type) ? unknown : fieldValue(value, field.type, at, openness);
    if (isValue(seen)) entries.set(`s${name}`, [string(name), seen]);
    else open.add(`s${name}`);
  }
  // Duplicate and filled-in values are not compared or counted.
  return { type: 'map', entries, partial: true, mayHave: (key) => open.has(key) };
}

/** Whether Go omits the zero value, by the field's tags and pointers. */
function isZero(node: Node, type: FieldType): boolean {
  if (node.kind === 'list') return node.items.length === 0;
  if (node.kind === 'map') return type.kind !== 'object' && node.entries.length === 0;
  return node.value === '' || node.value === false || node.value === 0;
}

function fieldValue(node: Node, type: FieldType, path: string, openness: Openness): Outcome {
  switch (type.kind) {
    case 'object':
      return node.kind === 'map' ? objectValue(node, type.type, path, openness) : unknown;
    case 'list': {
      if (node.kind !== 'list') return unknown;
      const items = node.items.map((item) => fieldValue(item, type.item, `${path}[]`, openness));
      // Items added to a list are unknown too.
      return items.every(isValue) && !openness.mayAppend(path) ? { type: 'list', items } : unknown;
    }
    case 'map':
      return node.kind === 'map' ? mapValue(node, type.value, path, openness) : unknown;
    case 'scalar':
      return node.kind === 'scalar' ? scalarValue(node.value, type.scalar) : unknown;
    default:
      return unknown;
  }
}

function mapValue(node: MapNode, type: FieldType, path: string, openness: Openness): CelMap {
  const entries = new Map<string, readonly [CelValue, CelValue]>();
  const open = new Set<string>();
  for (const { key, value } of node.entries) {
    const seen = fieldValue(value, type, `${path}.*`, openness);
    if (isValue(seen)) entries.set(`s${key}`, [string(key), seen]);
    else open.add(`s${key}`);
  }
  const isOpen = openness.writes(path);
  const partial = isOpen || open.size > 0 ? { partial: true } : {};
  return { type: 'map', entries, ...partial, mayHave: (key) => isOpen || open.has(key) };
}

function scalarValue(value: ScalarValue, type: string): Outcome {
  switch (type) {
    case 'string':
      return typeof value === 'string' ? string(value) : unknown;
    case 'boolean':
      return typeof value === 'boolean' ? { type: 'bool', value } : unknown;
    case 'int32':
    case 'int64':
      return whole(value);
    case 'int-or-string':
      return typeof value === 'string' ? string(value) : whole(value);
    case 'quantity':
      return typeof value === 'string' && isCanonical(value) ? string(value) : unknown;
    default:
      return unknown;
  }
}

function whole(value: ScalarValue): Outcome {
  if (typeof value === 'bigint') return { type: 'int', value };
  return typeof value === 'number' && Number.isInteger(value) ? { type: 'int', value: BigInt(value) } : unknown;
}

const canonical = /^([1-9]\d{0,8})(m|k|M|G|T|Ki|Mi|Gi|Ti)?$/;

/** Whether the server keeps the notation of a quantity: it uses the largest unit that gives an integer. */
function isCanonical(text: string): boolean {
  const [, digits = '', unit = ''] = canonical.exec(text) ?? [];
  return digits !== '' && Number(digits) % (unit.endsWith('i') ? 1024 : 1000) !== 0;
}

function jsonValue(json: Json): Outcome {
  if (json.kind === 'list') {
    const items = json.items.map(jsonValue);
    return items.every(isValue) ? { type: 'list', items } : unknown;
  }
  if (json.kind === 'map') {
    const entries = new Map<string, readonly [CelValue, CelValue]>();
    for (const [key, each] of json.entries) {
      const value = jsonValue(each);
      if (!isValue(value)) return unknown;
      entries.set(`s${key}`, [string(key), value]);
    }
    return { type: 'map', entries };
  }
  const { value } = json;
  if (value === null) return { type: 'null_type', value };
  if (typeof value === 'string') return string(value);
  if (typeof value === 'boolean') return { type: 'bool', value };
  return typeof value === 'number' && !Number.isInteger(value) ? { type: 'double', value } : whole(value);
}
