import type { ServedResource } from '../../catalog/surface.ts';
import type { ValueMap } from '../../conversion/value.ts';
import { installedVersion } from '../../crd/installed.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';
import { inVersion } from '../objects/converted.ts';
import { fieldSelector, labelSelector } from '../objects/selectors.ts';
import type { ServedTarget } from '../servedTarget.ts';
import { notImplemented } from '../transport/answer.ts';

/** The list of a resource. Throws a Refusal for a selector that cannot be read. */
export function listOf(
  served: ServedResource,
  namespace: string | undefined,
  query: URLSearchParams,
  { store, surface }: ServedTarget,
): ValueMap {
  const selects = [labelSelector(query.get('labelSelector') ?? ''), fieldSelector(query.get('fieldSelector') ?? '')];
  const items = store
    .list(served, namespace)
    .map((object) => {
      const converted = inVersion(object, served, surface);
      if (converted !== undefined) return converted;
      throw notImplemented(`${String(object['apiVersion'])} objects as ${formatGroupVersion(served)}`);
    })
    .filter((object) => selects.every((isSelected) => isSelected(object)));
  return {
    kind: installedVersion(served)?.definition.listKind ?? `${served.kind}List`,
    apiVersion: formatGroupVersion(served),
    metadata: { resourceVersion: store.revision },
    items,
  };
}
