import { formatMinor, type Minor } from '../../targets/version.ts';
import { inSpans } from '../catalog.ts';
import type { ApiSurface } from '../surface.ts';

/** A gate that is off at a target, and how to turn it on. */
export interface DisabledGate {
  readonly name: string;
  /** Why it is off, in a sentence. */
  readonly why: string;
  /** How to turn it on, a sentence. */
  readonly remedy: string;
}

/**
 * The gates that are off at a target. A gate that the binary does not declare has no effect (it is removed or not yet
 * introduced); one introduced after the emulation version is off and cannot be turned on.
 */
export function disabledGates(names: readonly string[], surface: ApiSurface): readonly DisabledGate[] {
  return names.flatMap((name) => offGate(name, surface) ?? []);
}

function offGate(name: string, surface: ApiSurface): DisabledGate | undefined {
  const { catalog, gates, versions, target } = surface;
  const facts = catalog.gates.get(name);
  if (facts === undefined || !inSpans(facts.declared, versions.binary)) return undefined;
  const state = gates.get(name);
  const emulation = formatMinor(versions.emulation);
  if (state === undefined) {
    const first = facts.specs[0]?.version;
    const came = first === undefined ? 'is newer' : `was introduced in ${formatMinor(first)}`;
    return {
      name,
      why: `The feature gate ${name} ${came}; on a server that emulates ${emulation}, it is off and cannot be turned on.`,
      remedy: onFrom(facts.specs.find((spec) => spec.default)?.version, first),
    };
  }
  if (state.enabled) return undefined;
  const stage = state.stage === 'GA' || state.stage === 'Deprecated' ? state.stage : state.stage.toLowerCase();
  return {
    name,
    why: state.default
      ? `The feature gate ${name} is ${stage} and on by default at ${emulation}, but this target turns it off.`
      : `The feature gate ${name} is ${stage} at ${emulation} and ${state.locked ? 'locked to off' : 'off by default'}.`,
    remedy: state.locked
      ? onFrom(facts.specs.find((spec) => spec.default && spec.version > versions.emulation)?.version, undefined)
      : target.managedBy === undefined
        ? `Turn it on with --feature-gates=${name}=true, or remove the field.`
        : `Check whether ${target.managedBy} can turn it on, or remove the field.`,
  };
}

function onFrom(onByDefault: Minor | undefined, known: Minor | undefined): string {
  if (onByDefault !== undefined)
    return `Emulate ${formatMinor(onByDefault)} or later, where it is on, or remove the field.`;
  if (known !== undefined) {
    return `Emulate ${formatMinor(known)} or later and turn it on there, or remove the field.`;
  }
  return 'Remove the field.';
}
