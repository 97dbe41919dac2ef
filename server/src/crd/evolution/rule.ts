import type { Syntax } from '../../cel/parse.ts';
import type { Severity } from '../../finding.ts';
import type { FieldPath } from '../../text/fieldPath.ts';
import type { Span } from '../../text/span.ts';
import type { CustomDefinition, CustomVersion } from '../definition.ts';
import type { Json } from '../schema/json.ts';
import type { SchemaRules } from '../schema/rules.ts';
import type { JsonSchema } from '../schema/schema.ts';

/**
 * Who a change breaks: stored objects that cannot be read or written back, clients of the old definition, clients of
 * the new one, and rollbacks to the old definition.
 */
export type Broken = 'stored objects' | 'old clients' | 'new clients' | 'rollback';

/**
 * A write that worked before a change and may be refused after it. A label update changes only metadata, a status
 * update uses the status subresource, a spec update changes fields below `Refusal.within`.
 */
export type WriteKind = 'creates' | 'label updates' | 'status updates' | 'spec updates';

/** The writes that stricter validation refuses. */
export interface Refusal {
  readonly writes: readonly WriteKind[];
  /**
   * The field that an update must change to be refused; unchanged values are accepted. Undefined if every update of an
   * object is refused.
   */
  readonly within: string | undefined;
}

/** A change of a definition that may break something. */
export interface Change {
  readonly rule: EvolutionRule;
  readonly severity: Severity;
  readonly breaks: readonly Broken[];
  /** Undefined if the change refuses nothing. */
  readonly refuses: Refusal | undefined;
  /** The version of the definition; undefined for the whole definition. */
  readonly version: string | undefined;
  /** The path in the new CustomResourceDefinition, or the nearest one for removed parts. */
  readonly path: FieldPath;
  /** Its span in the new definition. */
  readonly span: Span;
  /** The change, in one sentence. */
  readonly message: string;
}

/** A position in the new definition. */
export interface SchemaPosition {
  readonly path: FieldPath;
  readonly span: Span;
  readonly version: string | undefined;
}

/** Properties that override the general ones of a rule. */
export interface RuleOverrides {
  readonly severity?: Severity;
  readonly breaks?: readonly Broken[];
  readonly refuses?: Refusal;
}

/** Reports a change. */
export type Emit = (at: SchemaPosition, message: string, overrides?: RuleOverrides) => void;

/** The properties of the server that decide who breaks. */
export interface ServerProperties {
  /** Whether unchanged values escape new validation (CRDValidationRatcheting). */
  readonly ratchets: boolean;
  /** How it validates. */
  readonly validation: SchemaRules;
  /** The CEL syntax of the server. */
  readonly syntax: Syntax;
}

/** A rule of evolution. Each function is called for its kind of pair. */
export interface EvolutionRule {
  readonly code: string;
  /** One line: the change. */
  readonly title: string;
  readonly severity: Severity;
  readonly breaks: readonly Broken[];
  readonly why: string;
  readonly remedy: string;
  /** The document or source file that the rule is from. */
  readonly source: string;
  /** The definition as a whole. */
  readonly definition?: (pair: DefinitionPair, emit: Emit) => void;
  /** Schemas of one field, before and now. */
  readonly schema?: (pair: SchemaPair, emit: Emit) => void;
  /** Fields that are gone. */
  readonly removed?: (field: RemovedField, emit: Emit) => void;
  /** Fields that are new. */
  readonly added?: (field: AddedField, emit: Emit) => void;
  /** Schemas of one field in two versions of the new definition. */
  readonly versions?: (pair: VersionPair, emit: Emit) => void;
}

/** A definition, before and now. */
export interface DefinitionPair extends ServerProperties {
  readonly before: CustomDefinition;
  readonly after: CustomDefinition;
  /** The place of a field of `spec` by its name, or of the whole where it has none. */
  readonly atField: (name: string) => SchemaPosition;
  /** The position of a version in the new definition. */
  readonly atVersion: (version: CustomVersion) => SchemaPosition;
}

/** The part of an object that a server compares as a whole to detect unchanged values. */
export interface ComparedUnit {
  /**
   * The list that contains the items, if they have no keys and the list is not a map. Undefined if the value itself is
   * compared.
   */
  readonly list: string | undefined;
  /** The keys of list items, if the value is one; empty for any other value. */
  readonly keys: readonly string[];
  /** Whether it is written only through the status subresource. */
  readonly isStatus: boolean;
}

/** One field in the same version, before and now. */
export interface SchemaPair extends ServerProperties {
  readonly before: JsonSchema;
  readonly after: JsonSchema;
  /** The field of the object: `.spec.rules[].name`. */
  readonly field: string;
  /** The part that an update must change for the value to be validated again. */
  readonly unit: ComparedUnit;
  /** Whether the object that has the field, or the list, cannot be without the value. */
  readonly isNeeded: boolean;
  /** Whether fields outside the schema are pruned. */
  readonly prunes: boolean;
  /** The default of a field in the storage version, equal before and now; undefined in the storage version itself. */
  readonly storedDefault: (field: string) => Json | undefined;
  readonly position: SchemaPosition;
  /** The place of a keyword of the schema, or of the field where it has none. */
  readonly at: (keyword: string) => SchemaPosition;
}

/** A field that the schema no longer has. */
export interface RemovedField {
  readonly field: string;
  readonly name: string;
  readonly before: JsonSchema;
  /** The schemas of the object that had it. */
  readonly parents: Pick<SchemaPair, 'before' | 'after'>;
  /** The position of its siblings. */
  readonly position: SchemaPosition;
}

/** A field that the schema did not have. */
export interface AddedField {
  readonly field: string;
  readonly name: string;
  readonly after: JsonSchema;
  readonly parents: Pick<SchemaPair, 'before' | 'after'>;
  readonly position: SchemaPosition;
}

/** One field in two served versions of a definition: `other` is the version that objects are stored in, or the next. */
export interface VersionPair {
  readonly definition: CustomDefinition;
  readonly version: CustomVersion;
  readonly other: CustomVersion;
  /** Undefined if the version lacks the field. */
  readonly schema: JsonSchema | undefined;
  readonly otherSchema: JsonSchema | undefined;
  /** Whether a version that lacks the field still keeps it. */
  readonly isKept: boolean;
  /** The field of the object; lazy. */
  readonly field: () => string;
  readonly position: () => SchemaPosition;
}
