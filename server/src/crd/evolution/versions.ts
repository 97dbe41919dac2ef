import type { CustomDefinition, CustomVersion } from '../definition.ts';
import type { JsonSchema } from '../schema/schema.ts';
import { trait } from '../schema/traits.ts';
import { WrittenSchema } from '../schema/writtenSchema.ts';
import { isMetadata } from './metadata.ts';
import { positionBelow, propertyPosition, schemaPosition } from './positions.ts';
import { evolutionRules } from './registry.ts';
import type { Change, EvolutionRule, SchemaPosition, VersionPair } from './rule.ts';

/** Compares each served version with the one that objects are stored in, field by field. */
export function compareVersionsOf(definition: CustomDefinition): readonly Change[] {
  const storage = definition.versions.find((version) => version.storage);
  if (storage === undefined) return [];
  const changes: Change[] = [];
  for (const version of definition.versions) {
    if (version === storage || !version.served) continue;
    new VersionWalk(definition, version, storage, changes).walk(version.schema, storage.schema);
  }
  return changes;
}

/** A step down from two schemas: to a common property, or below a keyword. */
interface Step {
  readonly ours: JsonSchema;
  readonly theirs: JsonSchema;
  readonly keyword: 'properties' | 'items' | 'additionalProperties';
  /** Of the property. */
  readonly name: string;
}

/** Walks two versions at once. They are mostly equal: names and positions of fields are computed lazily. */
class VersionWalk {
  readonly #definition: CustomDefinition;
  readonly #version: CustomVersion;
  readonly #other: CustomVersion;
  readonly #changes: Change[];
  readonly #steps: Step[] = [];

  constructor(definition: CustomDefinition, customVersion: CustomVersion, other: CustomVersion, changes: Change[]) {
    this.#definition = definition;
    this.#version = customVersion;
    this.#other = other;
    this.#changes = changes;
  }

  walk(ours: JsonSchema, theirs: JsonSchema): void {
    if (ours === theirs) return;
    if (mayDiffer(ours, theirs)) {
      const [field, position] = [() => this.#field() || '.', () => this.#position('ours')];
      this.#ask({ schema: ours, otherSchema: theirs, isKept: true, field, position });
    }
    const [ourFields, theirFields] = [ours.properties, theirs.properties];
    ourFields.forEach((mine, name) => {
      this.#property({ ours, theirs, keyword: 'properties', name }, mine, theirFields.get(name));
    });
    theirFields.forEach((its, name) => {
      if (!ourFields.has(name)) this.#property({ ours, theirs, keyword: 'properties', name }, undefined, its);
    });
    if (ours.items !== undefined && theirs.items !== undefined) {
      this.#below({ ours, theirs, keyword: 'items', name: '' }, ours.items, theirs.items);
    }
    const [rest, itsRest] = [ours.additionalProperties, theirs.additionalProperties];
    if (typeof rest === 'object' && typeof itsRest === 'object') {
      this.#below({ ours, theirs, keyword: 'additionalProperties', name: '' }, rest, itsRest);
    }
  }

  #property(step: Step, mine: JsonSchema | undefined, its: JsonSchema | undefined): void {
    if (mine !== undefined && its !== undefined) {
      this.#below(step, mine, its);
      return;
    }
    this.#steps.push(step);
    if (!isMetadata(this.#field())) {
      const [lacking, side] = mine === undefined ? ([step.ours, 'theirs'] as const) : ([step.theirs, 'ours'] as const);
      const isKept = this.#definition.preserveUnknownFields || lacking.preserveUnknownFields;
      const [field, position] = [() => this.#field(), () => this.#position(side)];
      this.#ask({ schema: mine, otherSchema: its, isKept, field, position });
    }
    this.#steps.pop();
  }

  #below(step: Step, ours: JsonSchema, theirs: JsonSchema): void {
    this.#steps.push(step);
    this.walk(ours, theirs);
    this.#steps.pop();
  }

  #ask(pair: Pick<VersionPair, 'schema' | 'otherSchema' | 'isKept' | 'field' | 'position'>): void {
    const { schema, otherSchema, isKept, field, position } = pair;
    const [definition, customVersion, other] = [this.#definition, this.#version, this.#other];
    const asked: VersionPair = {
      definition,
      version: customVersion,
      other,
      schema,
      otherSchema,
      isKept,
      field,
      position,
    };
    for (const rule of rules) {
      rule.versions?.(asked, (at, message, particulars = {}) => {
        const { severity = rule.severity, breaks = rule.breaks } = particulars;
        const { version, path, span } = at;
        this.#changes.push({ rule, severity, breaks, refuses: undefined, version, path, span, message });
      });
    }
  }

  #field(): string {
    const named = { properties: (name: string) => `.${name}`, items: () => '[]', additionalProperties: () => '[*]' };
    return this.#steps.map(({ keyword, name }) => named[keyword](name)).join('');
  }

  #position(side: 'ours' | 'theirs'): SchemaPosition {
    let position = schemaPosition(this.#definition, side === 'ours' ? this.#version : this.#other);
    for (const { [side]: schema, keyword, name } of this.#steps) {
      position =
        keyword === 'properties' ? propertyPosition(schema, position, name) : positionBelow(schema, position, keyword);
    }
    return position;
  }
}

const rules: readonly EvolutionRule[] = evolutionRules.filter(({ versions }) => versions !== undefined);

/** Traits without effect on a schema's own values except for their type. */
const harmless = trait.type | trait.untyped | trait.description | trait.properties | trait.items;

/** Whether two schemas may differ themselves, not only below. */
function mayDiffer(ours: JsonSchema, theirs: JsonSchema): boolean {
  if (!(ours instanceof WrittenSchema && theirs instanceof WrittenSchema)) return true;
  return ours.type !== theirs.type || ((ours.ownTraits | theirs.ownTraits) & ~harmless) !== 0;
}
