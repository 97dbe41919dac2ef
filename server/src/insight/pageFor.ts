import type { ApiSurface } from '../catalog/surface.ts';
import { crdSets } from '../targets/crds.ts';
import type { GroupVersionKind } from '../targets/groupVersion.ts';
import { fieldAnchor, kindPagePath } from '../targets/sitePages.ts';
import type { Outline } from './outline.ts';
import { kindOf, typeAt } from './typeAt.ts';

/**
 * The page of the site about a kind through all releases, below the address of the site, with the place of a field;
 * undefined if the site has none.
 *
 * @param container the object that has the field, or the resource itself.
 */
export function pageFor(container: Outline, surface: ApiSurface, field: string | undefined): string | undefined {
  const at = typeAt(container, surface);
  const gvk = at?.gvk ?? kindOf(container);
  if (gvk === undefined || !hasPage(gvk, surface)) return undefined;
  const page = kindPagePath(gvk.group, gvk.kind);
  if (field === undefined) return page;
  const names = [...(at?.steps ?? []), field].filter((step) => typeof step === 'string');
  return `${page}#${encodeURIComponent(fieldAnchor(names.join('.')))}`;
}

/** The site has the kinds of Kubernetes except its lists, and those of the built-in sets. */
function hasPage(gvk: GroupVersionKind, surface: ApiSurface): boolean {
  const [facts] = surface.catalog.kindsOf(gvk.group, gvk.kind);
  if (facts !== undefined) return facts.listOf === undefined;
  const availability = surface.availability(gvk);
  const origin = availability.state === 'served' ? availability.resource.custom?.origin : undefined;
  return (
    origin !== undefined && crdSets.some(({ label, groups }) => groups.includes(gvk.group) && origin.startsWith(label))
  );
}
