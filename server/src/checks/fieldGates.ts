import authored from '../../data/authored/validation-changes.json' with { type: 'json' };
import { at, inSpans } from '../catalog/catalog.ts';
import { isNotYetDropped } from '../catalog/droppedFields/rules.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import type { FieldDefinition } from '../catalog/types.ts';

/**
 * Whether a gate is on at a target. A gate that the binary no longer has counts as it ended; one that it does not have
 * yet, or not yet at the emulation version, is off.
 */
export function isGateOn(surface: ApiSurface, name: string): boolean {
  const state = surface.gates.get(name);
  if (state !== undefined) return state.enabled;
  const facts = surface.catalog.gates.get(name);
  if (facts === undefined) return false;
  const { binary } = surface.versions;
  if (inSpans(facts.declared, binary)) return false;
  if (!facts.declared.some((span) => span.last !== undefined && span.last < binary)) return false;
  return (
    at(
      facts.specs.map((spec) => [spec.version, spec.default] as const),
      binary,
    ) === true
  );
}

/** Tells which fields a server drops before it validates, because a gate is off. */
export type DroppedFields = (field: FieldDefinition) => boolean;

/** The fields that a target drops whatever their value: validation never sees them. */
export function droppedFields(surface: ApiSurface): DroppedFields {
  let dropped = bySurface.get(surface);
  if (dropped === undefined) {
    dropped = makeDroppedFields(surface);
    bySurface.set(surface, dropped);
  }
  return dropped;
}

const bySurface = new WeakMap<ApiSurface, DroppedFields>();

function makeDroppedFields(surface: ApiSurface): DroppedFields {
  const measured = new Map<string, string[]>();
  for (const { type, field, gate } of surface.catalog.gatedFields) {
    const key = `${type}.${field}`;
    const gates = measured.get(key);
    if (gates === undefined) measured.set(key, [gate]);
    else gates.push(gate);
  }
  for (const [key, gates] of Object.entries(authored.droppedToo.fields)) {
    measured.set(key, [...(measured.get(key) ?? []), ...gates]);
  }
  const kept = new Set(authored.keptByValue.fields);
  const known = new Map<FieldDefinition, boolean>();
  return (field) => {
    let answer = known.get(field);
    if (answer === undefined) {
      const key = `${field.owner}.${field.name}`;
      const gates = [...field.gates, ...(measured.get(key) ?? [])];
      answer =
        !kept.has(key) &&
        !isNotYetDropped(field, surface.versions.binary) &&
        gates.some((gate) => !isGateOn(surface, gate));
      known.set(field, answer);
    }
    return answer;
  };
}
