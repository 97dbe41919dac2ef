import table from '../../data/authored/deliveries.json' with { type: 'json' };
import { type MapNode, mapFor, stringFor } from '../manifest/node.ts';
import { mapsAt } from '../manifest/nodesAt.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { fieldOf, formatPath } from '../text/fieldPath.ts';

const { group, applicationSet, generators, nested, asking } = table.argo;

/** A generator of an ApplicationSet that queries another server. */
export interface ExternalGenerator {
  /** As the field is called: `plugin`. */
  readonly name: string;
  /** The path of the field. */
  readonly at: string;
}

/**
 * The generators of an ApplicationSet whose output the files of the repository do not show, in matrices and merges as
 * well.
 *
 * Source: `pkg/apis/application/v1alpha1/applicationset_types.go` of github.com/argoproj/argo-cd: these two nest at most
 * twice.
 */
export function externalGenerators(root: MapNode): readonly ExternalGenerator[] {
  if (stringFor(root, 'kind') !== applicationSet) return [];
  if (parseGroupVersion(stringFor(root, 'apiVersion') ?? '')?.group !== group) return [];
  const inner = nested.map((name) => `${name}.generators[]`);
  const innermost = inner.flatMap((outer) => inner.map((path) => `${outer}.${path}`));
  const paths = ['', ...inner, ...innermost].map((path) => (path === '' ? generators : `${generators}.${path}`));
  return paths.flatMap((path) =>
    mapsAt(root, path).flatMap(({ node, path: at }) =>
      asking.flatMap((name) => (mapFor(node, name) === undefined ? [] : { name, at: formatPath(fieldOf(at, name)) })),
    ),
  );
}
