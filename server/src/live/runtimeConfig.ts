import type { ApiSurface } from '../catalog/surface.ts';
import type { GroupVersion } from '../targets/groupVersion.ts';
import type { Setting, Target } from '../targets/target.ts';

/** A resource for comparison: discovery's name in a group version. */
export interface ServedName extends GroupVersion {
  readonly resource: string;
}

/** A server that serves the same as a live one, or as close as settings allow. */
export interface DerivedServing {
  readonly surface: ApiSurface;
  /** Served only by the live server. */
  readonly extra: readonly string[];
  /** Served only by the derived one. */
  readonly missing: readonly string[];
}

/** Makes a server of a target; undefined if that server would refuse to start. */
export type Resolver = (target: Target) => ApiSurface | undefined;

const groups = [
  [],
  ['api/beta=true'],
  ['api/alpha=true'],
  ['api/beta=true', 'api/alpha=true'],
  ['api/beta=false'],
  ['api/ga=false'],
  ['api/all=true'],
  ['api/all=false'],
];

/** The maximum number of refinement rounds; each can only reveal the effects of the previous one. */
const maxRounds = 4;

/** Starting points of each kind that are followed to their end. */
const maxStarts = 2;

/**
 * The `--runtime-config`, and the forward-compatible switches, with which a server serves the same as a live one. Of
 * several equivalent ones the shortest is used.
 *
 * @param target a target with the versions and gates of the live server.
 * @param live its served built-in APIs.
 */
export function deriveRuntimeConfig(
  target: Target,
  live: readonly ServedName[],
  resolver: Resolver,
): DerivedServing | undefined {
  const search: Search = { wanted: new Map(live.map((servedName) => [nameOf(servedName), servedName])), resolver };
  const plain = attempt(target, search);
  if (plain === undefined || rest(plain) === 0) return plain;
  const found = switchesOf(target).flatMap((switches) => {
    const starts = groups.flatMap(
      (keys) => attempt({ ...target, ...switches, runtimeConfig: keys.map(settingOf) }, search) ?? [],
    );
    const best = starts.sort((a, b) => distance(a) - distance(b)).slice(0, maxStarts);
    return best.map((start) => patched(start, search));
  });
  return found.sort(compareServing)[0] ?? plain;
}

interface Search {
  /** The served resources of the live server. */
  readonly wanted: ReadonlyMap<string, ServedName>;
  readonly resolver: Resolver;
}

/** The forward-compatible switches only apply under emulation. */
function switchesOf({ emulatedVersion }: Target): readonly Partial<Target>[] {
  if (emulatedVersion === undefined) return [{}];
  const [emulationForwardCompatible, runtimeConfigEmulationForwardCompatible] = ['true', 'true'];
  return [
    {},
    { emulationForwardCompatible },
    { runtimeConfigEmulationForwardCompatible },
    { emulationForwardCompatible, runtimeConfigEmulationForwardCompatible },
  ];
}

function settingOf(text: string): Setting {
  const [key = '', value = ''] = text.split('=');
  return { key, value };
}

/** Adds settings for the differences, until there are none or settings do not help. */
function patched(start: DerivedServing, search: Search): DerivedServing {
  let best = start;
  for (let round = 0; round < maxRounds && rest(best) > 0; round++) {
    const current = best;
    const named = [byVersion(current, search.wanted), byResource(current)];
    const [next = current] = named.map((added) => withSettings(current, added, search)).sort(compareServing);
    if (rest(next) >= rest(best)) break;
    best = next;
  }
  return shortened(best, search);
}

/** Adds settings; if they are refused together, only the accepted ones. */
function withSettings(start: DerivedServing, added: ReadonlyMap<string, boolean>, search: Search): DerivedServing {
  const all = attempt(adding(start.surface.target, added), search);
  if (all !== undefined) return all;
  let best = start;
  for (const item of added) {
    const next = attempt(adding(best.surface.target, new Map([item])), search);
    if (next !== undefined && rest(next) < rest(best)) best = next;
  }
  return best;
}

function adding(target: Target, added: ReadonlyMap<string, boolean>): Target {
  const kept = target.runtimeConfig.filter(({ key }) => !added.has(key));
  const settings = [...added].map(([key, on]) => ({ key, value: String(on) }));
  return { ...target, runtimeConfig: [...kept, ...settings] };
}

/** Removes settings without effect. */
function shortened(found: DerivedServing, search: Search): DerivedServing {
  let best = found;
  for (const setting of found.surface.target.runtimeConfig) {
    const { target } = best.surface;
    const runtimeConfig = target.runtimeConfig.filter((candidate) => candidate !== setting);
    const next = attempt({ ...target, runtimeConfig }, search);
    if (next !== undefined && rest(next) <= rest(best)) best = next;
  }
  return best;
}

/** The differences, with whole group versions if one side serves nothing of them. */
function byVersion({ surface, extra, missing }: DerivedServing, wanted: Search['wanted']): Map<string, boolean> {
  const served = new Set(surface.resources.map((resource) => versionOf(nameOf(resource))));
  const live = new Set([...wanted.keys()].map(versionOf));
  return new Map([
    ...extra.map((name) => [served.has(versionOf(name)) ? name : versionOf(name), true] as const),
    ...missing.map((name) => [live.has(versionOf(name)) ? name : versionOf(name), false] as const),
  ]);
}

function byResource({ extra, missing }: DerivedServing): Map<string, boolean> {
  return new Map([...extra.map((name) => [name, true] as const), ...missing.map((name) => [name, false] as const)]);
}

function attempt(target: Target, { wanted, resolver }: Search): DerivedServing | undefined {
  const surface = resolver(target);
  if (surface === undefined) return undefined;
  const served = new Set(surface.resources.map(nameOf));
  return {
    surface,
    extra: [...wanted.keys()].filter((name) => !served.has(name)).sort(),
    missing: [...served].filter((name) => !wanted.has(name)).sort(),
  };
}

/** The closest first, then the one with the fewest settings. */
function compareServing(a: DerivedServing, b: DerivedServing): number {
  return rest(a) - rest(b) || settingsOf(a) - settingsOf(b);
}

/** The approximate number of settings needed for the differences. */
function distance(serving: DerivedServing): number {
  return new Set([...serving.extra, ...serving.missing].map(versionOf)).size + settingsOf(serving);
}

function settingsOf({ surface }: DerivedServing): number {
  const { runtimeConfig, emulationForwardCompatible, runtimeConfigEmulationForwardCompatible } = surface.target;
  const switches = [emulationForwardCompatible, runtimeConfigEmulationForwardCompatible];
  return runtimeConfig.length + switches.filter((candidate) => candidate !== undefined).length;
}

function rest({ extra, missing }: DerivedServing): number {
  return extra.length + missing.length;
}

/** `apps/v1/deployments`, `/v1/pods`: as `--runtime-config` names a resource. */
function nameOf({ group, version, resource }: ServedName): string {
  return `${group}/${version}/${resource}`;
}

/** `apps/v1`, `/v1`. */
function versionOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/'));
}
