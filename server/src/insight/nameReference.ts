import authored from '../../data/authored/name-references.json' with { type: 'json' };
import type { ApiSurface } from '../catalog/surface.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import type { OutlinePosition } from './outline.ts';
import { typeAt } from './typeAt.ts';

/** An object that a field names. */
export interface NamedObject {
  readonly kind: string;
  /** Undefined if any group is possible. */
  readonly group: string | undefined;
  readonly name: string;
  /** Undefined for one in the same namespace, or without one. */
  readonly namespace: string | undefined;
}

interface Reference {
  readonly type: string;
  readonly field: string;
  readonly kind: string;
  readonly group: string;
}

const fixed: ReadonlyMap<string, Reference> = new Map(
  authored.references.map((reference): [string, Reference] => [`${reference.type}.${reference.field}`, reference]),
);
const byKind: ReadonlySet<string> = new Set(authored.byKind.map(({ type, field }) => `${type}.${field}`));

/** The object that a value references: a ConfigMap, a ServiceAccount, the target of an autoscaler. */
export function namedObjectAt(
  { slot, key, word, container }: OutlinePosition,
  surfaces: readonly ApiSurface[],
): NamedObject | undefined {
  if (slot !== 'value' || key === undefined || word.text === '') return undefined;
  for (const surface of surfaces) {
    const type = typeAt(container, surface)?.type;
    if (type?.kind !== 'object') continue;
    const at = `${type.type.name}.${key}`;
    const { entries } = container;
    const named = entries.get('namespace');
    const namespace = named === undefined || named === '' ? undefined : named;
    const reference = fixed.get(at);
    if (reference !== undefined) {
      return { kind: reference.kind, group: reference.group, name: word.text, namespace };
    }
    const kind = entries.get('kind') ?? '';
    if (byKind.has(at) && kind !== '') return { kind, group: groupIn(entries), name: word.text, namespace };
  }
  return undefined;
}

function groupIn(entries: ReadonlyMap<string, string>): string | undefined {
  const apiGroup = entries.get('apiGroup');
  if (apiGroup !== undefined && apiGroup !== '') return apiGroup;
  return parseGroupVersion(entries.get('apiVersion') ?? '')?.group;
}
