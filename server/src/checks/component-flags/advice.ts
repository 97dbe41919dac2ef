import type { Catalog } from '../../catalog/catalog.ts';
import type { EffectiveVersions, GateState } from '../../catalog/surface.ts';
import type { Finding } from '../../finding.ts';
import type { DescribedComponent, WrittenSetting } from '../../sources/description.ts';
import { parseGoBool } from '../../targets/goBool.ts';
import { versionRank } from '../../targets/groupVersion.ts';
import { formatSetting } from '../../targets/settings.ts';
import { formatMinor } from '../../targets/version.ts';
import type { Emit } from '../check.ts';
import { fix } from './refusal.ts';

/** The effective settings of a component. */
export interface ResolvedSettings {
  readonly versions: EffectiveVersions;
  readonly gates: ReadonlyMap<string, GateState>;
}

/** Advises on accepted settings that have no effect or that KEP-4330 does not support. */
export function adviseOnSettings(
  component: DescribedComponent,
  resolved: ResolvedSettings,
  catalog: Catalog,
  emit: Emit,
): void {
  for (const { flag, settings } of component.flags) {
    for (const setting of settings) {
      if (flag === 'feature-gates') adviseOnGate(setting, resolved, catalog, emit);
      else if (flag === 'runtime-config') adviseOnApi(setting, resolved.versions, emit);
    }
  }
}

function adviseOnGate(setting: WrittenSetting, { versions, gates }: ResolvedSettings, catalog: Catalog, emit: Emit) {
  const name = setting.key.replace(/^kube:/, '');
  const state = gates.get(name);
  if (state === undefined) return;
  if (state.locked) emit(idleGate(setting, state, versions, catalog));
  else if (isEmulating(versions) && state.enabled && state.stage === 'Alpha') {
    const what =
      name === 'AllAlpha' ? 'All alpha features are' : `${name} is alpha at ${formatMinor(versions.emulation)} and`;
    emit(alphaFinding(setting, `${what}${name === 'AllAlpha' ? '' : ' is'} turned on under emulation`, versions));
  }
}

function adviseOnApi(setting: WrittenSetting, versions: EffectiveVersions, emit: Emit): void {
  const [group, version = ''] = setting.key.split('/');
  const isAlpha = setting.key === 'api/alpha' || (group !== 'api' && versionRank(version)?.stability === 'alpha');
  const isOn = setting.value === '' || parseGoBool(setting.value) === true;
  if (!isAlpha || !isOn || !isEmulating(versions)) return;
  const what = setting.key === 'api/alpha' ? 'Alpha APIs are' : `The alpha API ${setting.key} is`;
  emit(alphaFinding(setting, `${what} turned on under emulation`, versions));
}

function isEmulating({ binary, emulation }: EffectiveVersions): boolean {
  return emulation !== binary;
}

function idleGate(setting: WrittenSetting, state: GateState, versions: EffectiveVersions, catalog: Catalog): Finding {
  const { span, path } = setting;
  const written = formatSetting(setting);
  const last = catalog.gates.get(state.name)?.declared.at(-1)?.last;
  const until = last === undefined ? 'a later release' : formatMinor(last);
  const remove = fix(`Remove ${written}`, 'safe', setting.remove(), []);
  return {
    code: 'idle-feature-gate',
    consequence: 'advice',
    path,
    span,
    message: `${written} changes nothing: the gate has been locked to ${state.default} since ${formatMinor(state.since)}`,
    why:
      last === undefined
        ? 'A later release removes the gate; components then refuse to start with it.'
        : `The gate was removed after ${until}; later components refuse to start with it. The version here is ${formatMinor(versions.binary)}.`,
    remedy: 'Remove it.',
    source: 'k8s.io/component-base/featuregate; the feature gate tables of each release',
    fixes: () => (remove === undefined ? [] : [remove]),
  };
}

function alphaFinding({ span, path }: WrittenSetting, what: string, { binary, emulation }: EffectiveVersions): Finding {
  return {
    code: 'alpha-under-emulation',
    consequence: 'advice',
    path,
    span,
    message: `${what}: the code of ${formatMinor(binary)} runs, not that of ${formatMinor(emulation)}`,
    why: 'KEP-4330 does not support alpha features under emulation: their older behaviour is not kept. The component still accepts the setting.',
    remedy: 'Turn it off while an older version is emulated, or use it without emulation.',
    source: 'KEP-4330, Non-Goals; recorded kube-apiservers 1.33, 1.34 and 1.37 serve alpha APIs under emulation',
    fixes: () => [],
  };
}
