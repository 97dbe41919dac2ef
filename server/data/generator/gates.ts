import type { GateRow, GateSpecRow } from '../../src/catalog/pack.ts';
import { factMinor } from '../../src/target/version.ts';
import type { Facts } from './facts.ts';
import { arrayOf, fieldOf, flag, optionalText, text, texts } from './json.ts';
import { spanRow } from './spans.ts';

/** The rows of all feature gates, by name. */
export function gateRows(facts: Facts): GateRow[] {
  return facts.gates.map((gate) => [
    text(gate['gate']),
    texts(gate['components']),
    arrayOf(gate['declared']).map(spanRow),
    arrayOf(gate['specs']).map(specRow),
    texts(gate['dependsOn']),
  ]);
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
