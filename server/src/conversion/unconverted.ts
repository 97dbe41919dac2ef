import type { ApiSurface, Availability } from '../catalog/surface.ts';
import { formatGroupVersion, type GroupVersion, type GroupVersionKind } from '../targets/groupVersion.ts';
import { webhookBetween } from './defined.ts';
import { withoutSuccessor } from './families.ts';

/** Why a resource stays as it is. */
export interface Unconverted {
  /** Whether it should have been converted. */
  readonly failed: boolean;
  /** As a phrase: `served at every target`. */
  readonly reason: string;
  /** The version that it would need; undefined if there is none. */
  readonly to?: GroupVersionKind;
}

/** Why a resource stays as it is if no version was requested and none that it converts to is better. */
export function withoutDestination(from: GroupVersionKind, surfaces: readonly ApiSurface[]): Unconverted {
  const open = surfaces
    .map((surface) => ({ surface, availability: surface.availability(from) }))
    .find(({ availability }) => availability.state !== 'served');
  if (open === undefined) return { failed: false, reason: 'served at every target' };
  const { surface, availability } = open;
  if (availability.state === 'custom') return noDefinition;
  if (availability.state === 'not-a-resource' || availability.state === 'malformed') {
    return { failed: false, reason: 'no resource of an API' };
  }
  const ending = withoutSuccessor(from)?.says;
  if (ending !== undefined) return { failed: true, reason: ending };
  const [best] = alternativesOf(availability);
  if (best === undefined) return { failed: true, reason: `${surface.name} serves no version of it` };
  const to = { group: best.group, version: best.version, kind: from.kind };
  return { failed: true, reason: noConversion(from, to, surface), to };
}

/** Why a resource is not converted to a requested version that it does not convert to. */
export function withoutConversion(from: GroupVersionKind, to: GroupVersionKind, surface: ApiSurface): Unconverted {
  switch (surface.availability(to).state) {
    case 'unknown-version':
    case 'unknown-kind':
    case 'custom-kind-unknown':
    case 'not-a-resource':
    case 'malformed':
      return { failed: false, reason: `of a kind that ${formatGroupVersion(to)} does not have` };
    case 'custom':
    case 'custom-version-not-served':
      if (from.group !== to.group)
        return { failed: false, reason: `of a kind that ${formatGroupVersion(to)} does not have` };
      if (surface.availability(from).state === 'custom') return noDefinition;
      break;
  }
  return { failed: true, reason: noConversion(from, to, surface), to };
}

/** The reason for a resource that already has the requested version. */
export function alreadyIn(version: GroupVersion): Unconverted {
  return { failed: false, reason: `already of the version ${formatGroupVersion(version)}` };
}

const noDefinition: Unconverted = { failed: false, reason: 'without a known definition; --crds names one' };

function noConversion(from: GroupVersionKind, to: GroupVersionKind, surface: ApiSurface): string {
  const webhook = webhookBetween(from, to, surface);
  const declare = 'declare its rules under conversions in .kubecompat.yaml';
  if (webhook !== undefined)
    return `only the conversion webhook of its definition (${webhook}) can convert it: ${declare}`;
  const unknown = `no conversion to ${formatGroupVersion(to)} is known`;
  return surface.catalog.isBuiltInGroup(from.group) ? unknown : `${unknown}: ${declare}`;
}

function alternativesOf(availability: Availability) {
  return 'alternatives' in availability ? availability.alternatives : [];
}
