import type { ApiSurface } from '../catalog/surface.ts';
import type { Fix } from '../finding.ts';
import type { Resource } from '../manifest/manifest.ts';
import { formatGroupVersion, type GroupVersionKind, parseGroupVersion } from '../targets/groupVersion.ts';
import { type ConversionPlan, planConversion } from './plan.ts';
import { formatRemark } from './remarks.ts';
import { conversionTargets, isServed } from './successors.ts';

/**
 * The fix that converts a resource to the best served version; `surfaces` are those of the file, that of the finding
 * first. Empty if no conversion is known.
 */
export function versionFixes(resource: Resource, text: string, surfaces: readonly ApiSurface[]): readonly Fix[] {
  const groupVersion = parseGroupVersion(resource.apiVersion);
  const [surface] = surfaces;
  if (groupVersion === undefined || surface === undefined) return [];
  const origin = { ...groupVersion, kind: resource.kind };
  for (const to of conversionTargets(surfaces, origin)) {
    const plan = planConversion(resource, text, to, surface);
    if (plan === undefined) continue;
    const fix = conversionFix(plan, resource);
    const lacking = surfaces.filter((other) => isServed(other, origin) && !isServed(other, to));
    return [lacking.length === 0 ? fix : costing(fix, lacking, to)];
  }
  return [];
}

/** A fix for one target that breaks other targets, which serve the resource as it is. */
function costing(fix: Fix, others: readonly ApiSurface[], to: GroupVersionKind): Fix {
  const left = others.map(({ name }) => `target "${name}" does not serve ${formatGroupVersion(to)}`);
  return { ...fix, kind: fix.kind === 'safe' ? 'lossy' : fix.kind, left: [...fix.left, ...left] };
}

/**
 * A plan as a fix: `safe` only if the meaning stays the same. In a part only the version can be changed: the rest of a
 * conversion depends on the whole object.
 */
export function conversionFix(plan: ConversionPlan, { part, apiVersionSpan }: Resource): Fix {
  const title = `Convert to ${formatGroupVersion(plan.to)}`;
  const { edits } = plan;
  if (part !== undefined) {
    const { start, end } = apiVersionSpan;
    const version = edits.filter(({ span }) => span.start === start && span.end === end);
    const left = ['review the other fields, and update the object that contains it'];
    return { title: `${title} (needs manual changes)`, kind: 'partial', edits: version, left };
  }
  const costs = [...plan.lost, ...plan.forced].map(formatRemark);
  if (plan.left.length > 0) {
    return { title: `${title} (needs manual changes)`, kind: 'partial', edits, left: [...costs, ...plan.left] };
  }
  if (plan.lost.length > 0) return { title, kind: 'lossy', edits, left: costs };
  return plan.forced.length > 0
    ? { title, kind: 'forced', edits, left: costs }
    : { title, kind: 'safe', edits, left: [] };
}

/** A plan that leaves unset fields to the new version's defaults, as a fix; undefined if that makes no difference. */
export function takingDefaults(plan: ConversionPlan): Fix | undefined {
  if (plan.changed.length === 0 || plan.left.length > 0) return undefined;
  const left = [...plan.changed, ...plan.lost, ...plan.forced].map(formatRemark);
  const title = `Convert to ${formatGroupVersion(plan.to)} and use its defaults`;
  return { title, kind: 'lossy', edits: plan.edits, left };
}
