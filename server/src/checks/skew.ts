import facts from '../../data/authored/version-skew.json' with { type: 'json' };
import type { EffectiveVersions } from '../catalog/surface.ts';
import type { Component } from '../sources/components.ts';
import { factMinor } from '../targets/version.ts';

/** The oldest and newest supported minor of a component, inclusive. */
export interface SkewRange {
  readonly oldest: number;
  readonly newest: number;
}

interface Bound {
  readonly of: string;
  readonly changes: readonly (readonly (string | number)[])[];
}

/**
 * The versions of a component that an API server supports by KEP-4330; without emulation these follow the version skew
 * policy. Undefined for the API server itself.
 */
export function skewRange(component: Component, versions: EffectiveVersions): SkewRange | undefined {
  const rule = facts.components.find((candidate) => candidate.component === component);
  return rule && { oldest: boundAt(rule.oldest, versions), newest: boundAt(rule.newest, versions) };
}

function boundAt({ of, changes }: Bound, { binary, emulation, minCompatibility }: EffectiveVersions): number {
  const base = of === 'emulation' ? emulation : minCompatibility;
  const last = changes.findLast(([from]) => factMinor(String(from)) <= binary);
  return base + Number(last?.[1] ?? 0);
}
