import data from '../../../data/authored/cel-costs.json' with { type: 'json' };
import { factMinor, type Minor } from '../../target/version.ts';
import type { CostRules } from './operands.ts';

const globalMatchesSince = factMinor(data.globalMatchesSince);
const includesSince = factMinor(data.includesSince);

/** How a binary reckons the costs of functions. */
export function costRules(binary: Minor): CostRules {
  return { globalMatches: binary >= globalMatchesSince, includes: binary >= includesSince };
}
