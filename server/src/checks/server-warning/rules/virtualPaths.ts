import type { ApiSurface } from '../../../catalog/surface.ts';
import type { Value } from '../../value.ts';
import { sends } from '../facts.ts';
import type { Warn } from '../rule.ts';

/** Files of one volume that overwrite each other (`warningsForOverlappingVirtualPaths`). */
export function warnOfVirtualPaths(volumes: readonly Value[], warn: Warn, { versions }: ApiSurface): void {
  if (!sends(versions.binary, 'virtualPaths')) return;
  for (const volume of volumes) {
    for (const kind of ['configMap', 'secret', 'downwardAPI']) {
      if (!volume.has(kind)) continue;
      warnOfOverlaps(
        volume
          .at(kind)
          .at('items')
          .items.map((item) => ({ at: item.at('path'), source: '' })),
        warn,
      );
    }
    const projected = volume.at('projected');
    if (projected.present)
      warnOfOverlaps(
        projectedPaths(projected.at('sources').items, sends(versions.binary, 'pathsBySource'), warn),
        warn,
      );
  }
}

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
  /** Where it comes from; the same path from another source overlaps just the same. */
  readonly source: string;
}

/**
 * The files of a projected volume. A source that says nothing of its paths has none; binaries that do not count the
 * paths by source take those of the source before once more.
 */
function projectedPaths(sources: readonly Value[], bySource: boolean, warn: Warn): readonly PathOfFile[] {
  let last: readonly PathOfFile[] = [];
  return sources.flatMap((source) => {
    if (!sourceKinds.some((kind) => source.at(kind).present)) {
      warn(
        source,
        'This source of the projected volume is empty',
        'Name a secret, config map or another source, or remove it.',
      );
      return [];
    }
    last = pathsOf(source) ?? (bySource ? [] : last);
    return last;
  });
}

/** The files of a source, the first kind of source that is set counts; undefined for one that says nothing of them. */
function pathsOf(source: Value): readonly PathOfFile[] | undefined {
  for (const kind of ['configMap', 'secret', 'downwardAPI']) {
    const items = source.at(kind).at('items');
    if (items.present)
      return items.items.map((item) => ({ at: item.at('path'), source: `${kind}/${nameOf(source.at(kind))}` }));
  }
  for (const kind of ['serviceAccountToken', 'clusterTrustBundle']) {
    if (source.at(kind).present)
      return [{ at: source.at(kind).at('path'), source: `${kind}/${nameOf(source.at(kind))}` }];
  }
  const certificate = source.at('podCertificate');
  if (!certificate.present) return undefined;
  return ['certificateChainPath', 'keyPath', 'credentialBundlePath']
    .map((field) => ({ at: certificate.at(field), source: field }))
    .filter(({ at }) => at.text !== '');
}

function nameOf(source: Value): string {
  return source.at('name').text || source.at('signerName').text;
}

function warnOfOverlaps(files: readonly PathOfFile[], warn: Warn): void {
  const before: string[] = [];
  for (const { at } of files) {
    const path = at.text.replace(/\/+$/, '');
    if (path === '') continue;
    const other = before.find((one) => `${one}/`.startsWith(`${path}/`) || `${path}/`.startsWith(`${one}/`));
    if (other !== undefined)
      warn(at, `The path "${path}" overlaps with "${other}" of the same volume`, 'Give each file a path of its own.');
    before.push(path);
  }
}
