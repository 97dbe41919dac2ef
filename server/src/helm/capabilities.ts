import type { ApiSurface } from '../catalog/surface.ts';
import { satisfies } from './constraint.ts';

/** The value of `.Capabilities` in Helm's templates for a cluster; undefined if unknown. */
export interface Capabilities {
  readonly major: string;
  readonly minor: string;
  /** `semverCompare CONSTRAINT .Capabilities.KubeVersion.Version`. */
  satisfies(constraint: string): boolean | undefined;
  /** `.Capabilities.APIVersions.Has VERSION`. */
  has(version: string): boolean | undefined;
}

/** Above any patch release, so that a constraint which holds at 0 and here holds for every patch release. */
const patchBeyondAll = 9_999;

/**
 * The capabilities that Helm finds in a cluster. The version is the gitVersion of `/version`
 * (`helm.sh/helm/v3/pkg/action/action.go`, getCapabilities), which is the server's binary version regardless of
 * emulation, as recorded servers show; `APIVersions` has discovery's group versions, and with `/Kind` their kinds.
 */
export function capabilitiesOf(surface: ApiSurface): Capabilities {
  const minor = String(surface.versions.binary);
  return {
    major: '1',
    minor,
    satisfies: (constraint) => {
      const first = satisfies(constraint, `v1.${minor}.0`);
      return first === satisfies(constraint, `v1.${minor}.${patchBeyondAll}`) ? first : undefined;
    },
    has: (version) => has(surface, version),
  };
}

function has(surface: ApiSurface, written: string): boolean | undefined {
  const [first = '', second, third, ...others] = written.split('/');
  if (others.length > 0) return false;
  if (second === undefined) return servesVersion(surface, '', first);
  if (third !== undefined) return servesKind(surface, first, second, third);
  return /^[A-Z]/.test(second) ? servesKind(surface, '', first, second) : servesVersion(surface, first, second);
}

function servesVersion(surface: ApiSurface, group: string, version: string): boolean | undefined {
  if (surface.resources.some((resource) => resource.group === group && resource.version === version)) return true;
  return surface.availability({ group, version, kind: '' }).state === 'custom' ? undefined : false;
}

function servesKind(surface: ApiSurface, group: string, version: string, kind: string): boolean | undefined {
  const { state } = surface.availability({ group, version, kind });
  if (state === 'served') return true;
  // Discovery includes the kinds of subresources, such as Scale.
  return state === 'custom' || state === 'not-a-resource' ? undefined : false;
}
