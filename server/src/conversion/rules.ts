import data from '../../data/authored/conversions.json';
import { formatGroupVersionKind, type GroupVersionKind } from '../target/groupVersion.ts';
import { readRules } from './readRules.ts';
import type { ConversionRule } from './rule.ts';

/** Every rule, in the order of the data. */
export const rules: readonly ConversionRule[] = readRules(data);

const byOrigin = new Map<string, ConversionRule[]>();
for (const rule of rules) {
  const key = formatGroupVersionKind({ ...rule.from, kind: rule.kind });
  const list = byOrigin.get(key);
  if (list === undefined) byOrigin.set(key, [rule]);
  else list.push(rule);
}

/** A way from one version of a kind to another: at least one rule, each starting where the one before ends. */
export type Route = readonly [ConversionRule, ...ConversionRule[]];

/** The shortest way to each version that rules lead to, shortest first. Empty when no rule starts here. */
export function routesFrom(origin: GroupVersionKind): readonly Route[] {
  const key = formatGroupVersionKind(origin);
  let routes = routesByOrigin.get(key);
  if (routes === undefined) {
    routes = findRoutes(origin);
    routesByOrigin.set(key, routes);
  }
  return routes;
}

const routesByOrigin = new Map<string, readonly Route[]>();

function findRoutes(origin: GroupVersionKind): readonly Route[] {
  const found: Route[] = [];
  const seen = new Set([formatGroupVersionKind(origin)]);
  for (const rule of rulesOf(origin)) add([rule]);
  for (const route of found) {
    const last = route.at(-1) ?? route[0];
    for (const rule of rulesOf({ ...last.to, kind: last.kind })) add([...route, rule]);
  }
  return found;

  function add(route: Route): void {
    const last = route.at(-1) ?? route[0];
    const key = formatGroupVersionKind({ ...last.to, kind: last.kind });
    if (seen.has(key)) return;
    seen.add(key);
    found.push(route);
  }
}

/** Where a route leads. */
export function destination(route: Route): GroupVersionKind {
  const last = route.at(-1) ?? route[0];
  return { ...last.to, kind: last.kind };
}

function rulesOf(gvk: GroupVersionKind): readonly ConversionRule[] {
  return byOrigin.get(formatGroupVersionKind(gvk)) ?? [];
}
