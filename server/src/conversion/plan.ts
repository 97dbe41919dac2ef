import type { ApiSurface } from '../catalog/surface.ts';
import type { TypeDefinition } from '../catalog/types.ts';
import type { Resource } from '../manifest/manifest.ts';
import type { MapNode } from '../manifest/node.ts';
import { formatGroupVersion, type GroupVersionKind, parseGroupVersion } from '../target/groupVersion.ts';
import type { TextEdit } from '../text/edit.ts';
import type { Change } from './change.ts';
import { changesFor } from './changesFor.ts';
import { type Misfits, misfits } from './demands.ts';
import { formatPlace } from './locate.ts';
import { type Rewrite, rewrite } from './rewrite.ts';
import { destination, type Route, routesFrom } from './rules.ts';

/** How to move a resource to another version. */
export interface ConversionPlan {
  readonly to: GroupVersionKind;
  readonly edits: readonly TextEdit[];
  /** What a person still has to do or decide; empty when the new text means exactly what the old one meant. */
  readonly left: readonly string[];
}

/**
 * Plans the move of a resource to another version of its kind: the changes that the rules on the way call for, as
 * edits, and everything that is not certain as `left`. Undefined when no rule leads there, or when not even
 * `apiVersion` can be changed for certain.
 */
export function planConversion(
  resource: Resource,
  text: string,
  to: GroupVersionKind,
  surface: ApiSurface,
): ConversionPlan | undefined {
  const groupVersion = parseGroupVersion(resource.apiVersion);
  if (groupVersion === undefined) return undefined;
  const from = { ...groupVersion, kind: resource.kind };
  const route = routesFrom(from).find((one) => sameKind(destination(one), to));
  if (route === undefined) return undefined;
  const version: Change = { change: 'set', place: ['apiVersion'], value: formatGroupVersion(to) };
  const { changes, left } = followRoute(resource.root, route);
  const done = carryOut(resource, text, version, changes);
  if (done === undefined) return undefined;
  const misses = changes.filter((change) => !done.changes.includes(change)).map(described);
  const fit = newMisfits(resource.root, done.root, from, to, surface);
  return { to, edits: done.edits, left: [...left, ...misses, ...fit] };
}

/** All changes at once, or else the change of version with as many of the others as are certain. */
function carryOut(
  { root, item }: Resource,
  text: string,
  version: Change,
  changes: readonly Change[],
): (Rewrite & { readonly changes: readonly Change[] }) | undefined {
  const inList = item !== undefined;
  const whole = rewrite(text, root, [version, ...changes], inList);
  if (whole !== undefined) return { ...whole, changes };
  let done = rewrite(text, root, [version], inList);
  const certain: Change[] = [];
  for (const change of changes) {
    const more = done && rewrite(text, root, [version, ...certain, change], inList);
    if (more === undefined) continue;
    certain.push(change);
    done = more;
  }
  return done && { ...done, changes: certain };
}

function followRoute(
  root: MapNode,
  route: Route,
): { readonly changes: readonly Change[]; readonly left: readonly string[] } {
  const changes: Change[] = [];
  const left: string[] = [];
  for (const rule of route) {
    const results = rule.steps.map((step) => changesFor(root, step));
    const made = results.flatMap((result) => result.changes);
    // A rule further on speaks of what the earlier one has made, which is not there yet.
    if (changes.length > 0 && made.length > 0) {
      left.push(`go on from ${formatGroupVersion(rule.from)} to ${formatGroupVersion(rule.to)}`);
      break;
    }
    changes.push(...made);
    left.push(...results.flatMap((result) => result.left));
  }
  return { changes, left };
}

function newMisfits(
  before: MapNode,
  after: MapNode,
  from: GroupVersionKind,
  to: GroupVersionKind,
  surface: ApiSurface,
): readonly string[] {
  const target = surface.rootType(to);
  if (target === undefined) return [`compare with the fields of ${formatGroupVersion(to)}, whose schema is not known`];
  const now = misfits(after, target);
  if (now.unknown.length + now.undecodable.length + now.missing.length === 0) return [];
  const origin = originType(from, surface);
  const old: Misfits = origin === undefined ? none : misfits(before, origin);
  const fresh = (paths: readonly string[], known: readonly string[]) => paths.filter((path) => !known.includes(path));
  return [
    ...fresh(now.unknown, old.unknown).map((path) => `${path} does not exist in ${formatGroupVersion(to)}`),
    ...fresh(now.undecodable, old.undecodable).map((path) => `${path} has another type in ${formatGroupVersion(to)}`),
    ...fresh(now.missing, old.missing).map((path) => `${path} is required in ${formatGroupVersion(to)}`),
  ];
}

const none: Misfits = { unknown: [], undecodable: [], missing: [] };

/** The schema a manifest was written for: the binary's own where it still has it, else the last that was served. */
function originType(from: GroupVersionKind, surface: ApiSurface): TypeDefinition | undefined {
  const last = surface.catalog.kind(from)?.served.at(-1)?.last;
  return surface.rootType(from) ?? (last === undefined ? undefined : surface.catalog.rootType(last, from));
}

function described(change: Change): string {
  if (change.change === 'move') {
    const names = change.moves.map(({ from, to }) => `${from} to ${to.join('.')}`);
    return `${formatPlace(change.place)}: move ${names.join(', ')}`;
  }
  return `write ${formatPlace(change.place)}: ${JSON.stringify(change.value, bigintAsText)}`;
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

function sameKind(a: GroupVersionKind, b: GroupVersionKind): boolean {
  return a.group === b.group && a.version === b.version && a.kind === b.kind;
}
