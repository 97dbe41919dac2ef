import type { ApiSurface } from '../catalog/surface.ts';
import type { ApiType } from '../catalog/types.ts';
import type { Consequence } from '../finding.ts';
import type { Assembled, AssembledResource } from '../kustomize/assembled.ts';
import { matchOf, type ResourceSelector } from '../kustomize/resourceSelector.ts';
import type { GroupVersionKind } from '../targets/groupVersion.ts';

/** A selected kind, with its type in the binary. */
export interface SelectedType {
  readonly gvk: GroupVersionKind;
  /** Undefined for custom kinds and for kinds that the binary lacks. */
  readonly type: ApiType | undefined;
  /** Whether the selector certainly selects an object of the kind. */
  readonly isCertain: boolean;
}

/**
 * The kinds that a kustomization's selector selects: those of known resources, or else those it names with a group. A
 * kind without a group is ambiguous.
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

function typeOf(gvk: GroupVersionKind, surface: ApiSurface): ApiType | undefined {
  return surface.catalog.isBuiltInGroup(gvk.group) ? surface.rootType(gvk) : undefined;
}

/** Whether a selector matches: uncertain if labels decide, and `unknown` if the resources are not known. */
export type SelectorMatch = 'something' | 'perhaps' | 'nothing' | 'unknown';

/** Whether a kustomization's selector matches a resource. */
export function selects(selector: ResourceSelector | undefined, assembled: Assembled | undefined): SelectorMatch {
  if (selector === undefined || assembled === undefined) return 'unknown';
  const found = selectedResources(selector, assembled);
  if (found.some(({ isCertain }) => isCertain)) return 'something';
  if (!assembled.isComplete) return 'unknown';
  return found.length > 0 ? 'perhaps' : 'nothing';
}

/** The consequence of a refusal that depends on a match: advice if the match is uncertain, undefined without one. */
export function ifSelected<C extends Consequence>(consequence: C, selected: SelectorMatch): C | 'advice' | undefined {
  if (selected === 'nothing') return undefined;
  return selected === 'perhaps' ? 'advice' : consequence;
}
