import type { ApiSurface, ServedResource } from '../catalog/surface.ts';
import type { StoredObject } from '../checks/check.ts';
import { shapeOf } from '../checks/policies/admittedObjects.ts';
import { appliedRoot, withoutKeys } from '../checks/policies/applied.ts';
import { patchProblem } from '../checks/policies/patchErrors.ts';
import { type Finding, findingWithFixesLater } from '../finding.ts';
import { locate } from '../manifest/lookup.ts';
import type { Resource } from '../manifest/manifest.ts';
import { isNull, type MapNode, type Node } from '../manifest/node.ts';
import type { Verdict } from './analysis.ts';

/**
 * The result of a server-side apply to a stored object, which the server validates: the manifest, with the omitted
 * fields of other managers. Undefined if only the server knows it.
 */
export function appliedWhole(
  written: Resource,
  stored: StoredObject,
  served: ServedResource,
  surface: ApiSurface,
): Resource | undefined {
  if (!stored.isWhole || stored.isReplaced || stored.serverSideApply !== 'yes') return undefined;
  if (stored.resource.apiVersion !== written.apiVersion) return undefined;
  const shape = shapeOf(served, surface);
  // Built-in types do not tell null from an absent field.
  const patch = served.custom === undefined ? withoutNulls(written.root) : written.root;
  if (shape === undefined || patchProblem(patch, shape) !== undefined) return undefined;
  const old = stored.resource;
  const live = withoutStatusApart(old.root, served);
  const root = appliedRoot(patch, { ...stored, resource: { ...old, root: live } }, shape);
  return root === undefined ? undefined : { ...written, root: withoutServerMetadata(root) };
}

/** A stored object without the status that only another request writes. */
export function withoutStatusApart(root: MapNode, served: ServedResource): MapNode {
  return served.custom?.hasStatus === false ? root : withoutKeys(root, [], ['status']);
}

function withoutNulls(map: MapNode): MapNode {
  const entries = map.entries.filter(({ value }) => !isNull(value));
  return { ...map, entries: entries.map((entry) => ({ ...entry, value: withoutNullsIn(entry.value) })) };
}

function withoutNullsIn(node: Node): Node {
  if (node.kind === 'map') return withoutNulls(node);
  return node.kind === 'list' ? { ...node, items: node.items.map(withoutNullsIn) } : node;
}

/** An object without the metadata that the server alone writes. */
export function withoutServerMetadata(root: MapNode): MapNode {
  return withoutKeys(
    root,
    ['metadata'],
    ['managedFields', 'generation', 'creationTimestamp', 'resourceVersion', 'uid'],
  );
}

/**
 * The findings on a manifest and on the whole that it becomes part of: refusals of the manifest alone do not count, and
 * those of the whole come to the nearest place in the manifest.
 *
 * @param written the findings on the manifest.
 * @param whole the verdict on what the server validates.
 * @param stored the findings on the stored object, which the server has accepted.
 */
export function findingsOfWhole(
  { root }: Resource,
  written: readonly Finding[],
  whole: Verdict,
  stored: readonly Finding[],
): readonly Finding[] {
  const refused = whole.findings.filter(isRefusal);
  const keys = new Set(refused.map(placeless));
  const known = new Set([...written, ...stored].map(placeless));
  const kept = written.filter((finding) => !isRefusal(finding) || keys.has(placeless(finding)));
  // What remains of a removed object is known less exactly than what was set.
  const added = refused.filter((finding) => finding.code !== 'missing-field' && !known.has(placeless(finding)));
  return [...kept, ...added.map((finding) => movedTo(root, finding, keptByOthers))];
}

function isRefusal({ consequence, code }: Finding): boolean {
  return consequence === 'invalid' && code !== 'immutable-field';
}

/** What a finding is about, wherever: lists of the whole may have more items. */
export function placeless({ code, path }: Finding): string {
  return `${code} ${path.replace(/\[\d+\]/g, '[]')}`;
}

const keptByOthers = 'An apply keeps what others own, and the server validates the whole.';

/** A finding on the whole, at the nearest place in the manifest. */
export function movedTo(root: MapNode, finding: Finding, reason: string): Finding {
  const { start, end } = locate(root, finding.path).key;
  const why = `${finding.why} ${reason}`;
  const remedy = `${finding.remedy} If the manifest does not have it, the stored object does.`;
  return findingWithFixesLater({ ...finding, span: { start, end } }, () => [], { why, remedy });
}
