import type { ApiSurface } from '../catalog/surface.ts';
import type { Fix } from '../finding.ts';
import type { Resource } from '../manifest/manifest.ts';
import { formatGroupVersion, parseGroupVersion } from '../target/groupVersion.ts';
import type { TextEdit } from '../text/edit.ts';
import { planConversion } from './plan.ts';
import { successors } from './successors.ts';

/**
 * The fix that moves a resource to the newest version of its kind that the target serves: safe where the two versions
 * mean the same after it, partial where something is left to the author. Empty when no way is known.
 */
export function versionFixes(resource: Resource, text: string, surface: ApiSurface): readonly Fix[] {
  const groupVersion = parseGroupVersion(resource.apiVersion);
  if (groupVersion === undefined) return [];
  for (const to of successors(surface, { ...groupVersion, kind: resource.kind })) {
    const plan = planConversion(resource, text, to, surface);
    if (plan === undefined) continue;
    const title = `Change apiVersion to ${formatGroupVersion(to)}`;
    if (resource.part !== undefined) return inPart(resource, title, plan.edits);
    return plan.left.length === 0
      ? [{ title, kind: 'safe', edits: plan.edits, left: [] }]
      : [{ title: `${title} (more is left to do)`, kind: 'partial', edits: plan.edits, left: plan.left }];
  }
  return [];
}

/** Of a part only the version can be changed: what else a conversion does depends on the whole object. */
function inPart({ apiVersionSpan }: Resource, title: string, edits: readonly TextEdit[]): readonly Fix[] {
  const version = edits.filter(({ span }) => span.start === apiVersionSpan.start && span.end === apiVersionSpan.end);
  const left = ['look over the other fields, and change the object that this is a part of as well'];
  return version.length === 0
    ? []
    : [{ title: `${title} (more is left to do)`, kind: 'partial', edits: version, left }];
}
