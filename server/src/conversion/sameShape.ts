import type { ApiSurface } from '../catalog/surface.ts';
import { sameSchema } from '../crd/schema/sameSchema.ts';
import type { Fix } from '../finding.ts';
import type { Resource } from '../manifest/manifest.ts';
import { formatGroupVersion, type GroupVersionKind, parseGroupVersion } from '../targets/groupVersion.ts';
import type { TextEdit } from '../text/edit.ts';
import { schemaOf } from './defined.ts';
import { memberFor } from './families.ts';
import { conversionTargets } from './successors.ts';
import { covers } from './typeCover.ts';
import { typeOf } from './versionPair.ts';

/**
 * The fix that only changes the apiVersion, for incomplete objects such as those of templates: it keeps the meaning for
 * all fields. Empty if the best version has another structure or other defaults.
 *
 * @param surfaces the targets of the file, that of the finding first.
 */
export function sameShapeFixes(resource: Resource, text: string, surfaces: readonly ApiSurface[]): readonly Fix[] {
  const groupVersion = parseGroupVersion(resource.apiVersion);
  const [surface] = surfaces;
  if (groupVersion === undefined || surface === undefined) return [];
  const [to] = conversionTargets(surfaces, { ...groupVersion, kind: resource.kind });
  const edit = to === undefined ? undefined : sameShapeEdit(resource, text, to, surface);
  if (to === undefined || edit === undefined) return [];
  return [{ title: `Convert to ${formatGroupVersion(to)}`, kind: 'safe', edits: [edit], left: [] }];
}

/** The edit that changes a resource's apiVersion; undefined if the version has another structure or other defaults. */
export function sameShapeEdit(
  { apiVersion, apiVersionSpan: { start, end }, kind }: Resource,
  text: string,
  to: GroupVersionKind,
  surface: ApiSurface,
): TextEdit | undefined {
  const from = parseGroupVersion(apiVersion);
  if (from === undefined || !isSameShape({ ...from, kind }, to, surface)) return undefined;
  const first = text.charAt(start);
  const quote = first === '"' || first === "'" ? first : '';
  return { span: { start, end }, newText: `${quote}${formatGroupVersion(to)}${quote}` };
}

function isSameShape(from: GroupVersionKind, to: GroupVersionKind, surface: ApiSurface): boolean {
  const [origin, target] = [memberFor(from, surface), memberFor(to, surface)];
  if (origin === undefined || origin.family !== target?.family) return false;
  if (origin.version.steps.length > 0 || target.version.steps.length > 0) return false;
  // Schemas with equal fields may restrict values differently.
  const schemas = [schemaOf(from, surface), schemaOf(to, surface)] as const;
  if (schemas[0] !== undefined && schemas[1] !== undefined) return sameSchema(schemas[0], schemas[1]);
  const types = { from: typeOf(from, surface), to: typeOf(to, surface) };
  // Types must cover each other: a field that only the new version has would take effect.
  return (
    types.from !== undefined && types.to !== undefined && covers(types.to, types.from) && covers(types.from, types.to)
  );
}
