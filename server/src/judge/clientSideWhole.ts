import type { ApiSurface, ServedResource } from '../catalog/surface.ts';
import { isValueMap, nodeOfValue, plainValue, type ValueMap } from '../conversion/value.ts';
import { type Finding, findingWithFixesLater } from '../finding.ts';
import type { Resource } from '../manifest/manifest.ts';
import type { MapNode } from '../manifest/node.ts';
import { clientSideApplied } from '../patches/clientSideApply.ts';
import { isFromServer } from '../update/fromServer.ts';
import { lastApplied, lastAppliedRoot, serverSideApply } from '../update/leftOut.ts';
import type { OldObject } from '../update/oldObjects.ts';
import { movedTo, placeless, withoutServerMetadata, withoutStatusApart } from './appliedWhole.ts';

/**
 * The object that the server validates after a client-side apply to a stored object; undefined for other operations, and
 * if only the server knows it.
 */
export function clientSideWhole(
  written: Resource,
  old: OldObject,
  served: ServedResource,
  surface: ApiSurface,
): Resource | undefined {
  const { root } = old.resource;
  if (old.operation === 'replace' || !isFromServer(root) || serverSideApply(old) !== 'no') return undefined;
  const type = served.custom === undefined ? surface.rootType(served) : undefined;
  if (served.custom === undefined && type === undefined) return undefined;
  const before = lastAppliedRoot(root);
  const result = clientSideApplied(
    {
      live: dataOf(withoutServerMetadata(withoutStatusApart(root, served))),
      lastApplied: before === undefined ? {} : dataOf(before),
      manifest: annotated(dataOf(written.root)),
    },
    type,
  );
  const node = result && nodeOfValue(result, written.kindSpan);
  return node?.kind === 'map' ? { ...written, root: node } : undefined;
}

function dataOf(root: MapNode): ValueMap {
  const value = plainValue(root);
  return isValueMap(value) ? value : {};
}

/** kubectl adds the manifest itself, which no rule reads: its size counts in the manifest. */
function annotated(manifest: ValueMap): ValueMap {
  const { metadata } = manifest;
  const { annotations, ...others } = isValueMap(metadata) ? metadata : {};
  const all = { ...(isValueMap(annotations) ? annotations : {}), [lastApplied]: '' };
  return { ...manifest, metadata: { ...others, annotations: all } };
}

/**
 * The findings of a client-side apply: what is refused is what a replacement by the whole object is refused for, at the
 * nearest place in the manifest.
 *
 * @param written the findings on the manifest.
 * @param whole the findings on the object that it makes, as a replacement.
 */
export function findingsOfApplied(
  { root }: Resource,
  written: readonly Finding[],
  whole: readonly Finding[],
): readonly Finding[] {
  const [refused, tolerated] = [whole.filter(isRefusal), whole.filter((finding) => !isRefusal(finding))];
  const known = new Set(written.map(placeless));
  const kept = written.flatMap((finding) => {
    if (!isRefusal(finding)) return [finding];
    const isLike = (other: Finding) => placeless(other) === placeless(finding);
    if (refused.some(isLike)) return [finding];
    const advice = tolerated.find(isLike);
    return advice === undefined ? [] : [findingWithFixesLater({ ...advice, span: finding.span }, finding.fixes, {})];
  });
  return [
    ...kept,
    ...refused.filter((finding) => !known.has(placeless(finding))).map((finding) => movedTo(root, finding, merged)),
  ];
}

function isRefusal({ consequence }: Finding): boolean {
  return consequence === 'invalid';
}

const merged =
  'kubectl apply changes what the manifest and the last-applied annotation name, and the server validates the whole.';
