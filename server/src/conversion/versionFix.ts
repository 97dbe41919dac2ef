import type { ApiSurface } from '../catalog/surface.ts';
import type { Fix } from '../finding.ts';
import type { Resource } from '../manifest/manifest.ts';
import { formatGroupVersion, type GroupVersionKind, parseGroupVersion } from '../targets/groupVersion.ts';
import { type PreparedConversion, prepareConversion } from './prepareConversion.ts';
import { formatRemark } from './remarks.ts';
import { conversionTargets, isServed } from './successors.ts';

/**
 * The fix that converts a resource to the best served version; empty if no conversion is known.
 *
 * @param surfaces the targets of the file, that of the finding first.
 */
export function versionFixes(resource: Resource, text: string, surfaces: readonly ApiSurface[]): readonly Fix[] {
  const groupVersion = parseGroupVersion(resource.apiVersion);
  const [surface] = surfaces;
  if (groupVersion === undefined || surface === undefined) return [];
  const origin = { ...groupVersion, kind: resource.kind };
  for (const to of conversionTargets(surfaces, origin)) {
    const conversion = prepareConversion(resource, text, to, surface);
    if (conversion === undefined) continue;
    const fix = conversionFix(conversion, resource);
    const broken = surfaces.filter((other) => isServed(other, origin) && !isServed(other, to));
    return [broken.length === 0 ? fix : breakingTargets(fix, broken, to)];
  }
  return [];
}

/** A fix that breaks other targets, which serve only the present version. */
function breakingTargets(fix: Fix, others: readonly ApiSurface[], to: GroupVersionKind): Fix {
  const left = others.map(({ name }) => `target "${name}" does not serve ${formatGroupVersion(to)}`);
  return { ...fix, kind: fix.kind === 'safe' ? 'lossy' : fix.kind, left: [...fix.left, ...left] };
}

/**
 * A conversion as a fix: `safe` only if the meaning stays the same. In a part of an object the fix changes only the
 * apiVersion, as other changes depend on the whole object.
 */
export function conversionFix(conversion: PreparedConversion, { part, apiVersionSpan }: Resource): Fix {
  const title = `Convert to ${formatGroupVersion(conversion.to)}`;
  const { edits } = conversion;
  if (part !== undefined) {
    const { start, end } = apiVersionSpan;
    const version = edits.filter(({ span }) => span.start === start && span.end === end);
    const left = ['review the other fields, and update the object that contains it'];
    return { title: `${title} (needs manual changes)`, kind: 'partial', edits: version, left };
  }
  const costs = [...conversion.lost, ...conversion.forced].map(formatRemark);
  if (conversion.left.length > 0) {
    return { title: `${title} (needs manual changes)`, kind: 'partial', edits, left: [...costs, ...conversion.left] };
  }
  if (conversion.lost.length > 0) return { title, kind: 'lossy', edits, left: costs };
  return conversion.forced.length > 0
    ? { title, kind: 'forced', edits, left: costs }
    : { title, kind: 'safe', edits, left: [] };
}

/**
 * The fix of a conversion that takes the new version's defaults; undefined if no default changes or if changes remain
 * to the author.
 */
export function takingDefaults(conversion: PreparedConversion): Fix | undefined {
  if (conversion.changed.length === 0 || conversion.left.length > 0) return undefined;
  const left = [...conversion.changed, ...conversion.lost, ...conversion.forced].map(formatRemark);
  const title = `Convert to ${formatGroupVersion(conversion.to)} and use its defaults`;
  return { title, kind: 'lossy', edits: conversion.edits, left };
}
