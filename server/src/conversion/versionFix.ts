import type { ApiSurface } from '../catalog/surface.ts';
import type { Fix } from '../finding.ts';
import type { Resource } from '../manifest/manifest.ts';
import { formatGroupVersion, parseGroupVersion } from '../target/groupVersion.ts';
import { type ConversionPlan, planConversion } from './plan.ts';
import { formatRemark } from './remarks.ts';
import { conversionTargets } from './successors.ts';

/**
 * The fixes that move a resource to the best version that the targets serve; `surfaces` are those of the file, the one
 * that the finding is about first. Where pinned defaults make the difference, a second fix takes the new ones instead.
 * Empty when no way is known.
 */
export function versionFixes(resource: Resource, text: string, surfaces: readonly ApiSurface[]): readonly Fix[] {
  const groupVersion = parseGroupVersion(resource.apiVersion);
  const [surface] = surfaces;
  if (groupVersion === undefined || surface === undefined) return [];
  for (const to of conversionTargets(surfaces, { ...groupVersion, kind: resource.kind })) {
    const plan = planConversion(resource, text, to, surface);
    if (plan === undefined) continue;
    const fixes = [conversionFix(plan, resource)];
    if (resource.part !== undefined) return fixes;
    if (plan.pinned.length > 0 && plan.left.length === 0) {
      const other = planConversion(resource, text, to, surface, 'take');
      if (other !== undefined && other.changed.length > 0) fixes.push(takingDefaults(other));
    }
    return fixes;
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

function takingDefaults(plan: ConversionPlan): Fix {
  const left = [...plan.changed, ...plan.lost, ...plan.forced].map(formatRemark);
  const title = `Convert to ${formatGroupVersion(plan.to)} and take its defaults`;
  return { title, kind: 'lossy', edits: plan.edits, left };
}
