import { formatGroupVersion, type GroupVersion, type GroupVersionKind } from '../targets/groupVersion.ts';
import type { Target, TargetProblem } from '../targets/target.ts';
import { formatMinor } from '../targets/version.ts';
import { type Catalog, factAt, groupResource, hasBinary, kindKey } from './catalog.ts';
import { newerThanKnown } from './newerThanKnown.ts';
import { pluginProblems, runsPlugin } from './surface/admissionPlugins.ts';
import { AvailabilityTable } from './surface/availability.ts';
import { Enablement, type InstalledKind } from './surface/enablement.ts';
import { isGateOnAt } from './surface/gateState.ts';
import { resolveGates } from './surface/gates.ts';
import { installedKinds } from './surface/installed.ts';
import { unmetNeeds } from './surface/needs.ts';
import { targetProblem } from './surface/problem.ts';
import { Registry } from './surface/registry.ts';
import { rootTypesOf } from './surface/rootTypes.ts';
import { normalizeRuntimeConfig, readRuntimeConfig, validateRuntimeConfig } from './surface/runtimeConfig.ts';
import { type ServingRules, servedKinds } from './surface/served.ts';
import { networkProblems, portRangeProblems, serviceNetworksOf } from './surface/serviceNetworks.ts';
import { storageVersions } from './surface/storage.ts';
import { flagProblems, switchesOf, switchProblems } from './surface/switches.ts';
import { effectiveVersions, type RequestedVersions, rangeProblems, requestVersions } from './surface/versions.ts';
import type { ApiSurface, GateState, ServedResource } from './surface.ts';

/** What a target serves, or why its server would not start. */
export type Resolution =
  | { readonly ok: true; readonly surface: ApiSurface }
  | { readonly ok: false; readonly problems: readonly TargetProblem[] };

/**
 * Decides everything about a target that depends on versions, gates and runtime config, like kube-apiserver at startup.
 * It follows the server's stages: parse flags, versions and gates, validate all options, apply the runtime config,
 * install the APIs. The first stage that refuses ends it; a setting is refused if and only if the server refuses it, or
 * ignores a part of it.
 *
 * @param name the name of the target in findings and reports.
 */
export function resolve(name: string, target: Target, catalog: Catalog): Resolution {
  const { binary } = target;
  if (!hasBinary(catalog, binary)) return refuse([unknownBinary(target, catalog)]);
  const facts = catalog.binary(binary);
  const wrongFlags = [...flagProblems(target, facts), ...portRangeProblems(target)];
  if (wrongFlags.length > 0) return refuse(wrongFlags);
  const requested = requestVersions(target, facts);
  if (!requested.ok) return requested;
  const gates = resolveGates(target.featureGates, requested.versions, catalog, facts);
  if (!gates.ok) return gates;
  return validate(name, target, catalog, requested.versions, gates.gates);
}

function validate(
  name: string,
  target: Target,
  catalog: Catalog,
  requested: RequestedVersions,
  gates: ReadonlyMap<string, GateState>,
): Resolution {
  const { binary } = target;
  const facts = catalog.binary(binary);
  const registry = new Registry(catalog, binary, facts);
  const settings = normalizeRuntimeConfig(target.runtimeConfig);
  const isGateOn = (gate: string) => isGateOnAt(gate, gates, catalog, binary);
  const invalid = [
    ...networkProblems(target, isGateOn),
    ...pluginProblems(target),
    ...rangeProblems(target, requested, facts),
    ...switchProblems(target, requested.emulation.minor !== binary),
    ...validateRuntimeConfig(settings, registry, facts),
  ];
  if (invalid.length > 0) return refuse(invalid);
  const runtimeConfig = readRuntimeConfig(settings, registry);
  if (!runtimeConfig.ok) return runtimeConfig;
  const installed = installedKinds(catalog, binary, facts);
  const enablement = new Enablement(installed, runtimeConfig.config);
  const switches = switchesOf(target);
  const unsure = switches.forwardCompatible ? enablement.addNewerVersions(registry) : [];
  const rules: ServingRules = {
    versions: effectiveVersions(requested),
    gates,
    enablement,
    switches,
    emulates: facts.emulationFloor !== undefined,
    refusesNewer: facts.flags.has('runtime-config-emulation-forward-compatible'),
  };
  const served = servedKinds(installed, rules);
  const needs = unmetNeeds(facts.neededApis, installed, served.kinds, gates, (plugin) =>
    runsPlugin(target, gates, plugin),
  );
  const refused = [...served.problems, ...needs.problems];
  if (refused.length > 0) return refuse(refused);
  const warnings = [...needs.warnings, ...unsureWarnings(unsure, served.kinds)];
  const stored = storageVersions(served.kinds, rules.versions, catalog, registry, facts);
  return {
    ok: true,
    surface: surfaceOf(name, target, catalog, rules, installed, served.kinds, stored, warnings),
  };
}

function unsureWarnings(unsure: readonly GroupVersion[], served: readonly InstalledKind[]): readonly string[] {
  return unsure
    .filter(({ group, version }) => served.some(({ kind }) => kind.group === group && kind.version === version))
    .map((groupVersion) => {
      const name = formatGroupVersion(groupVersion);
      return `with --emulation-forward-compatible kube-apiserver serves ${name} on some starts and not on others; name it in --runtime-config to be sure`;
    });
}

function surfaceOf(
  name: string,
  target: Target,
  catalog: Catalog,
  rules: ServingRules,
  installed: readonly InstalledKind[],
  served: readonly InstalledKind[],
  stored: ReadonlyMap<string, string>,
  warnings: readonly string[],
): ApiSurface {
  const { binary } = target;
  const serviceNetworks = serviceNetworksOf(target);
  const resources = served
    .map((candidate) => servedResource(candidate, target, stored))
    .sort((a, b) => (kindKey(a) < kindKey(b) ? -1 : 1));
  const availability = new AvailabilityTable(catalog, rules, installed, resources);
  return {
    name,
    target,
    versions: rules.versions,
    catalog,
    resources,
    storageVersions: stored,
    gates: rules.gates,
    ...(serviceNetworks === undefined ? {} : { serviceNetworks }),
    warnings,
    availability: (gvk: GroupVersionKind) => availability.of(gvk),
    rootType: rootTypesOf(catalog, binary, resources),
  };
}

function servedResource(
  { kind: facts, resource }: InstalledKind,
  { binary }: Target,
  stored: ReadonlyMap<string, string>,
): ServedResource {
  const { group, version, kind, namespaced, shortNames, verbs } = facts;
  const storageVersion = stored.get(groupResource(group, resource));
  const lifecycle = factAt(facts.lifecycle, binary);
  return { group, version, kind, resource, namespaced, shortNames, verbs, storageVersion, facts, lifecycle };
}

function unknownBinary({ binary }: Target, catalog: Catalog): TargetProblem {
  const range = `${formatMinor(catalog.oldest)} to ${formatMinor(catalog.preview?.minor ?? catalog.newest)}`;
  const message =
    binary > catalog.newest
      ? newerThanKnown(binary, catalog)
      : `Kubecompat knows Kubernetes ${range}, not ${formatMinor(binary)}`;
  return targetProblem('binary-version', formatMinor(binary), message, range);
}

function refuse(problems: readonly TargetProblem[]): Resolution {
  return { ok: false, problems };
}
