import { readFileSync } from 'node:fs';
import type { Resolution } from '../../server/src/catalog/resolve.ts';
import { resolve } from '../../server/src/catalog/resolve.ts';
import type { ApiSurface, ServedResource } from '../../server/src/catalog/surface.ts';
import { parseTargetFlags, type TargetFlagValues } from '../../server/src/targets/flags.ts';
import { formatGroupVersion } from '../../server/src/targets/groupVersion.ts';
import { isTargetFlag, type TargetFlag } from '../../server/src/targets/target.ts';
import { factMinor } from '../../server/src/targets/version.ts';
import { readCatalog } from '../../server/src/workspace/shipped/catalogFile.ts';
import { allRows, type RecordedRow, type Recording } from '../recorded/rows.ts';

/** The rows of a recording, `grid/1.37` or `settings/1.37`. */
export function readRecording(name: string): readonly RecordedRow[] {
  const recording: Recording = JSON.parse(readFileSync(new URL(`../recorded/${name}.json`, import.meta.url), 'utf8'));
  return allRows(recording);
}

/** Kubecompat's resolution of the flags of a recorded server. */
export function resolveFlags(binary: string, flags: readonly string[]): Resolution {
  const parsed = parseTargetFlags(flagValues(flags), factMinor(binary));
  return parsed.ok ? resolve(binary, parsed.target, readCatalog()) : parsed;
}

function flagValues(flags: readonly string[]): TargetFlagValues {
  const values: Partial<Record<TargetFlag, string[]>> = {};
  for (const flag of flags) {
    const [, name = '', value = 'true'] = /^--([^=]+)(?:=(.*))?$/s.exec(flag) ?? [];
    if (!isTargetFlag(name)) throw new Error(`not a flag of a target: ${flag}`);
    values[name] = [...(values[name] ?? []), value];
  }
  return values;
}

/** An error of a server: the flag, and the value of it that the error names. */
export interface FlagComplaint {
  readonly flag: TargetFlag;
  readonly mention: string;
}

const wordings: readonly (readonly [RegExp, TargetFlag | 'named'])[] = [
  [/unknown flag: --([\w-]+)/g, 'named'],
  [/for "--([\w-]+)" flag/g, 'named'],
  [/emulation version (\S+) is not between/g, 'emulated-version'],
  [/minCompatibilityVersion version (\S+) is not between/g, 'min-compatibility-version'],
  [/ServerRunOptions.EmulationForwardCompatible()/g, 'emulation-forward-compatible'],
  [/ServerRunOptions.RuntimeConfigEmulationForwardCompatible()/g, 'runtime-config-emulation-forward-compatible'],
  [/unrecognized feature gate: (\S*)/g, 'feature-gates'],
  [/invalid value of (\w*)=/g, 'feature-gates'],
  [/missing bool value for (\w+)/g, 'feature-gates'],
  [/cannot set feature gate (\w+)/g, 'feature-gates'],
  [/(\w+) is enabled, but depends on/g, 'feature-gates'],
  [/unknown api groups ([^\]]+)/g, 'runtime-config'],
  [/runtime-config invalid key (\S+)/g, 'runtime-config'],
  [/^invalid key ([^\s:]+):/g, 'runtime-config'],
  [/invalid value of (\S+): /g, 'runtime-config'],
  [/invalid value (api\/\w+)=/g, 'runtime-config'],
  [/group version (\S+) that has not been registered/g, 'runtime-config'],
  [/--runtime-config=(\S+)=false conflicts/g, 'runtime-config'],
  [/with only (api\/all)=false/g, 'runtime-config'],
  [/cannot enable version (\S+) in runtime-config/g, 'runtime-config'],
  [/cannot enable resource \S+, Resource=(\S+) in runtime-config/g, 'runtime-config'],
  [/API group\/version (\S+) must be enabled/g, 'runtime-config'],
  [/^panic: interface conversion()/g, 'runtime-config'],
];

/** Parses a server's error output; throws if the wording is unknown. */
export function complaintsOf(error: string, flags: readonly string[]): readonly FlagComplaint[] {
  const version = /(?:got: kube=|parse "|version string "|version flag, kube=)([^\s"]+)/.exec(error)?.[1];
  const component = /component not registered: (\w+)/.exec(error)?.[1];
  if (version !== undefined || component !== undefined) {
    const mention = version ?? component ?? '';
    const written =
      flags
        .find((flag) => flag.includes(mention))
        ?.slice(2)
        .split('=')[0] ?? '';
    return isTargetFlag(written) ? [{ flag: written, mention }] : [];
  }
  const complaints = wordings.flatMap(([wording, flag]) =>
    [...error.matchAll(wording)].flatMap(([, words = '']): FlagComplaint[] => {
      if (flag !== 'named') return words.split(',').map((mention) => ({ flag, mention }));
      return isTargetFlag(words) ? [{ flag: words, mention: words }] : [];
    }),
  );
  // If the flag is absent, the emulation version has moved its default out of the range.
  const set = (name: TargetFlag) => flags.some((flag) => flag.startsWith(`--${name}`));
  const ours = complaints.filter(({ flag }) => flag !== 'min-compatibility-version' || set(flag));
  if (ours.length === 0) throw new Error(`no known complaint: ${error}`);
  return ours;
}

/** The first line of a recording: the servers, by the names of their settings. */
export interface NamedSettings {
  readonly settings: Readonly<Record<string, { readonly binary: string; readonly flags: readonly string[] }>>;
}

/** The surfaces of the settings that a recording names. Throws if one is refused. */
export function surfacesOfSettings({ settings }: NamedSettings): ReadonlyMap<string, ApiSurface> {
  return new Map(
    Object.entries(settings).map(([name, { binary, flags }]) => {
      const resolution = resolveFlags(binary, flags);
      if (!resolution.ok) throw new Error(`${name} is refused`);
      return [name, resolution.surface];
    }),
  );
}

/** A field path in one spelling: servers write map keys as `[key]` or as `.key`. */
export function plainPath(path: string): string {
  return path.replace(/\[(?!\d+\])([^\]]*)\]/g, '.$1');
}

/** Resources as lines, sorted: `apps/v1 Deployment deployments Namespaced`. */
export function resourceLines(resources: readonly ServedResource[]): readonly string[] {
  return resources
    .map(
      (resource) =>
        `${formatGroupVersion(resource)} ${resource.kind} ${resource.resource} ${resource.namespaced ? 'Namespaced' : 'Cluster'}`,
    )
    .sort();
}
