import { type Catalog, hasBinary } from '../../catalog/catalog.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { apiServerOf } from '../../sources/describeClusters.ts';
import type { DescribedComponent, WrittenFlag } from '../../sources/description.ts';
import { writtenMinor } from '../../sources/writtenVersion.ts';
import { isTargetFlag } from '../../targets/target.ts';
import { type Minor, parseMinor } from '../../targets/version.ts';
import type { Span } from '../../text/span.ts';
import type { Suggestion } from '../suggestion.ts';
import { type OpenSlot, type SettingSlot, settingSlot } from './settingSlot.ts';
import {
  type SuggestionContext,
  suggestApis,
  suggestFlags,
  suggestGates,
  suggestReleases,
  suggestSwitch,
  suggestVersionsOf,
  type WriteSetting,
} from './suggestSettings.ts';

/** The completions in place of a word. */
export interface Completed {
  readonly word: Span;
  readonly suggestions: readonly Suggestion[];
}

/**
 * The completions at an offset of a cluster description: flags, gates, APIs and versions of the component's binary.
 * Undefined if the file has no such place there.
 */
export function completeSetting(
  text: string,
  path: string,
  offset: number,
  surfaces: readonly ApiSurface[],
): Completed | undefined {
  const [surface] = surfaces;
  const open = surface === undefined ? undefined : settingSlot(text, path, offset);
  if (open === undefined || surface === undefined) return undefined;
  const { word } = open;
  const behind = /^[ \t]*[:=]/.test(text.slice(word.end, word.end + 3));
  // YAML would take a bare version for a number.
  const isValue = /:[ \t]*$/.test(text.slice(Math.max(0, word.start - 20), word.start));
  const position = { hasValue: behind, isValue };
  return { word, suggestions: suggestionsFor(open, position, componentOf(open.slot, surface), surface.catalog) };
}

interface Around {
  /** A value follows the word already. */
  readonly hasValue: boolean;
  /** The word follows a colon, without quotes. */
  readonly isValue: boolean;
}

function suggestionsFor(
  { slot, form }: OpenSlot,
  { hasValue, isValue }: Around,
  component: SuggestionContext,
  catalog: Catalog,
): readonly Suggestion[] {
  switch (slot.kind) {
    case 'version':
      return suggestReleases(catalog);
    case 'flag-name':
      return suggestFlags(component, flagsOf(slot.component), form === 'name' || hasValue ? 'name' : form);
    case 'flag-value':
      return valuesOf(slot.flag.flag, component, isValue ? (value) => `"${value}"` : undefined);
    case 'setting-value':
      return suggestSwitch(true, '');
    case 'setting-key':
      return keysOf(slot.flag.flag, component, hasValue ? (name) => name : writerFor(slot.flag, form));
  }
}

function valuesOf(
  flag: string,
  component: SuggestionContext,
  write?: (value: string) => string,
): readonly Suggestion[] {
  if (!isTargetFlag(flag)) return [];
  if (flag.endsWith('forward-compatible')) return suggestSwitch(true, '', write);
  return suggestVersionsOf(flag, component, write);
}

function keysOf(flag: string, component: SuggestionContext, write: WriteSetting): readonly Suggestion[] {
  if (flag === 'feature-gates') return suggestGates(component, write);
  return flag === 'runtime-config' ? suggestApis(component, write) : [];
}

/** A map of settings has a path for each; those of a flag share the flag's. */
function writerFor({ path, settings }: WrittenFlag, form: OpenSlot['form']): WriteSetting {
  const inMap = form === 'key' || settings.every((setting) => setting.path !== path);
  return inMap ? (name, value) => `${name}: ${value}` : (name, value) => `${name}=${value}`;
}

function flagsOf({ flags }: DescribedComponent): ReadonlySet<string> {
  return new Set(flags.map(({ flag }) => flag));
}

/** The version of a component by the file, or else that of its API server, or of the first target. */
function componentOf({ cluster, component }: SettingSlot, surface: ApiSurface): SuggestionContext {
  const { catalog } = surface;
  const inRange = (minor: Minor | undefined) => (minor !== undefined && hasBinary(catalog, minor) ? minor : undefined);
  const binary =
    inRange(writtenMinor(component.version)) ??
    inRange(writtenMinor(apiServerOf(cluster)?.version)) ??
    surface.versions.binary;
  const emulated = component.flags.findLast(({ flag }) => flag === 'emulated-version')?.value ?? '';
  const emulation = inRange(parseMinor(emulated.replace(/^kube=/, '')));
  return { catalog, component: component.component, binary, emulation: emulation ?? binary };
}
