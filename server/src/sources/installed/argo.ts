import type { Resource } from '../../manifest/manifest.ts';
import { type MapNode, mapFor, stringFor } from '../../manifest/node.ts';
import type { PartialInstallation } from './facts.ts';
import { falseValues, mapAt, mapsIn, type Reader } from './reader.ts';

/**
 * The installations of an Application or ApplicationSet, by pkg/apis/application/v1alpha1/types.go of
 * github.com/argoproj/argo-cd.
 */
export function argoUses({ kind, root }: Resource, reader: Reader): readonly PartialInstallation[] {
  const spec = kind === 'ApplicationSet' ? mapAt(root, 'spec', 'template', 'spec') : mapFor(root, 'spec');
  if (spec === undefined) return [];
  const source = mapFor(spec, 'source');
  return [...(source === undefined ? [] : [source]), ...mapsIn(spec, 'sources')].flatMap((map) =>
    installationsOf(map, reader),
  );
}

function installationsOf(source: MapNode, reader: Reader): readonly PartialInstallation[] {
  const url = stringFor(source, 'repoURL');
  if (url === undefined) return [];
  const version = reader.written(source, 'targetRevision');
  const line = version?.line ?? reader.line(source);
  const chart = stringFor(source, 'chart');
  if (chart === undefined) {
    const path = stringFor(source, 'path');
    // A source without a path only provides values files.
    return path === undefined ? [] : [{ via: 'repository', url, source: undefined, path, version, line }];
  }
  const helm = mapFor(source, 'helm');
  const parameters = mapsIn(helm, 'parameters').flatMap((map) =>
    stringFor(map, 'value') === 'false' ? (stringFor(map, 'name') ?? []) : [],
  );
  const off = [...parameters, ...falseValues(helm && mapFor(helm, 'valuesObject'))];
  const repositoryOnly = { repository: url, source: undefined, release: undefined };
  // Values in a text may disable the definitions: then the release is unknown.
  const isOpen = helm !== undefined && (stringFor(helm, 'values') ?? '').includes('false');
  const skipsCrds = helm !== undefined && isTrue(helm, 'skipCrds');
  return skipsCrds
    ? []
    : [{ via: 'chart', chart, ...repositoryOnly, version: isOpen ? undefined : version, off, line }];
}

function isTrue(map: MapNode, key: string): boolean {
  const value = map.entries.findLast((entry) => entry.key === key)?.value;
  return value?.kind === 'scalar' && value.value === true;
}
