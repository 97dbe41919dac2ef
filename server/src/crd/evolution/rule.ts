import type { Syntax } from '../../cel/parse.ts';
import type { Severity } from '../../finding.ts';
import type { FieldPath } from '../../text/fieldPath.ts';
import type { Span } from '../../text/span.ts';
import type { CustomDefinition, CustomVersion } from '../definition.ts';
import type { Json } from '../schema/json.ts';
import type { SchemaRules } from '../schema/rules.ts';
import type { JsonSchema } from '../schema/schema.ts';

/**
 * Who a change breaks: objects in storage that cannot be read or written back as they are, clients that know the
 * definition as it was, clients that know it as it is now, and going back to the earlier definition.
 */
export type Broken = 'stored objects' | 'old clients' | 'new clients' | 'rollback';

/**
 * A write that worked before a change and may be refused after it. A label update changes nothing but metadata, a status
 * update goes through the status subresource, a spec update changes what objects say below `Refusal.within`.
 */
export type Write = 'creates' | 'label updates' | 'status updates' | 'spec updates';

/** The writes that stricter validation refuses. */
export interface Refusal {
  readonly writes: readonly Write[];
  /**
   * The field that an update must change to be refused: what it leaves as it is stands. Undefined where every update of
   * an object is refused.
   */
  readonly within: string | undefined;
}

/** A change of a definition that may break somebody. */
export interface Change {
  readonly rule: EvolutionRule;
  readonly severity: Severity;
  readonly breaks: readonly Broken[];
  /** Undefined where the change refuses nothing. */
  readonly refuses: Refusal | undefined;
  /** The version of the definition; undefined for what concerns all of it. */
  readonly version: string | undefined;
  /** The path in the CustomResourceDefinition as it is now, or of what is nearest to what is gone. */
  readonly path: FieldPath;
  /** Where it stands in the definition as it is now. */
  readonly span: Span;
  /** What has changed, in one sentence. */
  readonly message: string;
}

/** A place in the definition as it is now. */
export interface Place {
  readonly path: FieldPath;
  readonly span: Span;
  readonly version: string | undefined;
}

/** What a rule may say otherwise than it says in general. */
export interface RuleOverrides {
  readonly severity?: Severity;
  readonly breaks?: readonly Broken[];
  readonly refuses?: Refusal;
}

/** Takes what a rule has found. */
export type Emit = (at: Place, message: string, overrides?: RuleOverrides) => void;

/** The server that takes the definition, as far as it decides who breaks. */
export interface Circumstances {
  /** Whether values that an update leaves as they are escape new validation (CRDValidationRatcheting). */
  readonly ratchets: boolean;
  /** How it validates. */
  readonly validation: SchemaRules;
  /** What its expressions know. */
  readonly syntax: Syntax;
}

/** One reason why a change breaks somebody. Each rule is asked for what it has a function for. */
export interface EvolutionRule {
  readonly code: string;
  /** One line: what was changed. */
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
  /** Schemas of one field in two versions of the definition as it is now. */
  readonly versions?: (pair: VersionPair, emit: Emit) => void;
}

/** A definition, before and now. */
export interface DefinitionPair extends Circumstances {
  readonly before: CustomDefinition;
  readonly after: CustomDefinition;
  /** The place of a field of `spec` by its name, or of the whole where it has none. */
  readonly place: (name: string) => Place;
  /** The place of a version that is there now. */
  readonly placeOf: (version: CustomVersion) => Place;
}

/** The part of an object that a server compares as a whole, to tell whether an update leaves it as it is. */
export interface ComparedUnit {
  /**
   * The list that items are part of, where they cannot be told apart: it has neither keys nor is it a map. Undefined where
   * the value itself is compared.
   */
  readonly list: string | undefined;
  /** The keys by which items are told apart, where the value is an item of a list; empty for any other value. */
  readonly keys: readonly string[];
  /** It is written through the status subresource alone. */
  readonly isStatus: boolean;
}

/** One field in the same version, before and now. */
export interface SchemaPair extends Circumstances {
  readonly before: JsonSchema;
  readonly after: JsonSchema;
  /** The field of the object: `.spec.rules[].name`. */
  readonly field: string;
  /** What an update must change for the value to be validated again. */
  readonly unit: ComparedUnit;
  /** Whether the object that has the field, or the list, cannot be without the value. */
  readonly isNeeded: boolean;
  /** Whether what the schema does not name is pruned. */
  readonly prunes: boolean;
  /** What the storage version fills in for a field, before and now alike; undefined in the storage version itself. */
  readonly storedDefault: (field: string) => Json | undefined;
  readonly here: Place;
  /** The place of a keyword of the schema, or of the field where it has none. */
  readonly at: (keyword: string) => Place;
}

/** A field that the schema no longer has. */
export interface RemovedField {
  readonly field: string;
  readonly name: string;
  readonly before: JsonSchema;
  /** The schemas of the object that had it. */
  readonly parents: Pick<SchemaPair, 'before' | 'after'>;
  /** Where its siblings stand. */
  readonly here: Place;
}

/** A field that the schema did not have. */
export interface AddedField {
  readonly field: string;
  readonly name: string;
  readonly after: JsonSchema;
  readonly parents: Pick<SchemaPair, 'before' | 'after'>;
  readonly here: Place;
}

/** One field in two served versions of a definition: `other` is the version that objects are stored in, or the next. */
export interface VersionPair {
  readonly definition: CustomDefinition;
  readonly own: CustomVersion;
  readonly other: CustomVersion;
  /** Undefined where the version lacks the field. */
  readonly ownSchema: JsonSchema | undefined;
  readonly otherSchema: JsonSchema | undefined;
  /** Whether a version that lacks the field keeps it nevertheless. */
  readonly isKept: boolean;
  /** The field of the object; made where something is said of it. */
  readonly field: () => string;
  readonly here: () => Place;
}
