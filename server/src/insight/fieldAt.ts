import { disabledGates } from '../catalog/droppedFields/gates.ts';
import { alwaysRuleFor, gatedRulesFor } from '../catalog/droppedFields/rules.ts';
import type { ApiSurface, GateState } from '../catalog/surface.ts';
import type { ApiField } from '../catalog/types.ts';
import { factMinor } from '../targets/version.ts';

/** The result of a target for a field in an object of a kind. */
export type FieldOutcome =
  | { readonly state: 'kept' }
  /** The binary does not know the field: a strict request is refused. */
  | { readonly state: 'unknown' }
  /** It is silently dropped. `sometimes`: not with every value, or not at every place. */
  | { readonly state: 'dropped'; readonly why: string; readonly sometimes: boolean };

/** @param field the field in the target's binary; undefined if that lacks it. */
export function outcomeOfField(
  field: ApiField | undefined,
  kind: string | undefined,
  surface: ApiSurface,
): FieldOutcome {
  if (field === undefined) return { state: 'unknown' };
  const { binary } = surface.versions;
  for (const rule of gatedRulesFor(field, binary)) {
    if (rule.kinds !== undefined && (kind === undefined || !rule.kinds.includes(kind))) continue;
    const [off] = disabledGates(rule.gates, surface);
    if (off !== undefined) return { state: 'dropped', why: off.why, sometimes: rule.when !== undefined };
  }
  const always = alwaysRuleFor(field, binary, factMinor);
  return always === undefined ? { state: 'kept' } : { state: 'dropped', why: always.why, sometimes: false };
}

/** The gates of a field, from definitions, measurements or rules. */
export function gatesOf(field: ApiField, surface: ApiSurface): readonly string[] {
  const rules = gatedRulesFor(field, surface.versions.binary);
  return [...new Set([...rules.flatMap(({ gates }) => gates), ...field.gates])];
}

/** A gate at a target in a few words: `beta, on`. */
export function describeGate(gate: GateState | undefined): string {
  if (gate === undefined) return 'not known there';
  const stage = gate.stage === 'Alpha' || gate.stage === 'Beta' ? gate.stage.toLowerCase() : gate.stage;
  return `${stage}, ${gate.enabled ? 'on' : 'off'}${gate.enabled === gate.default ? '' : ' by a setting'}`;
}
