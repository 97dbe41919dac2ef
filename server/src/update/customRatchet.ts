import type { ApiSurface, Availability } from '../catalog/surface.ts';
import type { Finding } from '../finding.ts';
import { valueAtSteps } from '../manifest/lookup.ts';
import type { Resource } from '../manifest/manifest.ts';
import { kindAt, sameAt } from './values.ts';

/** The gate for ratcheting validation of custom resources; servers that no longer know it always ratchet. */
const gate = 'CRDValidationRatcheting';

/** Whether the target accepts unchanged invalid values of a custom resource (KEP-4008). */
export function ratchetsSchemas(surface: ApiSurface, availability: Availability): boolean {
  if (availability.state !== 'served' || availability.resource.custom === undefined) return false;
  const state = surface.gates.get(gate);
  if (state !== undefined) return state.enabled;
  const last = surface.catalog.gates.get(gate)?.specs.at(-1);
  return last !== undefined && last.version <= surface.versions.emulation;
}

/** Whether a schema causes the refusal: metadata are validated separately, and fully each time. */
export function isBySchema({ path }: Finding): boolean {
  return path !== '' && path !== 'metadata' && !path.startsWith('metadata.') && !path.startsWith('metadata[');
}

/**
 * Whether a schema's refusal is about unchanged values
 * (`k8s.io/apiextensions-apiserver/pkg/apiserver/validation/ratcheting.go`): the value itself, the object where a field
 * is missing or forbidden, and below a list the whole list, unless the schema gives its items keys.
 */
export function isUnchanged({ path, code }: Finding, now: Resource, old: Resource): boolean {
  const list = path.indexOf('[');
  const steps = (list < 0 ? path : path.slice(0, list)).split('.');
  // The update removes a value of the stored object, possibly an empty list.
  if (code === 'missing-field' && list < 0 && valueAtSteps(old.root, steps) !== undefined) return false;
  const aboutParent = list < 0 && (code === 'missing-field' || code === 'forbidden-field');
  const reported = aboutParent ? steps.slice(0, -1) : steps;
  // An added value, even an empty one or null, is a change.
  return kindAt(now.root, reported) === kindAt(old.root, reported) && sameAt(now.root, old.root, reported);
}
