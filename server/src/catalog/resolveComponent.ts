import type { Setting, Target, TargetProblem } from '../targets/target.ts';
import type { Minor } from '../targets/version.ts';
import { type Catalog, hasBinary } from './catalog.ts';
import { resolveGates } from './surface/gates.ts';
import { flagProblems } from './surface/switches.ts';
import { effectiveVersions, rangeProblems, requestVersions } from './surface/versions.ts';
import type { EffectiveVersions, GateState } from './surface.ts';

/** A component other than the API server as its flags describe it. */
export interface ComponentFlags {
  readonly binary: Minor;
  readonly emulatedVersion?: string;
  readonly minCompatibilityVersion?: string;
  readonly featureGates: readonly Setting[];
}

/** The versions and gates that a component runs with, or why it would not start. */
export type ComponentResolution =
  | { readonly ok: true; readonly versions: EffectiveVersions; readonly gates: ReadonlyMap<string, GateState> }
  | { readonly ok: false; readonly problems: readonly TargetProblem[] };

/**
 * Resolves a component's version flags and gates like the component at startup. All Kubernetes components register the
 * same gates (`init` of `k8s.io/kubernetes/pkg/features`), and those with `--emulated-version` use the registry of the
 * API server (`DefaultComponentGlobalsRegistry` in `k8s.io/apiserver/pkg/util/compatibility`). Undefined for binaries
 * that the catalogue does not know.
 *
 * @param flags the target flags that this kind of component has.
 */
export function resolveComponent(
  component: string,
  flags: ReadonlySet<string>,
  settings: ComponentFlags,
  catalog: Catalog,
): ComponentResolution | undefined {
  const { binary, emulatedVersion, minCompatibilityVersion, featureGates } = settings;
  if (!hasBinary(catalog, binary)) return undefined;
  const facts = catalog.binary(binary);
  const target: Target = {
    binary,
    runtimeConfig: [],
    featureGates,
    ...(emulatedVersion === undefined ? {} : { emulatedVersion }),
    ...(minCompatibilityVersion === undefined ? {} : { minCompatibilityVersion }),
  };
  const ofComponent = { flags: new Set([...facts.flags].filter((flag) => flags.has(flag))) };
  const unknown = flagProblems(target, ofComponent, component);
  if (unknown.length > 0) return { ok: false, problems: unknown };
  const requested = requestVersions(target, facts, component);
  if (!requested.ok) return requested;
  const gates = resolveGates(featureGates, requested.versions, catalog, facts);
  if (!gates.ok) return gates;
  const problems = rangeProblems(target, requested.versions, facts);
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, versions: effectiveVersions(requested.versions), gates: gates.gates };
}
