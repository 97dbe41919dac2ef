import type { ApiSurface } from '../catalog/surface.ts';
import type { TypeDefinition } from '../catalog/types.ts';
import type { Consequence } from '../finding.ts';
import type { Assembled, AssembledResource } from '../kustomize/assembled.ts';
import { matchOf, type ResourceSelector } from '../kustomize/resourceSelector.ts';
import type { GroupVersionKind } from '../targets/groupVersion.ts';

/** A kind that a selector selects, with what the binary knows of it. */
export interface SelectedType {
  readonly gvk: GroupVersionKind;
  /** Undefined for kinds that are not Kubernetes' own, and for those that the binary does not have. */
  readonly type: TypeDefinition | undefined;
  /** It is certain that the selector selects something of the kind. */
  readonly isCertain: boolean;
}

/**
 * The kinds of what a selector of a kustomization selects: of the resources that are known, or where none is, those that it
 * names with their group. A kind without a group may be anybody's.
 */
export function selectedTypes(
  selector: ResourceSelector,
  assembled: Assembled | undefined,
  surface: ApiSurface,
): readonly SelectedType[] {
  const found = selectedResources(selector, assembled);
  if (found.length > 0) {
    return found.map(({ resource, isCertain }) => ({ gvk: resource, type: typeOf(resource, surface), isCertain }));
  }
  const { group, version, kind } = selector;
  if (!selector.hasGroup || !surface.catalog.isBuiltInGroup(group)) return [];
  return surface.catalog.kinds
    .filter(
      (kindFacts) =>
        kindFacts.group === group && kindFacts.kind === kind && (version === '' || kindFacts.version === version),
    )
    .map((gvk) => ({ gvk, type: typeOf(gvk, surface), isCertain: false }));
}

/** The resources that a selector may select. */
export function selectedResources(
  selector: ResourceSelector,
  assembled: Assembled | undefined,
): readonly { readonly resource: AssembledResource; readonly isCertain: boolean }[] {
  return (assembled?.resources ?? []).flatMap((resource) => {
    const match = matchOf(selector, resource);
    return match === 'no' ? [] : [{ resource, isCertain: match === 'yes' }];
  });
}

function typeOf(gvk: GroupVersionKind, surface: ApiSurface): TypeDefinition | undefined {
  return surface.catalog.isBuiltInGroup(gvk.group) ? surface.rootType(gvk) : undefined;
}

/** Whether a selector selects something: it depends where labels decide, and is `unknown` where nobody knows the resources. */
export type Selects = 'something' | 'perhaps' | 'nothing' | 'unknown';

/** Whether a selector of a kustomization selects something. */
export function selects(selector: ResourceSelector | undefined, assembled: Assembled | undefined): Selects {
  if (selector === undefined || assembled === undefined) return 'unknown';
  const found = selectedResources(selector, assembled);
  if (found.some(({ isCertain }) => isCertain)) return 'something';
  if (!assembled.isComplete) return 'unknown';
  return found.length > 0 ? 'perhaps' : 'nothing';
}

/** What is refused if it comes to something: advice where that is not certain, undefined where it does not. */
export function ifSelected<C extends Consequence>(consequence: C, selected: Selects): C | 'advice' | undefined {
  if (selected === 'nothing') return undefined;
  return selected === 'perhaps' ? 'advice' : consequence;
}
