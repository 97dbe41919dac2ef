import type { ApiSurface } from '../../../catalog/surface.ts';
import type { Value } from '../../value.ts';
import { sendsWarning } from '../facts.ts';
import { type EmitWarning, quoted } from '../rule.ts';

/** Files of one volume that overwrite each other (`warningsForOverlappingVirtualPaths`). */
export function warnAboutVirtualPaths(volumes: readonly Value[], warn: EmitWarning, { versions }: ApiSurface): void {
  if (!sendsWarning(versions.binary, 'virtualPaths')) return;
  for (const volume of volumes) {
    for (const [kind, called, name] of kinds) {
      if (!volume.has(kind)) continue;
      const source = volume.at(kind);
      const named = name === undefined ? called : `${called} ${quoted(source.at(name).text)}`;
      const files = source.at('items').items.map((item) => ({ at: item.at('path'), source: '' }));
      warnAboutOverlaps(files, volume, named, warn);
    }
    const projected = volume.at('projected');
    if (!projected.present) continue;
    const files = projectedPaths(
      projected.at('sources').items,
      sendsWarning(versions.binary, 'pathsBySource'),
      volume,
      warn,
    );
    warnAboutOverlaps(files, volume, 'Projected', warn);
  }
}

/** Sources of files: the field, its name in warnings, and the field that names the origin. */
const kinds: readonly (readonly [field: string, called: string, name?: string])[] = [
  ['configMap', 'ConfigMap', 'name'],
  ['secret', 'Secret', 'secretName'],
  ['downwardAPI', 'DownwardAPI'],
];

const sourceKinds = [
  'secret',
  'downwardAPI',
  'configMap',
  'serviceAccountToken',
  'clusterTrustBundle',
  'podCertificate',
];

interface PathOfFile {
  readonly at: Value;
  /** The origin in warnings; the same path from another source overlaps as well. */
  readonly source: string;
}

/**
 * The files of a projected volume. A source without paths has none; binaries that do not separate paths by source
 * repeat those of the previous source.
 */
function projectedPaths(
  sources: readonly Value[],
  bySource: boolean,
  volume: Value,
  warn: EmitWarning,
): readonly PathOfFile[] {
  let last: readonly PathOfFile[] = [];
  return sources.flatMap((source) => {
    if (!sourceKinds.some((kind) => source.at(kind).present)) {
      const message = `volume ${quoted(volume.at('name').text)} (Projected) has no sources provided`;
      warn(source, message, 'Add a Secret, a ConfigMap or another source, or remove the volume.');
      return [];
    }
    last = pathsOf(source) ?? (bySource ? [] : last);
    return last;
  });
}

/** The files of a source; the first source field that is set counts. Undefined for a source without paths. */
function pathsOf(source: Value): readonly PathOfFile[] | undefined {
  for (const [kind, called] of kinds) {
    const items = source.at(kind).at('items');
    const named = kind === 'downwardAPI' ? called : `${called} ${quoted(nameOf(source.at(kind)))}`;
    if (items.present) return items.items.map((item) => ({ at: item.at('path'), source: named }));
  }
  const token = source.at('serviceAccountToken');
  if (token.present) return [{ at: token.at('path'), source: 'ServiceAccountToken' }];
  const bundle = source.at('clusterTrustBundle');
  if (bundle.present) return [{ at: bundle.at('path'), source: `ClusterTrustBundle ${quoted(nameOf(bundle))}` }];
  const certificate = source.at('podCertificate');
  if (!certificate.present) return undefined;
  return certificatePaths
    .map(([field, called]) => ({ at: certificate.at(field), source: `PodCertificate ${called}` }))
    .filter(({ at }) => at.text !== '');
}

const certificatePaths = [
  ['certificateChainPath', 'chain'],
  ['keyPath', 'key'],
  ['credentialBundlePath', 'credential bundle'],
] as const;

function nameOf(source: Value): string {
  return source.at('name').text || source.at('signerName').text;
}

/** Each file is checked against every earlier one for overlaps (`checkForOverlap`). */
function warnAboutOverlaps(files: readonly PathOfFile[], volume: Value, named: string, warn: EmitWarning): void {
  const before: { readonly path: string; readonly written: string }[] = [];
  for (const { at, source } of files) {
    const path = at.text.replace(/\/+$/, '');
    if (path === '') continue;
    const written = source === '' ? quoted(path) : `${quoted(path)} (${source})`;
    for (const other of before) {
      if (!`${other.path}/`.startsWith(`${path}/`) && !`${path}/`.startsWith(`${other.path}/`)) continue;
      const message = `volume ${quoted(volume.at('name').text)} (${named}): overlapping paths: ${written} with ${other.written}`;
      warn(at, message, 'Give each file a different path.');
    }
    before.push({ path, written });
  }
}
