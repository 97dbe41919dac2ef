import type { GateRow, GateSpecRow } from '../../src/catalog/pack.ts';
import { factMinor } from '../../src/targets/version.ts';
import type { Facts } from './facts.ts';
import { arrayOf, fieldOf, flag, type JsonObject, optionalText, text, texts } from './json.ts';
import { spanRow } from './spans.ts';

/** The rows of all feature gates, by name. */
export function gateRows(facts: Facts, newestBinary: number): GateRow[] {
  return facts.gates.map((gate) => [
    text(gate['gate']),
    texts(gate['components']),
    arrayOf(gate['declared']).map(spanRow),
    arrayOf(gate['specs']).map(specRow),
    texts(gate['dependsOn']),
    ...earlier(gate, newestBinary),
  ]);
}

/**
 * The specs of older binaries, if their state at their own minor differs from the newest list's. The facts have these
 * specs as `observed`.
 */
function earlier(gate: JsonObject, newestBinary: number): [] | [readonly [number, readonly GateSpecRow[]]] {
  const specs = arrayOf(gate['specs']).map(specRow);
  const observed = arrayOf(gate['observed']).map(specRow);
  const [first = 0, last = newestBinary] = arrayOf(gate['declared']).map(spanRow)[0] ?? [];
  let until: number | undefined;
  for (let binary = observed.length === 0 ? last + 1 : first; binary <= last; binary++) {
    if (state(specs, binary) !== state(observed, binary)) until = binary;
  }
  return until === undefined ? [] : [[until, observed.filter(([version]) => version <= until)]];
}

/** Stage, default and lock at a minor, from the specs that do not depend on the min compatibility version. */
function state(specs: readonly GateSpecRow[], minor: number): string {
  const spec = specs.findLast(
    ([version, , , , minCompatibility]) => version <= minor && minCompatibility === undefined,
  );
  return JSON.stringify(spec?.slice(1));
}

function specRow(spec: unknown): GateSpecRow {
  const minCompatibility = optionalText(fieldOf(spec, 'minCompatibilityVersion'));
  const row = [
    factMinor(text(fieldOf(spec, 'version'))),
    flag(fieldOf(spec, 'default')) ? 1 : 0,
    stage(fieldOf(spec, 'preRelease')),
    flag(fieldOf(spec, 'lockToDefault')) ? 1 : 0,
  ] as const;
  return minCompatibility === undefined ? row : [...row, factMinor(minCompatibility)];
}

function stage(value: unknown): 'A' | 'B' | 'G' | 'D' {
  switch (value) {
    case 'Alpha':
      return 'A';
    case 'Beta':
      return 'B';
    case 'GA':
      return 'G';
    case 'Deprecated':
      return 'D';
    default:
      throw new RangeError(`not a stage: ${String(value)}`);
  }
}
