import { goBoolWords, parseGoBool } from '../../targets/goBool.ts';
import { formatGroupVersion, type GroupVersion, type Stability, versionRank } from '../../targets/groupVersion.ts';
import { formatSetting } from '../../targets/settings.ts';
import type { Correction, Setting, TargetProblem } from '../../targets/target.ts';
import type { BinaryFacts } from '../catalog.ts';
import { didYouMean, removeIdle, removeSetting, rename, switchCorrection, targetProblem } from './problem.ts';
import type { Registry } from './registry.ts';

/** `api/all=true` and similar keys: `stability` is undefined for all. */
export interface StabilityPreference {
  readonly stability: Stability | undefined;
  readonly on: boolean;
}

/** `apps/v1=true`. */
export interface VersionPreference extends GroupVersion {
  readonly on: boolean;
}

/** `apps/v1/deployments=true`. */
export interface ResourcePreference extends VersionPreference {
  readonly resource: string;
}

/** The settings of `--runtime-config`, each list in the order of application, the lists one after the other. */
export interface RuntimeConfig {
  readonly stabilities: readonly StabilityPreference[];
  readonly versions: readonly VersionPreference[];
  readonly resources: readonly ResourcePreference[];
}

const flag = 'runtime-config';

/** The keys for several versions, in the order in which the server applies them. */
const stabilityKeys: ReadonlyMap<string, Stability | undefined> = new Map<string, Stability | undefined>([
  ['api/all', undefined],
  ['api/ga', 'stable'],
  ['api/beta', 'beta'],
  ['api/alpha', 'alpha'],
]);

/**
 * The settings as the server keeps them: the last one of each key, sorted, since they are in a map. A key for a part of
 * the core group's v1 without the leading slash applies to all of it, and `api/legacy` has no effect any longer
 * (`Options.Complete` in `k8s.io/kubernetes/pkg/controlplane/apiserver/options`).
 */
export function normalizeRuntimeConfig(settings: readonly Setting[]): readonly Setting[] {
  const written = new Map(settings.map((setting) => [setting.key, setting]));
  const kept = new Map<string, Setting>();
  for (const { key, value } of [...written.values()].sort(byKey)) {
    const name = /^(?:api\/)?v1(?:\/|$)/.test(key) ? '/v1' : key;
    if (name !== 'api/legacy') kept.set(name, { key: name, value });
  }
  return [...kept.values()].sort(byKey);
}

/**
 * Settings that are refused together with the version ranges (`Validate` of the priority-and-fairness and API options).
 */
export function validateRuntimeConfig(
  settings: readonly Setting[],
  registry: Registry,
  facts: BinaryFacts,
): readonly TargetProblem[] {
  return [...priorityAndFairnessProblems(settings, facts), ...keyProblems(settings, registry)];
}

/** The server searches the sorted text of all settings for these words, so it compares prefixes of values. */
function priorityAndFairnessProblems(settings: readonly Setting[], facts: BinaryFacts): readonly TargetProblem[] {
  const text = settings.map(formatSetting).join(',');
  for (const key of facts.priorityAndFairnessKeys) {
    if (text.includes(`${key}=false`)) {
      const message = `${key} cannot be turned off while API priority and fairness is on, which is the default`;
      return [
        targetProblem(flag, `${key}=false`, message, `${key}=true, or leave it out`, [
          removeSetting,
          switchCorrection(key, true),
        ]),
      ];
    }
    if (text.includes(`${key}=true`)) return [];
  }
  return [];
}

function keyProblems(settings: readonly Setting[], registry: Registry): readonly TargetProblem[] {
  const [only] = settings;
  if (settings.length === 1 && only?.key === 'api/all' && only.value === 'false') {
    const message = 'api/all=false alone would leave nothing to serve';
    return [
      targetProblem(flag, formatSetting(only), message, 'api/all=false together with the APIs to keep', [
        removeSetting,
      ]),
    ];
  }
  const named = settings.filter(({ key }) => !stabilityKeys.has(key));
  const malformed = named.filter(({ key }) => !isGroupVersionKey(key));
  if (malformed.length > 0) {
    return malformed.map((setting) =>
      keyProblem(setting, `"${setting.key}" is neither a group/version nor a group/version/resource`, registry),
    );
  }
  return named
    .filter(({ key }) => registry.versions(groupOf(key)).length === 0)
    .map((setting) => keyProblem(setting, `kube-apiserver has no API group "${groupOf(setting.key)}"`, registry));
}

function keyProblem(setting: Setting, message: string, registry: Registry): TargetProblem {
  return targetProblem(
    flag,
    formatSetting(setting),
    message,
    allowedKeys(setting.key, registry),
    correctionsOf(setting, registry),
  );
}

/** The key that was probably meant, or none. Turning off something that does not exist needs no correction. */
function correctionsOf(setting: Setting, registry: Registry): readonly Correction[] {
  const [group = '', version] = setting.key.split('/');
  const sameGroup = version === undefined ? registry.versions(group) : [];
  const inGroup = sameGroup.map((item): Correction => {
    const key = formatGroupVersion({ group, version: item });
    return { kind: 'setting', setting: { key, value: setting.value } };
  });
  const remove = setting.value === 'false' ? removeIdle : removeSetting;
  return [...inGroup, ...rename(setting, [...knownKeys(registry), ...stabilityKeys.keys()]), remove];
}

function knownKeys(registry: Registry): readonly string[] {
  return registry.groups.flatMap((group) =>
    registry.versions(group).map((version) => formatGroupVersion({ group, version })),
  );
}

function allowedKeys(key: string, registry: Registry): string {
  const known = knownKeys(registry);
  const [group = '', version] = key.split('/');
  const sameGroup = version === undefined ? known.filter((name) => name.startsWith(`${group}/`)) : [];
  if (sameGroup.length > 0) return sameGroup.join(' or ');
  const wanted = version === undefined ? group : `${group}/${version}`;
  return didYouMean(
    wanted,
    [...known, ...stabilityKeys.keys()],
    'api/all, api/ga, api/beta, api/alpha, v1, or a group/version of the server',
  );
}

/** The runtime config, or the reasons for refusing it. */
export type ReadRuntimeConfig =
  | { readonly ok: true; readonly config: RuntimeConfig }
  | { readonly ok: false; readonly problems: readonly TargetProblem[] };

/** Reads settings that were validated (`MergeAPIResourceConfigs` in `k8s.io/apiserver/pkg/server/resourceconfig`). */
export function readRuntimeConfig(settings: readonly Setting[], registry: Registry): ReadRuntimeConfig {
  const stabilities: StabilityPreference[] = [];
  for (const [key, stability] of stabilityKeys) {
    const setting = settings.find((candidate) => candidate.key === key);
    if (setting === undefined) continue;
    if (setting.value !== 'true' && setting.value !== 'false') {
      const message = `${key} accepts only the words true and false, not "${setting.value}"`;
      const corrections = [switchCorrection(key, true), switchCorrection(key, false)];
      const allowed = `${key}=true or ${key}=false`;
      return { ok: false, problems: [targetProblem(flag, formatSetting(setting), message, allowed, corrections)] };
    }
    stabilities.push({ stability, on: setting.value === 'true' });
  }
  const problems: TargetProblem[] = [];
  const versions: VersionPreference[] = [];
  const resources: ResourcePreference[] = [];
  for (const setting of settings) {
    if (stabilityKeys.has(setting.key)) continue;
    const [group = '', version = '', resource] = setting.key.split('/');
    const on = setting.value === '' ? true : parseGoBool(setting.value);
    const known = registry.versions(group);
    if (!known.includes(version)) {
      const message = `kube-apiserver has no version ${formatGroupVersion({ group, version })}`;
      const allowed = known.map((candidate) => formatGroupVersion({ group, version: candidate })).join(' or ');
      const corrections: readonly Correction[] = [
        ...known.map((candidate): Correction => {
          const key = formatGroupVersion({ group, version: candidate });
          return {
            kind: 'setting',
            setting: { key: `${key}${resource === undefined ? '' : `/${resource}`}`, value: setting.value },
          };
        }),
        on === false ? removeIdle : removeSetting,
      ];
      problems.push(targetProblem(flag, formatSetting(setting), message, allowed, corrections));
    } else if (on === undefined) {
      const message = `${setting.key} needs true or false, not "${setting.value}"`;
      problems.push(
        targetProblem(flag, formatSetting(setting), message, goBoolWords, [
          switchCorrection(setting.key, true),
          switchCorrection(setting.key, false),
        ]),
      );
    } else if (resource === undefined) versions.push({ group, version, on });
    else if (resource.toLowerCase() !== resource) {
      const message = `"${resource}" is not a resource: resources are lower-case plurals`;
      const key = `${group}/${version}/${resource.toLowerCase()}`;
      problems.push(
        targetProblem(flag, formatSetting(setting), message, key, [
          { kind: 'setting', setting: { key, value: setting.value } },
        ]),
      );
    } else resources.push({ group, version, resource, on });
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config: { stabilities, versions, resources } };
}

/** Whether a version belongs to a stability by its name, like the server's patterns. */
export function isOfStability(version: string, stability: Stability | undefined): boolean {
  return stability === undefined || versionRank(version)?.stability === stability;
}

function isGroupVersionKey(key: string): boolean {
  const parts = key.split('/').length;
  return parts === 2 || parts === 3;
}

function groupOf(key: string): string {
  return key.split('/', 1)[0] ?? '';
}

function byKey(a: Setting, b: Setting): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}
