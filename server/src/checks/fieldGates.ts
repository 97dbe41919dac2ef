import authored from '../../data/authored/validation-changes.json' with { type: 'json' };
import type { Catalog } from '../catalog/catalog.ts';
import { disabledGates } from '../catalog/droppedFields/gates.ts';
import { gatedRulesFor, isKindOfRules, isNotYetDropped } from '../catalog/droppedFields/rules.ts';
import { PerTarget } from '../catalog/perTarget.ts';
import { isGateOnAt } from '../catalog/surface/gateState.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import type { ApiField } from '../catalog/types.ts';
import type { Decoded } from '../decode/decoded.ts';
import type { Subject } from './check.ts';

/**
 * Whether a gate is on at a target. A gate that the binary no longer has counts as it ended; one that it does not have
 * yet, or not yet at the emulation version, is off.
 */
export function isGateOn(surface: ApiSurface, name: string): boolean {
  return gates.of(surface, name, () => isGateOnAt(name, surface.gates, surface.catalog, surface.versions.binary));
}

/** Rules ask for the same few gates at every container. */
const gates = new PerTarget<boolean>();

/** Whether a server drops a field before validation, because a gate is off. */
export type DroppedFields = (field: ApiField) => boolean;

/** Drops no field. */
export const dropsNothing: DroppedFields = () => false;

/**
 * The fields that a target drops from an object, whatever their value: validation never sees them. Few objects have
 * one; decoding finds them if a check requests `mayBeDropped`.
 */
export function droppedFieldsOf(
  { surface, resource }: Pick<Subject, 'surface' | 'resource'>,
  { fields }: Decoded,
): DroppedFields {
  if (fields.length === 0) return dropsNothing;
  const dropped = droppedFields(surface, resource.kind);
  return fields.some(({ field }) => dropped(field)) ? dropped : dropsNothing;
}

/** Whether a target drops a field of objects of some kind. */
export function mayBeDropped(field: ApiField, surface: ApiSurface): boolean {
  return (
    droppedFields(surface, '')(field) ||
    gatedRulesFor(field, surface.versions.binary).some(({ gates }) => disabledGates(gates, surface).length > 0)
  );
}

/** The fields that a target drops from objects of a kind, whatever their value. */
export function droppedFields(surface: ApiSurface, kind: string): DroppedFields {
  return droppedByKind.of(surface, isKindOfRules(kind) ? kind : '', () => makeDroppedFields(surface, kind));
}

const droppedByKind = new PerTarget<DroppedFields>();

/** The gates of fields, by `type.field`, that were measured at servers, besides those in definitions. */
function measuredGates(catalog: Catalog): ReadonlyMap<string, readonly string[]> {
  let measured = byCatalog.get(catalog);
  if (measured !== undefined) return measured;
  measured = new Map<string, string[]>();
  for (const { type, field, gate } of catalog.gatedFields) {
    const key = `${type}.${field}`;
    const gates = measured.get(key);
    if (gates === undefined) measured.set(key, [gate]);
    else gates.push(gate);
  }
  for (const [key, gates] of Object.entries(authored.droppedToo.fields)) {
    measured.set(key, [...(measured.get(key) ?? []), ...gates]);
  }
  byCatalog.set(catalog, measured);
  return measured;
}

const byCatalog = new WeakMap<Catalog, Map<string, string[]>>();
const kept: ReadonlySet<string> = new Set(authored.keptByValue.fields);

function makeDroppedFields(surface: ApiSurface, kind: string): DroppedFields {
  const measured = measuredGates(surface.catalog);
  const known = new Map<ApiField, boolean>();
  return (field) => {
    let answer = known.get(field);
    if (answer === undefined) {
      const key = `${field.owner}.${field.name}`;
      const gates = [...field.gates, ...(measured.get(key) ?? [])];
      answer =
        !kept.has(key) &&
        !isNotYetDropped(field, surface.versions.binary) &&
        !isDroppedElsewhere(field, surface, kind) &&
        (gates.some((gate) => !isGateOn(surface, gate)) || isDroppedByRule(field, surface, kind));
      known.set(field, answer);
    }
    return answer;
  };
}

/** Whether the binary drops the field only in other kinds: the template of a CronJob keeps what a Job loses. */
function isDroppedElsewhere(field: ApiField, surface: ApiSurface, kind: string): boolean {
  const rules = gatedRulesFor(field, surface.versions.binary);
  return rules.length > 0 && rules.every(({ kinds }) => kinds !== undefined && !kinds.includes(kind));
}

/** Whether the binary drops the field for a gate that newer binaries may lack. */
function isDroppedByRule(field: ApiField, surface: ApiSurface, kind: string): boolean {
  return gatedRulesFor(field, surface.versions.binary).some(
    ({ when, kinds, gates }) =>
      when === undefined && (kinds === undefined || kinds.includes(kind)) && disabledGates(gates, surface).length > 0,
  );
}
