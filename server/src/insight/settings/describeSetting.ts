import type { Catalog } from '../../catalog/catalog.ts';
import { withPreview } from '../../catalog/previewNote.ts';
import type { ApiSurface, GateState } from '../../catalog/surface.ts';
import type { DescribedCluster } from '../../sources/description.ts';
import { isTargetFlag } from '../../targets/target.ts';
import { formatMinor, type Minor } from '../../targets/version.ts';
import type { Span } from '../../text/span.ts';
import { describeGate } from '../fieldAt.ts';
import { apiAt, describeRuntimeKey } from './apiText.ts';
import { type ComponentState, componentState } from './componentState.ts';
import { describeFlag, versionsOf } from './flagText.ts';
import { describeGateFacts } from './gateText.ts';
import { type SettingAt, settingAt } from './settingAt.ts';

/** A hover for a span of a text, in Markdown. */
export interface DescribedSpan {
  readonly span: Span;
  readonly markdown: string;
}

/** A server or another component, with the effect of settings. */
export interface SettingsComponent {
  /** For people: the name of a target, or `kube-apiserver 1.37 emulating 1.36`. */
  readonly title: string;
  readonly gates: ReadonlyMap<string, GateState> | undefined;
  readonly surface: ApiSurface | undefined;
}

/**
 * The description of a gate, flag, API or version in a cluster description: in general, for its component, and at the
 * targets. Undefined if there is none at the offset.
 */
export function describeSettingAt(
  clusters: readonly DescribedCluster[],
  offset: number,
  surfaces: readonly ApiSurface[],
): DescribedSpan | undefined {
  const catalog = surfaces[0]?.catalog;
  const at = catalog === undefined ? undefined : settingAt(clusters, offset);
  if (at === undefined || catalog === undefined) return undefined;
  const state = componentState(at.component, at.cluster, catalog);
  const markdown = settingText(at, state, surfaces, catalog);
  return markdown === undefined ? undefined : { span: at.span, markdown };
}

function settingText(
  { found, component }: SettingAt,
  state: ComponentState,
  surfaces: readonly ApiSurface[],
  catalog: Catalog,
): string | undefined {
  const stands = [state, ...surfaces.map(componentOf)];
  switch (found.kind) {
    case 'version':
      return state.binary === undefined ? undefined : describeBinary(state.binary, component.component, catalog);
    case 'flag':
      return isTargetFlag(found.flag.flag) ? describeFlag(found.flag.flag, catalog, state.binary) : undefined;
    case 'setting':
      return describeEntry(found.flag.flag, found.setting.key, stands, catalog, state.binary);
  }
}

/** A target as a component with settings. */
export function componentOf(surface: ApiSurface): SettingsComponent {
  return { title: surface.name, gates: surface.gates, surface };
}

/** The description of one entry of `--feature-gates` or `--runtime-config`, with its effect on each of `stands`. */
export function describeEntry(
  flag: string,
  key: string,
  stands: readonly SettingsComponent[],
  catalog: Catalog,
  binary: Minor | undefined,
): string | undefined {
  if (flag === 'runtime-config') {
    const api = describeRuntimeKey(key, catalog);
    if (api === undefined) return undefined;
    const at = stands.flatMap(({ title, surface }) => {
      const does = surface === undefined ? undefined : apiAt(key, surface);
      return does === undefined ? [] : [`\`${title}\` ${does}`];
    });
    return [api, ...new Set(at)].join('\n\n');
  }
  const name = key.replace(/^kube:/, '');
  const gate = flag === 'feature-gates' ? describeGateFacts(name, catalog, binary) : undefined;
  if (gate === undefined) return undefined;
  const at = stands.flatMap(({ title, gates }) =>
    gates === undefined ? [] : [`\`${title}\` ${describeGate(gates.get(name))}`],
  );
  return [gate, ...new Set(at)].join('\n\n');
}

/** The effect of a component's binary version. */
export function describeBinary(binary: Minor, component: string, catalog: Catalog): string {
  const emulates = versionsOf('emulated-version', catalog, binary);
  const [first] = emulates;
  const range =
    first === undefined || component === 'kubelet' || component === 'kube-proxy'
      ? []
      : [`It can emulate ${formatMinor(first)} to ${formatMinor(binary)}.`];
  const preview = catalog.preview?.minor === binary ? catalog.preview.release : undefined;
  return [`**${component} ${withPreview(formatMinor(binary), preview)}**`, ...range].join('\n\n');
}
