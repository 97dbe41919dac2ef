import type { CustomDefinition, CustomVersion } from '../definition.ts';
import type { JsonSchema } from '../schema/schema.ts';
import {
  keywordPosition,
  positionBelow,
  propertyPosition,
  schemaPosition,
  specPosition,
  versionPosition,
} from './positions.ts';
import { evolutionRules } from './registry.ts';
import type {
  Change,
  ComparedUnit,
  Emit,
  EvolutionRule,
  SchemaPair,
  SchemaPosition,
  ServerProperties,
} from './rule.ts';
import { statusMissing, withoutStatus } from './rules/statusMissing.ts';
import { storedDefaults } from './storedDefaults.ts';
import { compareVersionsOf } from './versions.ts';

/** The changes between two versions of a definition that may break something, in text order. */
export function compareDefinitions(
  before: CustomDefinition,
  after: CustomDefinition,
  circumstances: ServerProperties,
): readonly Change[] {
  const comparison = new Comparison(circumstances);
  comparison.definitions(before, after);
  return inOrder([...comparison.changes, ...newIn(before, after)]);
}

/** Design advice on a new definition: all its fields are new. */
export function adviseNew(definition: CustomDefinition, circumstances: ServerProperties): readonly Change[] {
  const comparison = new Comparison(circumstances);
  comparison.newDefinition(definition);
  return inOrder([...comparison.changes, ...compareVersionsOf(definition)]);
}

/** Problems of a definition independent of earlier versions: versions that do not convert into each other. */
export function judgeVersions(definition: CustomDefinition): readonly Change[] {
  return inOrder(compareVersionsOf(definition));
}

/** New problems between its versions. */
function newIn(before: CustomDefinition, after: CustomDefinition): readonly Change[] {
  const known = new Set(compareVersionsOf(before).map(identity));
  return compareVersionsOf(after).filter((change) => !known.has(identity(change)));
}

function identity({ rule, version, message }: Change): string {
  return `${rule.code}\n${version}\n${message}`;
}

function inOrder(changes: readonly Change[]): readonly Change[] {
  return [...changes].sort((a, b) => a.span.start - b.span.start);
}

const statusField = '.status';

class Comparison {
  readonly changes: Change[] = [];
  readonly #circumstances: ServerProperties;
  #prunes = true;
  #isWritten = true;
  #storedDefault: SchemaPair['storedDefault'] = () => undefined;

  constructor(circumstances: ServerProperties) {
    this.#circumstances = circumstances;
  }

  definitions(before: CustomDefinition, after: CustomDefinition): void {
    const atField = (name: string): SchemaPosition => specPosition(after, name);
    const atVersion = (version: CustomVersion): SchemaPosition => versionPosition(after, version);
    for (const rule of evolutionRules) {
      rule.definition?.({ ...this.#circumstances, before, after, atField, atVersion }, this.#emitter(rule));
    }
    this.#prunes = !before.preserveUnknownFields;
    for (const version of after.versions) {
      const earlier = before.versions.find(({ name }) => name === version.name);
      if (earlier === undefined) continue;
      const position = schemaPosition(after, version);
      // An unserved version is not written, so not validated; objects stored in it are still read by its schema.
      this.#isWritten = earlier.served && version.served;
      this.#storedDefault = storedDefaults(before, after, version);
      this.#schemas(earlier.schema, version.schema, '', position, {
        list: undefined,
        keys: [],
        isStatus: version.hasStatus,
      });
    }
    this.#isWritten = true;
  }

  newDefinition(definition: CustomDefinition): void {
    for (const version of definition.versions) {
      const parents = { before: version.schema, after: version.schema };
      const position = schemaPosition(definition, version);
      for (const [name, schema] of version.schema.properties) {
        this.#added(schema, parents, `.${name}`, name, propertyPosition(version.schema, position, name));
      }
      if (version.hasStatus) continue;
      this.#emitter(statusMissing)(versionPosition(definition, version), withoutStatus(version));
    }
  }

  #schemas(
    before: JsonSchema,
    after: JsonSchema,
    field: string,
    position: SchemaPosition,
    parent: ComparedUnit,
    isNeeded = false,
  ): void {
    // Definitions are mostly unchanged, and unchanged parts of a text are one node where they came from one text.
    if (before === after) return;
    const at = (keyword: string): SchemaPosition => keywordPosition(after, position, keyword);
    const unit = {
      ...parent,
      isStatus: parent.isStatus && (field === statusField || field.startsWith(`${statusField}.`)),
    };
    const [circumstances, prunes] = [this.#circumstances, this.#prunes];
    const storedDefault = this.#storedDefault;
    const compared = {
      before,
      after,
      field: field || '.',
      unit,
      isNeeded,
      prunes,
      storedDefault,
      position,
      at,
    };
    const pair: SchemaPair = { ...circumstances, ...compared };
    for (const rule of evolutionRules) rule.schema?.(pair, this.#emitter(rule));
    const inner = { ...parent, keys: [] };
    this.#properties(before, after, field, position, inner);
    if (before.items !== undefined && after.items !== undefined) {
      const list = parent.list ?? (after.listType === 'map' ? undefined : field);
      const unitOfItems = { ...inner, list, keys: after.listMapKeys };
      this.#schemas(
        before.items,
        after.items,
        `${field}[]`,
        positionBelow(after, position, 'items'),
        unitOfItems,
        true,
      );
    }
    const [rest, restNow] = [before.additionalProperties, after.additionalProperties];
    if (typeof rest === 'object' && typeof restNow === 'object') {
      this.#schemas(rest, restNow, `${field}[*]`, positionBelow(after, position, 'additionalProperties'), inner);
    }
  }

  #properties(
    before: JsonSchema,
    after: JsonSchema,
    field: string,
    position: SchemaPosition,
    unit: ComparedUnit,
  ): void {
    const parents = { before, after };
    const siblings = keywordPosition(after, position, 'properties');
    for (const [name, schema] of before.properties) {
      const now = after.properties.get(name);
      if (now !== undefined) {
        const isNeeded = after.required.includes(name) && now.default === undefined;
        this.#schemas(schema, now, `${field}.${name}`, propertyPosition(after, position, name), unit, isNeeded);
        continue;
      }
      for (const rule of evolutionRules) {
        const gone = { field: `${field}.${name}`, name, before: schema, parents, position: siblings };
        rule.removed?.(gone, this.#emitter(rule));
      }
    }
    for (const [name, schema] of after.properties) {
      if (!before.properties.has(name)) {
        this.#added(schema, parents, `${field}.${name}`, name, propertyPosition(after, position, name));
      }
    }
  }

  /** Everything below a new field is new. */
  #added(
    after: JsonSchema,
    parents: { readonly before: JsonSchema; readonly after: JsonSchema },
    field: string,
    name: string,
    position: SchemaPosition,
  ): void {
    for (const rule of evolutionRules) rule.added?.({ field, name, after, parents, position }, this.#emitter(rule));
    const inner = { before: after, after };
    for (const [below, schema] of after.properties) {
      this.#added(schema, inner, `${field}.${below}`, below, propertyPosition(after, position, below));
    }
    if (after.items !== undefined) {
      const { items } = after;
      for (const [below, schema] of items.properties) {
        const schemaPosition = propertyPosition(items, positionBelow(after, position, 'items'), below);
        this.#added(schema, inner, `${field}[].${below}`, below, schemaPosition);
      }
    }
  }

  #emitter(rule: EvolutionRule): Emit {
    return (at, message, { severity = rule.severity, breaks = rule.breaks, refuses } = {}) => {
      const { version, path, span } = at;
      if (!this.#isWritten && refuses !== undefined) return;
      this.changes.push({ rule, severity, breaks, refuses, version, path, span, message });
    };
  }
}
