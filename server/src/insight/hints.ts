import { type Catalog, type KindFacts, removalOf } from '../catalog/catalog.ts';
import { structOf } from '../catalog/structOf.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import type { ApiField, FieldType } from '../catalog/types.ts';
import type { JudgedResource } from '../judge/analysis.ts';
import type { MapEntry, Node } from '../manifest/node.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { formatMinor, type Minor } from '../targets/version.ts';
import type { Span } from '../text/span.ts';
import { describeGate, gatesOf } from './fieldAt.ts';

/** A short hint after a span of the text. */
export interface Hint {
  readonly offset: number;
  readonly text: string;
}

/** Deeper levels are not decoded either. */
const deepest = 100;

/**
 * The hints about a resource: when its version is added or removed, and which fields have a gate that can still be
 * changed. Nothing outside `within`.
 */
export function hintsOf({ resource, verdicts }: JudgedResource, within: Span): readonly Hint[] {
  const { apiVersion, apiVersionSpan, kind, root } = resource;
  const version = parseGroupVersion(apiVersion);
  const catalog = verdicts[0]?.surface.catalog;
  if (version === undefined || catalog === undefined || resource.escaped === true) return [];
  if (Math.max(root.end, apiVersionSpan.end) < within.start || root.start > within.end) return [];
  const gvk = { ...version, kind };
  const hints: Hint[] = [];
  const life = isIn(apiVersionSpan.end, within)
    ? lifeText(
        gvk,
        catalog,
        verdicts.map(({ surface }) => surface),
      )
    : '';
  if (life !== '') hints.push({ offset: apiVersionSpan.end, text: life });
  const served = verdicts.filter(({ availability }) => availability.state === 'served');
  const types = served.flatMap(({ surface }) => {
    const type = surface.rootType(gvk);
    return type === undefined ? [] : [{ surface, type: { kind: 'object', type } satisfies FieldType }];
  });
  walk(root, types, within, 0, hints);
  return hints;
}

function lifeText(gvk: Parameters<Catalog['kind']>[0], catalog: Catalog, surfaces: readonly ApiSurface[]): string {
  const facts = catalog.kind(gvk);
  if (facts === undefined) return '';
  const announced = facts.lifecycle.findLast(([, lifecycle]) => lifecycle !== undefined)?.[1];
  const removal = removalOf(facts);
  const first = facts.served[0]?.first;
  const isYoung = first !== undefined && surfaces.some(({ versions }) => versions.emulation < first);
  // Editors cut hints: what matters most comes first.
  const parts = [
    ...(removal === undefined ? [] : [`removed in ${formatMinor(removal)}`]),
    ...(isYoung ? [`since ${formatMinor(first)}`] : []),
    ...(announced?.deprecated === undefined ? [] : [`deprecated in ${formatMinor(announced.deprecated)}`]),
    ...turnedOffIn(facts).map((minor) => `off by default from ${formatMinor(minor)}`),
  ];
  return parts.join(', ');
}

/** The minor from which a default-on kind must be enabled; at most one. */
function turnedOffIn({ enabledByDefault }: KindFacts): readonly Minor[] {
  return enabledByDefault
    .flatMap(([minor, isOn], index) => (!isOn && enabledByDefault[index - 1]?.[1] === true ? [minor] : []))
    .slice(-1);
}

interface TypeAtTarget {
  readonly surface: ApiSurface;
  readonly type: FieldType;
}

function walk(node: Node, types: readonly TypeAtTarget[], within: Span, depth: number, hints: Hint[]): void {
  if (types.length === 0 || depth > deepest || node.end < within.start || node.start > within.end) return;
  if (node.kind === 'list') {
    const items = types.flatMap(({ surface, type }) => (type.kind === 'list' ? [{ surface, type: type.item }] : []));
    for (const item of node.items) walk(item, items, within, depth + 1, hints);
  }
  if (node.kind !== 'map') return;
  for (const entry of node.entries) {
    if (entry.merged === true) continue;
    const members = types.flatMap(({ surface, type }) => memberOf(surface, type, entry.key));
    const text = isIn(entry.keySpan.end, within) ? gateText(members) : '';
    if (text !== '') hints.push({ offset: behind(entry), text });
    if (entry.alias === undefined) walk(entry.value, members, within, depth + 1, hints);
  }
}

interface Member extends TypeAtTarget {
  readonly field: ApiField | undefined;
}

function memberOf(surface: ApiSurface, type: FieldType, key: string): readonly Member[] {
  if (type.kind === 'map') return [{ surface, type: type.value, field: undefined }];
  const field = structOf(type)?.fields.get(key);
  return field === undefined ? [] : [{ surface, type: field.type, field }];
}

/**
 * The unsettled gates of a field at a target, their states first, as editors cut hints: graduated ones are omitted, unless
 * turned off.
 */
function gateText(members: readonly Member[]): string {
  const byGate = new Map<string, Map<string, string[]>>();
  for (const { surface, field } of members) {
    for (const name of field === undefined ? [] : gatesOf(field, surface)) {
      const gate = surface.gates.get(name);
      if (gate === undefined || (gate.stage === 'GA' && gate.enabled)) continue;
      const states = byGate.get(name) ?? new Map<string, string[]>();
      const state = describeGate(gate);
      byGate.set(name, states.set(state, [...(states.get(state) ?? []), surface.name]));
    }
  }
  return [...byGate].map(([name, states]) => `${statesText(states, members.length)}: ${name}`).join('; ');
}

/** States with the targets that have them; without targets if all have the same. */
function statesText(states: ReadonlyMap<string, readonly string[]>, targets: number): string {
  return [...states]
    .map(([state, names]) => (names.length === targets ? state : `${state} (${names.join(', ')})`))
    .join('; ');
}

/** The position after a single-line value, or after the colon of a block. */
function behind({ keySpan, value, alias }: MapEntry): number {
  if (alias !== undefined) return alias.end;
  const isOnLine = value.kind === 'scalar' && value.style !== 'literal' && value.style !== 'folded';
  return isOnLine ? Math.max(value.end, keySpan.end) : keySpan.end + (value.start > keySpan.end ? 1 : 0);
}

function isIn(offset: number, { start, end }: Span): boolean {
  return start <= offset && offset <= end;
}
