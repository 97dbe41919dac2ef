import type { ApiSurface, Availability } from '../catalog/surface.ts';
import type { Finding } from '../finding.ts';
import type { Resource } from '../manifest/manifest.ts';
import { kindAt, sameAt, valueAtSteps } from './values.ts';

/** A gate that makes updates of custom resources keep what they had; servers that no longer know it always do. */
const gate = 'CRDValidationRatcheting';

/** Whether the target lets unchanged values of a custom resource stand (KEP-4008). */
export function ratchetsSchemas(surface: ApiSurface, availability: Availability): boolean {
  if (availability.state !== 'served' || availability.resource.custom === undefined) return false;
  const state = surface.gates.get(gate);
  if (state !== undefined) return state.enabled;
  const last = surface.catalog.gates.get(gate)?.specs.at(-1);
  return last !== undefined && last.version <= surface.versions.emulation;
}

/** Whether a refusal is about what a schema describes: the metadata are validated apart, and in full each time. */
export function isBySchema({ path }: Finding): boolean {
  return path !== '' && path !== 'metadata' && !path.startsWith('metadata.') && !path.startsWith('metadata[');
}

/**
 * Whether a schema's refusal concerns what the update does not change
 * (`k8s.io/apiextensions-apiserver/pkg/apiserver/validation/ratcheting.go`): the value itself, the object where a field is
 * missing or forbidden, and below a list the whole list, whose items are told apart only where the schema has keys.
 */
export function isUnchanged({ path, code }: Finding, now: Resource, old: Resource): boolean {
  const list = path.indexOf('[');
  const steps = (list < 0 ? path : path.slice(0, list)).split('.');
  // What the stored object has, an empty list too, has been taken out.
  if (code === 'missing-field' && list < 0 && valueAtSteps(old.root, steps) !== undefined) return false;
  const aboutParent = list < 0 && (code === 'missing-field' || code === 'forbidden-field');
  const place = aboutParent ? steps.slice(0, -1) : steps;
  // A value that comes, be it empty or null, is none that the stored object has.
  return kindAt(now.root, place) === kindAt(old.root, place) && sameAt(now.root, old.root, place);
}
