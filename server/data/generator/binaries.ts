import type { BinaryRow, NeededApiRow } from '../../src/catalog/pack.ts';
import { factMinor, formatMinor, minor } from '../../src/targets/version.ts';
import type { Facts } from './facts.ts';
import { arrayOf, fieldOf, type JsonObject, object, optionalText, text, texts } from './json.ts';
import { changes, spanRow } from './spans.ts';

/** One row for every binary from the oldest to the newest minor. */
export function binaryRows(facts: Facts, oldest: number, newest: number): BinaryRow[] {
  const rows: BinaryRow[] = [];
  for (let binary = oldest; binary <= newest; binary++) rows.push(binaryRow(facts, binary));
  return rows;
}

function binaryRow({ emulation, registeredVersions, authored }: Facts, binary: number): BinaryRow {
  const name = formatMinor(minor(binary));
  const {
    emulation: range,
    flags,
    gateDependencies,
    storageRule,
    priorityAndFairness,
    deprecationWarnings,
  } = authored.binaries;
  const stillInstalled = fieldOf(emulation['stillInstalled'], name);
  const isFixed = texts(object(range)['fixedMinCompatibility'])
    .map(factMinor)
    .some((fixed) => fixed === binary);
  const floor = binaryEmulationFloor(object(range), binary);
  const rule = lastChange(object(storageRule)['changes'], binary, ruleName);
  return {
    minor: binary,
    ...(stillInstalled === undefined ? {} : { stillInstalled: texts(stillInstalled) }),
    storageOverrides: mapValues(fieldOf(emulation['storageOverrides'], name), text),
    groupPriority: mapValues(fieldOf(emulation['groupPriority'], name), texts),
    registeredVersions: mapValues(fieldOf(registeredVersions['binaries'], name), texts),
    priorityAndFairnessKeys: lastChange(object(priorityAndFairness)['changes'], binary, texts) ?? [],
    neededApis: neededApis(authored.neededApis, binary),
    unversionedClientGates: binary <= factMinor(text(fieldOf(emulation['unversionedClientGates'], 'upTo'))),
    flags: Object.entries(object(fieldOf(flags, 'since')))
      .filter(([, since]) => factMinor(text(since)) <= binary)
      .map(([flag]) => flag),
    ...(floor === undefined ? {} : { emulationFloor: floor }),
    ...(isFixed ? { fixedMinCompatibility: binary - 1 } : {}),
    checksGateDependencies: factMinor(text(fieldOf(gateDependencies, 'since'))) <= binary,
    ...(rule === undefined ? {} : { storageRule: rule }),
    sendsDeprecationWarnings: factMinor(text(fieldOf(deprecationWarnings, 'since'))) <= binary,
  };
}

function neededApis(authored: JsonObject, binary: number): NeededApiRow[] {
  return arrayOf(authored['apis'])
    .map(object)
    .filter((api) => {
      const [first, last = binary] = spanRow(api['in']);
      return first <= binary && binary <= last;
    })
    .map((api) => {
      const without = text(api['without']);
      if (without !== 'refused' && without !== 'never-ready') throw new RangeError(`not a consequence: ${without}`);
      const plugins = texts(api['plugins']);
      const [groupVersion, resource] = [text(api['groupVersion']), optionalText(api['resource']) ?? ''];
      const gates = texts(api['gates']);
      return plugins.length === 0
        ? [groupVersion, resource, gates, without]
        : [groupVersion, resource, gates, without, plugins];
    });
}

/**
 * The oldest minor that a binary can emulate, by `emulation` of `authored/binaries.json`; undefined before emulation.
 */
export function binaryEmulationFloor(range: JsonObject, binary: number): number | undefined {
  if (binary < factMinor(text(range['since']))) return undefined;
  const back = lastChange(range['minorsBack'], binary, Number) ?? 0;
  return Math.max(binary - back, factMinor(text(range['floor'])));
}

function ruleName(value: unknown): 'first-not-replaced' | 'first-introduced' | 'stable-then-any' {
  if (value === 'first-not-replaced' || value === 'first-introduced' || value === 'stable-then-any') return value;
  throw new RangeError(`not a storage rule: ${String(value)}`);
}

function lastChange<T>(value: unknown, binary: number, convert: (value: unknown) => T): T | undefined {
  return changes(value, 0, convert).findLast(([from]) => from <= binary)?.[1];
}

function mapValues<T>(value: unknown, convert: (value: unknown) => T): Record<string, T> {
  if (value === undefined) return {};
  return Object.fromEntries(Object.entries(object(value)).map(([key, item]) => [key, convert(item)]));
}
