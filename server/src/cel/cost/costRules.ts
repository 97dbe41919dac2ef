import data from '../../../data/authored/cel-costs.json' with { type: 'json' };
import { factMinor, type Minor } from '../../targets/version.ts';
import type { CostRules } from './operands.ts';

const globalMatchesSince = factMinor(data.globalMatchesSince);
const includesSince = factMinor(data.includesSince);

const byPrefixSince = factMinor(data.byPrefixSince);

const byBinary = new Map<Minor, CostRules>();

/** The cost rules of a binary; the same object for the same binary. */
export function costRules(binary: Minor): CostRules {
  let rules = byBinary.get(binary);
  if (rules === undefined) {
    rules = {
      globalMatches: binary >= globalMatchesSince,
      includes: binary >= includesSince,
      byPrefix: binary >= byPrefixSince,
    };
    byBinary.set(binary, rules);
  }
  return rules;
}
