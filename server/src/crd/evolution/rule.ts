import type { Severity } from '../../finding.ts';
import type { FieldPath } from '../../text/fieldPath.ts';
import type { Span } from '../../text/span.ts';
import type { CustomDefinition, CustomVersion } from '../definition.ts';
import type { JsonSchema } from '../schema/schema.ts';

/**
 * Who a change breaks: objects in storage that cannot be read or written back as they are, clients that know the
 * definition as it was, clients that know it as it is now, and going back to the earlier definition.
 */
export type Broken = 'stored objects' | 'old clients' | 'new clients' | 'rollback';

/** A change of a definition that may break somebody. */
export interface Change {
  readonly rule: EvolutionRule;
  readonly severity: Severity;
  readonly breaks: readonly Broken[];
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
export interface Particulars {
  readonly severity?: Severity;
  readonly breaks?: readonly Broken[];
}

/** Takes what a rule has found. */
export type Tell = (at: Place, message: string, particulars?: Particulars) => void;

/** The server that takes the definition, as far as it decides who breaks. */
export interface Circumstances {
  /** Whether values that an update leaves as they are escape new validation (CRDValidationRatcheting). */
  readonly ratchets: boolean;
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
  readonly definition?: (pair: DefinitionPair, tell: Tell) => void;
  /** Schemas of one field, before and now. */
  readonly schema?: (pair: SchemaPair, tell: Tell) => void;
  /** Fields that are gone. */
  readonly removed?: (field: GoneField, tell: Tell) => void;
  /** Fields that are new. */
  readonly added?: (field: NewField, tell: Tell) => void;
  /** Schemas of one field in two versions of the definition as it is now. */
  readonly versions?: (pair: VersionPair, tell: Tell) => void;
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

/** One field in the same version, before and now. */
export interface SchemaPair extends Circumstances {
  readonly before: JsonSchema;
  readonly after: JsonSchema;
  /** The field of the object: `.spec.rules[].name`. */
  readonly field: string;
  readonly here: Place;
  /** The place of a keyword of the schema, or of the field where it has none. */
  readonly at: (keyword: string) => Place;
}

/** A field that the schema no longer has. */
export interface GoneField {
  readonly field: string;
  readonly name: string;
  readonly before: JsonSchema;
  /** The schemas of the object that had it. */
  readonly parents: Pick<SchemaPair, 'before' | 'after'>;
  /** Where its siblings stand. */
  readonly here: Place;
}

/** A field that the schema did not have. */
export interface NewField {
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
  /** Whether a version that lacks the field keeps it all the same. */
  readonly isKept: boolean;
  /** The field of the object; made where something is said of it. */
  readonly field: () => string;
  readonly here: () => Place;
}
