import type { ServedResource } from '../../catalog/surface.ts';
import { isValueMap, type Value, type ValueMap, valueAt } from '../../conversion/value.ts';
import { installedVersion } from '../../crd/installed.ts';
import { jsonPatched } from '../patches/jsonPatch.ts';
import { mergePatchedObject } from '../patches/patched.ts';
import { badRequest, jsonOf } from '../transport/answer.ts';
import { metadataOf } from '../writes/finished.ts';
import { type PatchType, parsedValue } from '../writes/sentText.ts';

/** The scale of an object. Source: k8s.io/kubernetes pkg/registry/apps/deployment/storage, apiextensions-apiserver. */
export function scaleOf(object: ValueMap, served: ServedResource): ValueMap {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadataOf(object);
  const paths = pathsOf(served);
  const selector = paths.selector.length === 0 ? undefined : valueAt(object, paths.selector);
  const metadata = { name, namespace, uid, resourceVersion, creationTimestamp };
  const known = Object.entries(metadata).flatMap(([key, value]): readonly (readonly [string, Value])[] =>
    value === undefined ? [] : [[key, value]],
  );
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: Object.fromEntries(known),
    spec: { replicas: valueAt(object, paths.spec) ?? 0 },
    status: {
      replicas: valueAt(object, paths.status) ?? 0,
      ...(selector === undefined ? {} : { selector: selectorText(selector) }),
    },
  };
}

/** A change of the scale as a merge patch of the object, and the answer for the changed object. */
export function scaled(
  object: ValueMap,
  type: PatchType | 'replace',
  text: string,
  served: ServedResource,
): { readonly change: string; readonly answer: (written: ValueMap) => ValueMap } {
  const sent = parsedValue(text);
  const scale =
    type === 'json'
      ? jsonPatched(scaleOf(object, served), sent)
      : mergePatchedObject(type === 'replace' ? {} : scaleOf(object, served), sent);
  const replicas = valueAt(scale, ['spec', 'replicas']) ?? 0;
  if (typeof replicas !== 'number') throw badRequest('spec.replicas of a Scale must be a number');
  const change = pathsOf(served).spec.reduceRight<Value>((value, step) => ({ [step]: value }), replicas);
  return { change: jsonOf(change), answer: (written) => scaleOf(written, served) };
}

function pathsOf(served: ServedResource) {
  const scale = installedVersion(served)?.version.scale;
  const steps = (path: string) => path.split('.').filter((step) => step !== '');
  if (scale === undefined) {
    return { spec: ['spec', 'replicas'], status: ['status', 'replicas'], selector: ['spec', 'selector'] };
  }
  const { specReplicas, statusReplicas, labelSelector } = scale;
  return { spec: steps(specReplicas), status: steps(statusReplicas), selector: steps(labelSelector) };
}

/** A selector as text, as `metav1.FormatLabelSelector` writes one of labels alone. */
function selectorText(selector: Value): string {
  if (!isValueMap(selector)) return String(selector);
  const labels = isValueMap(selector['matchLabels']) ? selector['matchLabels'] : selector;
  return Object.entries(labels)
    .filter(([, value]) => typeof value === 'string')
    .map(([key, value]) => `${key}=${String(value)}`)
    .sort()
    .join(',');
}
