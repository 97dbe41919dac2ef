import type { Minor } from '../../targets/version.ts';
import { type Catalog, factAt, inSpans } from '../catalog.ts';
import type { GateState } from '../surface.ts';

/**
 * Whether a gate is on. A gate that the binary no longer has keeps its last default; one that the binary or the
 * emulation version does not have yet is off.
 *
 * @param gates the gates that the server knows at its emulation version.
 */
export function isGateOnAt(
  name: string,
  gates: ReadonlyMap<string, GateState>,
  catalog: Catalog,
  binary: Minor,
): boolean {
  const state = gates.get(name);
  if (state !== undefined) return state.enabled;
  const facts = catalog.gates.get(name);
  if (facts === undefined || inSpans(facts.declared, binary)) return false;
  if (!facts.declared.some((span) => span.last !== undefined && span.last < binary)) return false;
  return (
    factAt(
      facts.specs.map((spec) => [spec.version, spec.default] as const),
      binary,
    ) === true
  );
}
