import authored from '../../data/authored/name-references.json' with { type: 'json' };
import type { ApiSurface } from '../catalog/surface.ts';
import type { ApiType } from '../catalog/types.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import type { OutlinePosition } from './outline.ts';
import { typeAt } from './typeAt.ts';

/** The kind of object that a field names. */
export interface ReferredKind {
  readonly kind: string;
  /** Undefined if any group is possible. */
  readonly group: string | undefined;
  /** Undefined for one in the same namespace, or without one. */
  readonly namespace: string | undefined;
}

/** An object that a field names. */
export interface NamedObject extends ReferredKind {
  readonly name: string;
}

interface Reference {
  readonly type: string;
  readonly field: string;
  readonly kind: string;
  readonly group: string;
}

const fixed = byField(authored.references);
/** Where the kind beside the name is absent, it is this one. */
const usual = byField(authored.custom);
const byKind: ReadonlySet<string> = new Set(authored.byKind.map(({ type, field }) => `${type}.${field}`));

function byField(references: readonly Reference[]): ReadonlyMap<string, Reference> {
  return new Map(
    references.map((reference): [string, Reference] => [`${reference.type}.${reference.field}`, reference]),
  );
}

/**
 * The kind of object that a field of a struct names: a ConfigMap, a ServiceAccount, the target of an autoscaler.
 * Undefined for a field that names none.
 *
 * @param textOf the texts of the fields beside it; '' if absent.
 */
export function referredKind(
  type: ApiType,
  field: string,
  textOf: (field: string) => string,
): ReferredKind | undefined {
  const at = `${type.name}.${field}`;
  const namespace = field === 'namespace' || textOf('namespace') === '' ? undefined : textOf('namespace');
  const reference = fixed.get(at);
  if (reference !== undefined) return { kind: reference.kind, group: reference.group, namespace };
  const other = usual.get(at);
  const kind = textOf('kind');
  if (other !== undefined && (kind === '' || kind === other.kind)) {
    return { kind: other.kind, group: other.group, namespace };
  }
  const isByKind = byKind.has(at) || other !== undefined || (field === 'name' && isCustomReference(type));
  return isByKind && kind !== '' ? { kind, group: groupIn(textOf), namespace } : undefined;
}

/** Custom resources have no common types: their references have a kind beside the name. */
function isCustomReference({ name, fields }: ApiType): boolean {
  return /^[A-Z]/.test(name) && fields.has('kind') && fields.has('name') && !fields.has('metadata');
}

/** The kind of object that a value at a position names, written or not. */
export function referredKindAt(
  { slot, key, container }: OutlinePosition,
  surfaces: readonly ApiSurface[],
): ReferredKind | undefined {
  if (slot !== 'value' || key === undefined) return undefined;
  for (const surface of surfaces) {
    const type = typeAt(container, surface)?.type;
    if (type?.kind !== 'object') continue;
    const found = referredKind(type.type, key, (field) => container.entries.get(field) ?? '');
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The object that a value names. */
export function namedObjectAt(position: OutlinePosition, surfaces: readonly ApiSurface[]): NamedObject | undefined {
  const { text: name } = position.word;
  const found = name === '' ? undefined : referredKindAt(position, surfaces);
  return found && { ...found, name };
}

/** Whether an object, or one of its references, is of a kind that may be the referred one. */
export function isOfKind(
  { kind, group }: { readonly kind: string; readonly group: string | undefined },
  referred: ReferredKind,
): boolean {
  return kind === referred.kind && (group === undefined || referred.group === undefined || group === referred.group);
}

function groupIn(textOf: (field: string) => string): string | undefined {
  const group = textOf('apiGroup') === '' ? textOf('group') : textOf('apiGroup');
  return group === '' ? parseGroupVersion(textOf('apiVersion'))?.group : group;
}
