import type { ApiSurface } from '../../catalog/surface.ts';
import { environmentOf } from '../../cel/libraries.ts';
import type { ServerProperties } from '../../crd/evolution/rule.ts';
import { schemaRules } from '../../crd/schema/rules.ts';
import { isGateOn } from '../fieldGates.ts';

const ratchetingGate = 'CRDValidationRatcheting';

/** The properties of a target's server that affect changed definitions. */
export function serverPropertiesAt(surface: ApiSurface): ServerProperties {
  return {
    ratchets: isGateOn(surface, ratchetingGate),
    validation: schemaRules(surface.versions),
    syntax: environmentOf(surface, 'new', undefined).syntax,
  };
}
