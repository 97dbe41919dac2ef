import type { ApiSurface, GateState } from '../catalog/surface.ts';
import type { Setting } from '../targets/target.ts';
import type { LiveGate } from './snapshot.ts';

/** The `--feature-gates` for a server's gates, and those it cannot express. */
export interface DerivedGates {
  readonly settings: readonly Setting[];
  /** Gates unknown to the catalogue at this version: those of a distribution. */
  readonly unknown: readonly LiveGate[];
  /** Gates in a state that Kubernetes itself does not allow. */
  readonly locked: readonly LiveGate[];
}

const allAlpha = 'AllAlpha';
const allBeta = 'AllBeta';

/** The values of the two special gates; undefined if unset. */
interface GateGroups {
  readonly alpha: true | undefined;
  readonly beta: boolean | undefined;
}

/**
 * The shortest `--feature-gates` that give the gates of a live server.
 *
 * @param plain the server of the same versions without that flag.
 */
export function deriveGates(plain: ApiSurface, live: readonly LiveGate[]): DerivedGates {
  const sorted = [...live].sort((a, b) => (a.name < b.name ? -1 : 1));
  const known = sorted.flatMap((gate) => {
    const state = plain.gates.get(gate.name);
    return state === undefined || gate.name === allAlpha || gate.name === allBeta ? [] : [{ gate, state }];
  });
  const settingsFor = (groups: GateGroups): readonly Setting[] => {
    const differing = known.filter(({ gate, state }) => !state.locked && gate.enabled !== expected(state, groups));
    return [
      ...groupSettings(groups),
      ...differing.map(({ gate }) => ({ key: gate.name, value: String(gate.enabled) })),
    ];
  };
  const isOn = (name: string): true | undefined => live.some((gate) => gate.name === name && gate.enabled) || undefined;
  const alpha = isOn(allAlpha);
  // AllBeta=false is indistinguishable from unset.
  const options = isOn(allBeta) ? [true] : [undefined, false];
  const [settings = []] = options.map((beta) => settingsFor({ alpha, beta })).sort((a, b) => a.length - b.length);
  return {
    settings,
    unknown: sorted.filter(({ name }) => !plain.gates.has(name)),
    locked: known.filter(({ gate, state }) => state.locked && gate.enabled !== state.enabled).map(({ gate }) => gate),
  };
}

function groupSettings({ alpha, beta }: GateGroups): readonly Setting[] {
  return [
    ...(alpha === undefined ? [] : [{ key: allAlpha, value: 'true' }]),
    ...(beta === undefined ? [] : [{ key: allBeta, value: String(beta) }]),
  ];
}

/** The default state of a gate. */
function expected({ stage, enabled }: GateState, { alpha, beta }: GateGroups): boolean {
  if (stage === 'Alpha') return alpha ?? enabled;
  return stage === 'Beta' ? (beta ?? enabled) : enabled;
}
