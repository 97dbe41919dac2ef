import type { CustomDefinition, CustomVersion } from '../definition.ts';
import type { JsonSchema } from '../schema/schema.ts';
import { isMetadata } from './metadata.ts';
import { placeBelow, placeOfProperty, placeOfSchema } from './places.ts';
import { evolutionRules } from './registry.ts';
import type { Change, Place, VersionPair } from './rule.ts';

/** Compares each served version with the one that objects are stored in, field by field. */
export function compareVersionsOf(definition: CustomDefinition): readonly Change[] {
  const storage = definition.versions.find((version) => version.storage);
  if (storage === undefined) return [];
  const changes: Change[] = [];
  for (const own of definition.versions) {
    if (own === storage || !own.served) continue;
    compare(definition, own, storage, changes);
  }
  return changes;
}

function compare(definition: CustomDefinition, own: CustomVersion, other: CustomVersion, changes: Change[]): void {
  const ask = (pair: Pick<VersionPair, 'ownSchema' | 'otherSchema' | 'isKept' | 'field' | 'here'>): void => {
    for (const rule of evolutionRules) {
      rule.versions?.({ definition, own, other, ...pair }, (at, message, particulars = {}) => {
        const { severity = rule.severity, breaks = rule.breaks } = particulars;
        changes.push({ rule, severity, breaks, version: at.version, path: at.path, span: at.span, message });
      });
    }
  };
  const walk = (ours: JsonSchema, theirs: JsonSchema, field: string, here: Place, there: Place): void => {
    if (ours === theirs) return;
    ask({ ownSchema: ours, otherSchema: theirs, isKept: true, field: field || '.', here });
    for (const name of new Set([...ours.properties.keys(), ...theirs.properties.keys()])) {
      const [mine, its] = [ours.properties.get(name), theirs.properties.get(name)];
      const inner = `${field}.${name}`;
      const place = placeOfProperty(ours, here, name);
      const elsewhere = placeOfProperty(theirs, there, name);
      if (mine !== undefined && its !== undefined) walk(mine, its, inner, place, elsewhere);
      else if (!isMetadata(inner)) {
        const [lacking, at] = mine === undefined ? [ours, elsewhere] : [theirs, place];
        const isKept = definition.preserveUnknownFields || lacking.preserveUnknownFields;
        ask({ ownSchema: mine, otherSchema: its, isKept, field: inner, here: at });
      }
    }
    if (ours.items !== undefined && theirs.items !== undefined) {
      const place = placeBelow(ours, here, 'items');
      walk(ours.items, theirs.items, `${field}[]`, place, placeBelow(theirs, there, 'items'));
    }
    const [rest, itsRest] = [ours.additionalProperties, theirs.additionalProperties];
    if (typeof rest === 'object' && typeof itsRest === 'object') {
      const place = placeBelow(ours, here, 'additionalProperties');
      walk(rest, itsRest, `${field}[*]`, place, placeBelow(theirs, there, 'additionalProperties'));
    }
  };
  walk(own.schema, other.schema, '', placeOfSchema(definition, own), placeOfSchema(definition, other));
}
