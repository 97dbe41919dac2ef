import type { Lifecycle } from '../catalog/catalog.ts';
import type { ApiSurface, ServedResource } from '../catalog/surface.ts';

/**
 * The lifecycle that makes the server warn about a resource, undefined if it keeps silent. It compares the
 * deprecation in the binary's code with the binary's own version: emulating an older one does not silence it
 * (`k8s.io/apiserver/pkg/endpoints/deprecation`, `IsDeprecated`, called with `version.Get()` by `installer.go`).
 */
export function deprecationOf(surface: ApiSurface, { lifecycle }: ServedResource): Lifecycle | undefined {
  const deprecated = lifecycle?.deprecated;
  if (deprecated === undefined || deprecated > surface.versions.binary) return undefined;
  return sendsWarnings(surface) ? lifecycle : undefined;
}

/**
 * Warning headers were introduced with a gate that no longer exists: a binary without the gate is too old to send them,
 * or always sends them.
 */
function sendsWarnings({ gates, catalog, versions }: ApiSurface): boolean {
  const state = gates.get(warningGate);
  if (state !== undefined) return state.enabled;
  const first = catalog.gates.get(warningGate)?.declared[0]?.first;
  return first === undefined || first <= versions.binary;
}

const warningGate = 'WarningHeaders';
