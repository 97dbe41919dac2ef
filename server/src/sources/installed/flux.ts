import type { Resource } from '../../manifest/manifest.ts';
import { type MapNode, mapFor, stringFor } from '../../manifest/node.ts';
import type { InstallFacts, PartialInstallation, SourceFact } from './facts.ts';
import { falseValues, mapAt, type Reader, referenceAt } from './reader.ts';

const none: InstallFacts = { sources: [], uses: [] };

/**
 * The installations in a Flux object, by its types in api/ of github.com/fluxcd/source-controller, helm-controller and
 * kustomize-controller.
 */
export function fluxFacts(resource: Resource, reader: Reader): InstallFacts {
  const { kind, name, namespace, root } = resource;
  const spec = mapFor(root, 'spec');
  if (spec === undefined || name === undefined) return none;
  if (kind === 'HelmRelease') return { sources: [], uses: releaseUses(name, spec, reader) };
  if (kind === 'Kustomization') return { sources: [], uses: kustomizationUses(spec, reader) };
  const of = { kind, name, namespace, url: stringFor(spec, 'url') };
  const source = sourceOf(of, spec, reader);
  return source === undefined ? none : { sources: [source], uses: [] };
}

function sourceOf(of: Omit<SourceFact, 'version'>, spec: MapNode, reader: Reader): SourceFact | undefined {
  const reference = mapFor(spec, 'ref');
  switch (of.kind) {
    case 'HelmRepository':
      return { ...of, version: undefined };
    case 'GitRepository':
    case 'OCIRepository': {
      // A commit, digest or name takes precedence over the tag, with unknown content.
      const isFixed = ['commit', 'digest', 'name'].some((key) => reference && stringFor(reference, key) !== undefined);
      const semver = reader.written(reference, 'semver');
      return { ...of, version: isFixed ? undefined : (semver ?? reader.written(reference, 'tag')) };
    }
    case 'HelmChart': {
      const [chart, source] = [stringFor(spec, 'chart'), referenceAt(spec, 'sourceRef')];
      const version = reader.written(spec, 'version');
      return { ...of, version, ...(chart === undefined ? {} : { chart }), ...(source === undefined ? {} : { source }) };
    }
    default:
      return undefined;
  }
}

function releaseUses(release: string, spec: MapNode, reader: Reader): readonly PartialInstallation[] {
  const [onInstall, onUpgrade = 'Skip'] = ['install', 'upgrade'].map((action) => {
    const settings = mapFor(spec, action);
    return settings && stringFor(settings, 'crds');
  });
  // If the release never applies the definitions, they come from elsewhere.
  if (onInstall === 'Skip' && onUpgrade === 'Skip') return [];
  const chart = mapAt(spec, 'chart', 'spec');
  const source = referenceAt(spec, 'chartRef') ?? referenceAt(chart, 'sourceRef');
  const name = chart && stringFor(chart, 'chart');
  const version = reader.written(chart, 'version');
  // A part of a release that other files complete counts only if it changes the installation.
  if (name === undefined && source === undefined && version === undefined) return [];
  const off = falseValues(mapFor(spec, 'values'));
  const line = version?.line ?? reader.line(chart ?? spec);
  return [{ via: 'chart', chart: name, repository: undefined, source, version, release, off, line }];
}

function kustomizationUses(spec: MapNode, reader: Reader): readonly PartialInstallation[] {
  const source = referenceAt(spec, 'sourceRef');
  if (source?.kind !== 'GitRepository') return [];
  const path = stringFor(spec, 'path') ?? '';
  return [{ via: 'repository', url: undefined, source, path, version: undefined, line: reader.line(spec) }];
}
