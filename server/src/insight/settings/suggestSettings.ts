import { type Catalog, factAt, inSpans, specsIn } from '../../catalog/catalog.ts';
import type { Component } from '../../sources/components.ts';
import { flagsOfComponent } from '../../sources/components.ts';
import { compareVersions, formatGroupVersion, type GroupVersion } from '../../targets/groupVersion.ts';
import type { TargetFlag } from '../../targets/target.ts';
import { formatMinor, type Minor } from '../../targets/version.ts';
import { ranked, type Suggestion } from '../suggestion.ts';
import { flagDescription, runtimeConfigKeys, versionsOf } from './flagText.ts';
import { stageName } from './gateText.ts';

/** The facts of a component for suggestions. */
export interface SuggestionContext {
  readonly catalog: Catalog;
  readonly component: Component;
  readonly binary: Minor;
  readonly emulation: Minor;
}

/** Formats a name: `A=true`, `A: true`, or the name alone if its value is present. */
export type WriteSetting = (name: string, value: boolean) => string;

/**
 * The gates of a binary, by their state at its emulation version: changeable ones first, graduated and locked ones
 * last. Suggests the opposite of the default.
 */
export function suggestGates(
  { catalog, binary, emulation }: SuggestionContext,
  write: WriteSetting,
): readonly Suggestion[] {
  const suggestions = [...catalog.gates.values()].flatMap((gate): readonly Suggestion[] => {
    const spec = specsIn(gate, binary).findLast(({ version }) => version <= emulation);
    if (spec === undefined || !inSpans(gate.declared, binary)) return [];
    const { default: on, lockToDefault: locked } = spec;
    const state = `${stageName(spec)}, ${on ? 'on' : 'off'} by default${locked ? ' and locked' : ''}`;
    return [
      {
        label: gate.name,
        kind: 'setting',
        pieces: [write(gate.name, locked ? on : !on)],
        detail: `feature gate at ${formatMinor(emulation)}`,
        note: state,
        deprecated: spec.stage === 'Deprecated',
        rank: locked ? 3 : spec.stage === 'GA' || spec.stage === 'Deprecated' ? 2 : 1,
      },
    ];
  });
  return ranked(suggestions.sort(byLabel));
}

/** The keys of `--runtime-config`: APIs that are off by default first, keys for many APIs last. */
export function suggestApis({ catalog, emulation }: SuggestionContext, write: WriteSetting): readonly Suggestion[] {
  const versions = new Map<string, { readonly of: GroupVersion; readonly kinds: string[]; off: boolean }>();
  for (const { group, version, kind, served, enabledByDefault } of catalog.kinds) {
    if (!inSpans(served, emulation)) continue;
    const key = formatGroupVersion({ group, version });
    const known = versions.get(key) ?? { of: { group, version }, kinds: [], off: false };
    versions.set(key, known);
    known.kinds.push(kind);
    if (factAt(enabledByDefault, emulation) !== true) known.off = true;
  }
  const apis = [...versions]
    .sort(([, { of: a }], [, { of: b }]) =>
      a.group < b.group ? -1 : a.group > b.group ? 1 : compareVersions(a.version, b.version),
    )
    .map(([key, { kinds, off }]): Suggestion => apiSuggestion(key, write(key, off), shortened(kinds), off ? 0 : 2));
  const many = [...runtimeConfigKeys].map(([key, description]) => apiSuggestion(key, write(key, true), description, 1));
  return ranked([...apis, ...many]);
}

function apiSuggestion(label: string, piece: string, note: string, rank: number): Suggestion {
  const detail = rank === 0 ? 'API that is off by default' : rank === 1 ? 'APIs' : 'API that is on by default';
  return { label, kind: 'setting', pieces: [piece], detail, note, deprecated: false, rank };
}

function shortened(kinds: readonly string[]): string {
  return kinds.length <= 3 ? kinds.join(', ') : `${kinds.slice(0, 3).join(', ')} and ${kinds.length - 3} more`;
}

/** The versions that a version flag takes at a binary, newest first. */
export function suggestVersionsOf(
  flag: TargetFlag,
  { catalog, binary, emulation }: SuggestionContext,
  write: (version: string) => string = (version) => version,
): readonly Suggestion[] {
  const newest = flag === 'min-compatibility-version' ? emulation : undefined;
  return versionsOf(flag, catalog, binary)
    .filter((version) => newest === undefined || version <= newest)
    .toReversed()
    .map((version, rank): Suggestion => {
      const note = version === binary && flag === 'emulated-version' ? "the binary's own" : '';
      const label = formatMinor(version);
      return { label, kind: 'version', pieces: [write(label)], detail: `for ${flag}`, note, deprecated: false, rank };
    });
}

/** The releases that a binary's version can name: the first of each minor, newest first. */
export function suggestReleases({ oldest, newest }: Catalog): readonly Suggestion[] {
  const count = newest - oldest + 1;
  return Array.from({ length: count }, (_, rank): Suggestion => {
    const label = `v1.${newest - rank}.0`;
    return { label, kind: 'version', pieces: [label], detail: 'Kubernetes release', note: '', deprecated: false, rank };
  });
}

/** The form of a flag: its name alone, `name=value`, or an entry of a map of texts. */
export type FlagForm = 'name' | 'word' | 'key';

/** The flags of a component that its binary has and that are not written yet. */
export function suggestFlags(
  { catalog, component, binary }: SuggestionContext,
  written: ReadonlySet<string>,
  form: FlagForm,
): readonly Suggestion[] {
  const { flags } = catalog.binary(binary);
  return [...flagsOfComponent(component)]
    .filter((flag) => flags.has(flag) && !written.has(flag))
    .map((flag, rank): Suggestion => {
      const note = flagDescription(flag);
      return {
        label: flag,
        kind: 'flag',
        pieces: flagPieces(flag, form),
        detail: note,
        note: '',
        deprecated: false,
        rank,
      };
    });
}

function flagPieces(flag: TargetFlag, form: FlagForm): readonly string[] {
  const value = flag.endsWith('forward-compatible') ? 'true' : '';
  if (form === 'name') return [flag];
  if (form === 'word') return [`${flag}=${value}`];
  return value === '' ? [`${flag}: "`, '"'] : [`${flag}: "${value}"`];
}

/** `true` and `false`, the effective one first. */
export function suggestSwitch(
  first: boolean,
  note: string,
  write: (value: string) => string = (value) => value,
): readonly Suggestion[] {
  return [first, !first].map((on, rank): Suggestion => {
    const label = String(on);
    const pieces = [write(label)];
    return { label, kind: 'value', pieces, detail: 'value', note: rank === 0 ? note : '', deprecated: false, rank };
  });
}

function byLabel(a: Suggestion, b: Suggestion): number {
  return a.label < b.label ? -1 : a.label > b.label ? 1 : 0;
}
