import { type MapNode, mapFor, stringFor } from '../manifest/node.ts';
import { mapsAt, nodesAt } from '../manifest/nodesAt.ts';
import { eachCluster, type Parameters } from './parameters.ts';
import { textsAt } from './textsAt.ts';

/**
 * Whether the selector of a generator keeps a set of parameters. What depends on an unknown cluster is kept.
 *
 * Source: `applicationset/generators/generator_spec_processor.go` (Transform) of github.com/argoproj/argo-cd, and
 * LabelSelectorAsSelector in `k8s.io/apimachinery/pkg/apis/meta/v1/helpers.go`.
 */
export function isSelected(generator: MapNode, parameters: Parameters): boolean {
  const selector = mapFor(generator, 'selector');
  if (selector === undefined || [...parameters.values()].includes(eachCluster)) return true;
  const labels = mapFor(selector, 'matchLabels')?.entries ?? [];
  const hasLabels = labels.every(({ key, value }) => value.kind !== 'scalar' || parameters.get(key) === value.value);
  return hasLabels && mapsAt(selector, 'matchExpressions[]').every(({ node }) => isMet(node, parameters));
}

function isMet(expression: MapNode, parameters: Parameters): boolean {
  const value = parameters.get(stringFor(expression, 'key') ?? '');
  const isListed = value !== undefined && textsAt(expression, 'values[]').includes(value);
  switch (stringFor(expression, 'operator')) {
    case 'In':
      return isListed;
    case 'NotIn':
      return !isListed;
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return nodesAt(expression, 'operator').length === 0;
  }
}
