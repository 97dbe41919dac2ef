import table from '../../../data/authored/served-resources.json' with { type: 'json' };
import { admissionOf } from '../../admission/admissionObjects.ts';
import { groupResource } from '../../catalog/catalog.ts';
import type { ServedResource } from '../../catalog/surface.ts';
import { completed } from '../../checks/completed/completed.ts';
import { hasValueAt } from '../../checks/completed/defaultsInto.ts';
import { fillIn, removeAtSteps } from '../../checks/completed/fillIn.ts';
import { mutationOf } from '../../checks/policies/mutation.ts';
import { dataOf } from '../../conversion/draftValue.ts';
import { isValueMap, type ValueMap } from '../../conversion/value.ts';
import type { Verdict } from '../../judge/analysis.ts';
import type { Resource } from '../../manifest/manifest.ts';
import { DraftMap } from '../../manifest/reconcile/draft.ts';

/**
 * An object when field managers see it: with defaults and the changes of admission plugins, before the server drops what
 * is off and adds what is its own (`PrepareForCreate` and `PrepareForUpdate` in k8s.io/kubernetes pkg/registry).
 * Undefined for a custom resource, of which the server drops nothing later.
 */
export function managedObject(
  resource: Resource,
  { availability, surface }: Verdict,
  served: ServedResource,
): ValueMap | undefined {
  const mutation = mutationOf({ availability, resource, surface });
  if (served.custom !== undefined || (mutation !== undefined && mutation.state !== 'done')) return undefined;
  const { kindSpan, namespace } = resource;
  const root = mutation?.root ?? resource.root;
  const [object] = completed({ root, served, surface, kindSpan, namespace, objects: admissionOf(surface) }, true);
  if (object === undefined) return undefined;
  const draft = new DraftMap(object.root);
  const name = groupResource(served.group, served.resource);
  const sent = new DraftMap(root);
  for (const steps of registryFields.get(name) ?? []) {
    if (!hasValueAt(sent, steps)) removeWithEmpty(draft, steps);
  }
  for (const [key, value] of Object.entries(annotations.get(name) ?? {}))
    fillIn(draft, ['metadata', 'annotations', key], value);
  const value = dataOf(draft);
  return isValueMap(value) ? value : undefined;
}

/** The defaults that the server fills in after field managers. */
const registryFields: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(
  Object.entries(table.registryFields),
);

/** The annotations that a conversion always writes. */
const annotations: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  Object.entries(table.managedAnnotations),
);

/** Removes a value, and the maps that have nothing else. */
function removeWithEmpty(draft: DraftMap, steps: readonly string[]): void {
  removeAtSteps(draft, steps);
  const owner = steps.slice(0, -1);
  const map = owner.reduce<DraftMap | undefined>((at, step) => at?.map(step), draft);
  if (owner.length > 1 && map?.size === 0) removeWithEmpty(draft, owner);
}
