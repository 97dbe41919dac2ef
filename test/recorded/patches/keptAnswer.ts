import { isValueMap, type Value } from '../../../server/src/conversion/value.ts';
import { mapOf } from '../../support/values.ts';

/** An answer to a patch. */
export interface PatchAnswer {
  readonly status: number;
  readonly warnings: readonly string[];
  readonly body: Value;
}

/** What the server makes up. */
const assigned = new Set(['uid', 'creationTimestamp', 'resourceVersion', 'managedFields']);

/**
 * The answer that recordings keep: without what the server makes up, such as the address families of a Service, and of
 * an invalid object, whose messages show Go values, the places.
 */
export function keptAnswer({ status, warnings, body }: PatchAnswer): PatchAnswer {
  const own = warnings.filter((text) => !text.startsWith('kubecompat:'));
  if (status >= 400) {
    const { reason, details, message } = mapOf(body);
    const causes = mapOf(details ?? {})['causes'];
    const said = isValueMap(body) && status !== 422 ? { message: message ?? '' } : {};
    return { status, warnings: own, body: { reason: reason ?? '', causes: placesOf(causes), ...said } };
  }
  const { metadata, spec, status: _, ...others } = mapOf(body);
  const { ipFamilies: __, ...ownSpec } = mapOf(spec ?? {});
  const kept = Object.entries(mapOf(metadata)).filter(([name]) => !assigned.has(name));
  return { status, warnings: own, body: { ...others, spec: ownSpec, metadata: Object.fromEntries(kept) } };
}

function placesOf(causes: Value | undefined): Value {
  if (!Array.isArray(causes)) return [];
  const places = causes.map((cause: Value) => {
    const { field, reason } = mapOf(cause);
    return `${String(field ?? '')} ${String(reason ?? '')}`;
  });
  return places.sort();
}
