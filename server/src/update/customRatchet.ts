import type { ApiSurface, Availability } from '../catalog/surface.ts';
import type { Finding } from '../finding.ts';
import { valueAtSteps } from '../manifest/lookup.ts';
import type { Resource } from '../manifest/manifest.ts';
import { kindAt, sameAt } from './values.ts';

/** The gate for ratcheting validation of custom resources; servers that no longer know it always ratchet. */
const gate = 'CRDValidationRatcheting';

/** Whether the target ratchets a custom resource: an update may keep invalid values (KEP-4008). */
export function ratchetsSchemas(surface: ApiSurface, availability: Availability): boolean {
  if (availability.state !== 'served' || availability.resource.custom === undefined) return false;
  const state = surface.gates.get(gate);
  if (state !== undefined) return state.enabled;
  const last = surface.catalog.gates.get(gate)?.specs.at(-1);
  return last !== undefined && last.version <= surface.versions.emulation;
}

/** Whether a schema may cause the finding. Metadata are validated separately, without ratcheting. */
export function isBySchema({ path }: Finding): boolean {
  return path !== '' && path !== 'metadata' && !path.startsWith('metadata.') && !path.startsWith('metadata[');
}

/**
 * Whether an update leaves unchanged what a schema refuses: the value; for a missing or forbidden field its object;
 * below a list the whole list (`k8s.io/apiextensions-apiserver/pkg/apiserver/validation/ratcheting.go`).
 */
export function isUnchanged({ path, code }: Finding, now: Resource, old: Resource): boolean {
  const list = path.indexOf('[');
  const steps = (list < 0 ? path : path.slice(0, list)).split('.');
  // The update removes a value of the stored object, possibly an empty list.
  if (code === 'missing-field' && list < 0 && valueAtSteps(old.root, steps) !== undefined) return false;
  const aboutParent = list < 0 && (code === 'missing-field' || code === 'forbidden-field');
  const reported = aboutParent ? steps.slice(0, -1) : steps;
  // An added value, even an empty one or null, is a change; null is never correlated.
  const kind = kindAt(now.root, reported);
  if (kind === 'scalar' && valueAtSteps(now.root, reported) === undefined) return false;
  return kind === kindAt(old.root, reported) && sameAt(now.root, old.root, reported);
}
