import type { ApiSurface } from '../catalog/surface.ts';
import type { Fix } from '../finding.ts';
import type { Resource } from '../manifest/manifest.ts';
import { formatGroupVersion, parseGroupVersion } from '../targets/groupVersion.ts';
import { type ConversionPlan, planConversion } from './plan.ts';
import { formatRemark } from './remarks.ts';
import { conversionTargets } from './successors.ts';

/**
 * The fix that moves a resource to the best version that the targets serve; `surfaces` are those of the file, the one
 * that the finding is about first. Empty when no way is known.
 */
export function versionFixes(resource: Resource, text: string, surfaces: readonly ApiSurface[]): readonly Fix[] {
  const groupVersion = parseGroupVersion(resource.apiVersion);
  const [surface] = surfaces;
  if (groupVersion === undefined || surface === undefined) return [];
  for (const to of conversionTargets(surfaces, { ...groupVersion, kind: resource.kind })) {
    const plan = planConversion(resource, text, to, surface);
    if (plan !== undefined) return [conversionFix(plan, resource)];
  }
  return [];
}

/**
 * A plan as a fix: `safe` only where old and new mean the same. Of a part only the version can be changed: what else a
 * conversion does depends on the whole object.
 */
export function conversionFix(plan: ConversionPlan, { part, apiVersionSpan }: Resource): Fix {
  const title = `Convert to ${formatGroupVersion(plan.to)}`;
  const { edits } = plan;
  if (part !== undefined) {
    const { start, end } = apiVersionSpan;
    const version = edits.filter(({ span }) => span.start === start && span.end === end);
    const left = ['look over the other fields, and change the object that this is a part of as well'];
    return { title: `${title} (more is left to do)`, kind: 'partial', edits: version, left };
  }
  const costs = [...plan.lost, ...plan.forced].map(formatRemark);
  if (plan.left.length > 0) {
    return { title: `${title} (more is left to do)`, kind: 'partial', edits, left: [...costs, ...plan.left] };
  }
  if (plan.lost.length > 0) return { title, kind: 'lossy', edits, left: costs };
  return plan.forced.length > 0
    ? { title, kind: 'forced', edits, left: costs }
    : { title, kind: 'safe', edits, left: [] };
}

/** A plan that leaves unset fields to the new version's defaults, as a fix; undefined where that makes no difference. */
export function takingDefaults(plan: ConversionPlan): Fix | undefined {
  if (plan.changed.length === 0 || plan.left.length > 0) return undefined;
  const left = [...plan.changed, ...plan.lost, ...plan.forced].map(formatRemark);
  const title = `Convert to ${formatGroupVersion(plan.to)} and take its defaults`;
  return { title, kind: 'lossy', edits: plan.edits, left };
}
