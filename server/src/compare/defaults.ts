import type { History } from '../catalog/catalog.ts';
import type { DefaultFacts } from '../catalog/conversionFacts.ts';
import { sameValue, unmeasured } from '../catalog/measuredDefaults.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import { defaultOf, locate, omittedPaths } from '../checks/completed/omittedDefaults.ts';
import type { MapNode } from '../manifest/node.ts';
import type { GroupVersionKind } from '../targets/groupVersion.ts';
import type { DefaultDifference } from './difference.ts';

/**
 * The omitted fields that two targets default differently. Defaults were measured in some minors, with default gates;
 * uncertain ones are omitted.
 */
export function defaultDifferences(
  root: MapNode,
  gvk: GroupVersionKind,
  from: ApiSurface,
  to: ApiSurface,
): readonly DefaultDifference[] {
  if (changesGates(from) || changesGates(to)) return [];
  const facts = from.catalog.defaults(gvk);
  if (facts === undefined) return [];
  const ofKind = compare(root, facts, '', from, to);
  const pod = facts.podTemplate;
  const podFacts = pod === undefined ? undefined : from.catalog.defaults({ group: '', version: 'v1', kind: 'Pod' });
  const template = pod === undefined ? undefined : locate(root, pod);
  if (podFacts === undefined || template?.kind !== 'map') return ofKind;
  return [...ofKind, ...compare(template, podFacts, `${pod}.`, from, to)];
}

function changesGates({ gates }: ApiSurface): boolean {
  return [...gates.values()].some((gate) => gate.enabled !== gate.default);
}

function compare(
  root: MapNode,
  facts: DefaultFacts,
  prefix: string,
  from: ApiSurface,
  to: ApiSurface,
): readonly DefaultDifference[] {
  const paths = new Set(facts.cases.flatMap(({ values }) => [...values].filter(changes).map(([path]) => path)));
  const differences: DefaultDifference[] = [];
  for (const pattern of paths) {
    for (const { path, parentThere } of omittedPaths(root, pattern)) {
      const object = parentThere ? 'filled' : 'empty';
      const before = defaultOf(root, facts, pattern, object, from);
      const after = defaultOf(root, facts, pattern, object, to);
      if (before === unmeasured || after === unmeasured || sameValue(before, after)) continue;
      differences.push({ path: prefix + path, from: before, to: after });
    }
  }
  return differences;
}

function changes([, history]: readonly [string, History<unknown>]): boolean {
  return history.length > 1;
}
