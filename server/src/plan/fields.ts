import { disabledGates } from '../catalog/droppedFields/gates.ts';
import { gatedRulesFor } from '../catalog/droppedFields/rules.ts';
import { structWithin } from '../catalog/structOf.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import type { ApiField, ApiType } from '../catalog/types.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';

/** How a server treats a field: stores it, silently drops it, or refuses it as unknown. */
export type FieldState = 'kept' | 'dropped' | 'unknown';

/** A field that two servers treat differently. */
export interface FieldChange {
  /** `core.v1.Container.restartPolicy`. */
  readonly field: string;
  readonly from: FieldState;
  readonly to: FieldState;
  /** The disabled gates because of which a server drops it. */
  readonly gates: readonly string[];
  /** Whether only some values are dropped. */
  readonly someValues: boolean;
}

interface KnownField {
  readonly gates: readonly string[];
  readonly someValues: boolean;
}

/** The fields that two servers treat differently, of types that both have, sorted. */
export function fieldChanges(from: ApiSurface, to: ApiSurface): readonly FieldChange[] {
  const before = knownFields(from);
  const after = knownFields(to);
  const names = new Set([...before.keys(), ...after.keys()]);
  const changes: FieldChange[] = [];
  for (const field of [...names].sort()) {
    if (field.endsWith(mark) || !before.has(ownerMark(field)) || !after.has(ownerMark(field))) continue;
    const [old, now] = [before.get(field), after.get(field)];
    const states = [stateOf(old), stateOf(now)] as const;
    if (states[0] === states[1]) continue;
    const gates = (states[1] === 'dropped' ? now : old)?.gates ?? [];
    const someValues = (states[1] === 'dropped' ? now : old)?.someValues ?? false;
    changes.push({ field, from: states[0], to: states[1], gates, someValues });
  }
  return changes;
}

/** The fields that one server stores and another server's binary does not know, sorted. */
export function unreadableFields(stored: ApiSurface, reader: ApiSurface): readonly string[] {
  const read = knownFields(reader);
  return [...knownFields(stored)]
    .filter(([field, known]) => known.gates.length === 0 && !read.has(field) && read.has(ownerMark(field)))
    .map(([field]) => field)
    .filter((field) => !field.endsWith(mark))
    .sort();
}

function stateOf(known: KnownField | undefined): FieldState {
  return known === undefined ? 'unknown' : known.gates.length > 0 ? 'dropped' : 'kept';
}

/** Marks a type among its fields: the fields of a new type are not reported separately. */
const mark = '.*';

function ownerMark(field: string): string {
  return field.slice(0, field.lastIndexOf('.')) + mark;
}

const bySurface = new WeakMap<ApiSurface, ReadonlyMap<string, KnownField>>();

/**
 * Every field of the served resources in a binary's schema, except those below dropped fields and below the status,
 * which controllers write again.
 */
function knownFields(surface: ApiSurface): ReadonlyMap<string, KnownField> {
  return getOrInsertComputed(bySurface, surface, () => collect(surface));
}

function collect(surface: ApiSurface): ReadonlyMap<string, KnownField> {
  const fields = new Map<string, KnownField>();
  const roots = new Set(surface.resources.flatMap((resource) => surface.rootType(resource) ?? []));
  const visit = (type: ApiType): void => {
    if (fields.has(type.name + mark)) return;
    fields.set(type.name + mark, { gates: [], someValues: false });
    for (const field of type.fields.values()) {
      if (roots.has(type) && field.name === 'status') continue;
      const known = knownField(field, surface);
      fields.set(`${type.name}.${field.name}`, known);
      const struct = structWithin(field.type);
      if (struct !== undefined && (known.gates.length === 0 || known.someValues)) visit(struct);
    }
  };
  for (const root of roots) visit(root);
  return fields;
}

function knownField(field: ApiField, surface: ApiSurface): KnownField {
  const rules = gatedRulesFor(field, surface.versions.binary).filter(
    ({ gates }) => disabledGates(gates, surface).length > 0,
  );
  const gates = [...new Set(rules.flatMap((rule) => disabledGates(rule.gates, surface).map(({ name }) => name)))];
  return { gates, someValues: rules.length > 0 && rules.every(({ when }) => when !== undefined) };
}
