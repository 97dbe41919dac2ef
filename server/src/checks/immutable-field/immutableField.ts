import type { FactValue } from '../../catalog/conversionFacts.ts';
import { defaultOf } from '../../catalog/defaultOf.ts';
import type { Finding } from '../../finding.ts';
import { entryFor, isNull, type Node } from '../../manifest/node.ts';
import { parseGroupVersion } from '../../targets/groupVersion.ts';
import type { Check } from '../check.ts';
import { droppedFields, isGateOn } from '../fieldGates.ts';
import { type AbsentFields, type Change, changeOf } from './change.ts';
import { computedIn } from './computed.ts';
import { leadsThrough, withoutImages } from './dropped.ts';
import { computedFields, type ImmutableRule, immutableRules, preservedIn } from './rules.ts';
import { nodeAt } from './values.ts';

/** Fields that an update changes and that no update may change: the server answers 422 and keeps the stored object. */
export const immutableField: Check = {
  codes: [
    {
      code: 'immutable-field',
      consequences: ['invalid'],
      title: 'An update changes an immutable field',
    },
  ],
  resource({ resource: written, stored: changed, surface, decoded, availability }, emit) {
    // Undecodable objects are refused before comparison, and versions have different fields.
    if (changed === undefined || decoded === undefined || decoded.errors.length > 0) return;
    const { resource: stored } = changed;
    const { resource, isOpen } = withoutImages(written, changed, isGateOn(surface, 'ImageVolume'));
    if (stored.partial !== undefined || stored.apiVersion !== resource.apiVersion) return;
    const type = availability.state === 'served' ? surface.rootType(availability.resource) : undefined;
    const version = parseGroupVersion(resource.apiVersion);
    if (type === undefined || version === undefined) return;
    const gvk = { ...version, kind: resource.kind };
    const isPreserved = preservedIn(resource, surface);
    const computed = computedIn(resource, changed, surface);
    const leftOut: AbsentFields = {
      // An apply also applies explicit nulls.
      stays: (steps) =>
        (!changed.isReplaced && isNullAt(resource.root, steps)) ||
        changed.stays(steps) ||
        (isPreserved(steps.join('.')) && nodeAt(resource.root, steps.map(String)) === undefined),
      isStoredWhole: changed.isWhole,
      keepsNulls: changed.isReplaced || changed.serverSideApply === 'yes',
      computedAt: (steps) => (changed.stays(steps) ? undefined : computed(steps)?.value),
      isComputed: (steps) => steps.some((step) => computedFields.has(String(step))) && computed(steps) === undefined,
      defaultAt: (steps) =>
        computedFields.has(String(steps.at(-1))) ? undefined : factNode(defaultOf(gvk, steps, surface)),
    };
    const isDropped = leadsThrough(type, droppedFields(surface, resource.kind));
    for (const rule of immutableRules(resource)) {
      if (!rule.applies(resource, stored, surface)) continue;
      const isFree = (path: string) => rule.isFree(path) || isDropped(path) || isOpen(path);
      if (rule.isForReplacement && !changed.isReplaced) continue;
      const change = changeOf({ ...rule, isFree }, resource, stored, leftOut);
      if (change === undefined) continue;
      emit(describe(rule, change, resource.kind));
      if (rule.isLast) return;
    }
  },
};

function isNullAt(root: Node, steps: readonly (string | number)[]): boolean {
  const parent = nodeAt(root, steps.slice(0, -1).map(String));
  const entry = parent?.kind === 'map' ? entryFor(parent, String(steps.at(-1))) : undefined;
  const value = entry?.value;
  // A null that is written is still applied.
  return value?.kind === 'scalar' && isNull(value) && value.isEmptied !== true;
}

/** A default as a synthetic value; nonempty lists and objects are left to rules. */
function factNode(value: FactValue | undefined): Node | undefined {
  if (value === '{}') return { kind: 'map', entries: [], flow: true, start: 0, end: 0 };
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  return { kind: 'scalar', value, style: 'plain', start: 0, end: 0 };
}

function describe(rule: ImmutableRule, { path, span, now, stored }: Change, kind: string): Finding {
  return {
    code: 'immutable-field',
    consequence: 'invalid',
    path: rule.reports ?? path,
    span: { start: span.start, end: span.end },
    message:
      rule.missing ??
      (rule.isConfidential
        ? `${path} is immutable: the stored object has another value`
        : `${path} ${rule.restriction}: it is ${formatted(stored)} in the stored object and ${formatted(now)} here`),
    why: `An update of this ${kind} is refused with 422 Invalid (${rule.cause}${rule.reports === undefined || rule.reports === path ? '' : ` at ${rule.reports}`}), although a create would pass.`,
    remedy: `Keep what the stored object has, or delete and recreate the ${kind}.`,
    source: `k8s.io/kubernetes ${rule.source}`,
    cause: rule.cause,
    fixes: () => [],
  };
}

const longest = 60;

function formatted(node: Node | undefined): string {
  if (node === undefined) return 'absent';
  if (node.kind === 'list')
    return node.items.length === 1 ? 'a list of 1 item' : `a list of ${node.items.length} items`;
  if (node.kind === 'map') return 'set';
  const text = typeof node.value === 'string' ? JSON.stringify(node.value) : String(node.value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
