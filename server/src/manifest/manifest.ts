import type { Span } from '../text/span.ts';
import type { MapNode, Node } from './node.ts';

/** A whole file: its documents in order, the empty ones left out. */
export interface Manifest {
  readonly text: string;
  readonly documents: readonly ManifestDocument[];
}

/** One YAML document, or one JSON text. */
export interface ManifestDocument {
  /** 0-based over the documents that are not empty, as in the JSON report. */
  readonly index: number;
  /** The stretch between the separators. */
  readonly span: Span;
  /** The value, if it could be read. */
  readonly root: Node | undefined;
  /** Why it could not be read, or what Kubernetes' reader would refuse. Empty for a good document. */
  readonly problems: readonly SyntaxProblem[];
}

/** Text that Kubernetes' YAML reader refuses, or that we do not read. */
export interface SyntaxProblem {
  /** A phrase without a full stop. */
  readonly message: string;
  /** A sentence: what to do about it. */
  readonly remedy: string;
  readonly span: Span;
  /** A bound of ours: what the server does with the text is not known. */
  readonly isOurs?: true;
  /** A change with which the text goes on to be read, where one is certain. */
  readonly fix?: SyntaxFix;
}

/** A change of a text that cannot be read: what stands from `start` to `end` becomes `newText`. */
export interface SyntaxFix extends Span {
  readonly newText: string;
  /** A phrase without a full stop. */
  readonly title: string;
}

/** One API object, alone in a document or an item of a List. */
export interface Resource {
  /** The document it stands in: {@link ManifestDocument.index}. */
  readonly document: number;
  /**
   * Where it stands in the document: `items[2]`, `items[0].items[1]` in nested Lists, `patches[0].patch` for what another
   * object or file holds; undefined when the document itself is the resource.
   */
  readonly item: string | undefined;
  readonly root: MapNode;
  readonly apiVersion: string;
  readonly kind: string;
  readonly apiVersionSpan: Span;
  readonly kindSpan: Span;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  /**
   * The document cannot be read, or not before its placeholders are filled in: `root` holds no more than apiVersion,
   * kind and name, so that nothing but the kind's availability can be judged.
   */
  readonly partial?: true;
  /** It is a part of an object that is completed elsewhere: what it lacks, and how its fields relate, says nothing. */
  readonly part?: Part;
  /**
   * Another object or file holds it, in a field or as text: who sends it, and to which server, is its holder's to say.
   * `sent` where that is what the field is for, `data` where nobody may.
   */
  readonly embedded?: 'sent' | 'data';
  /** The release of Helm that keeps it as what was installed: what its name is, and the revision. */
  readonly release?: { readonly name: string; readonly revision: number | undefined };
  /** A CustomResourceDefinition whose conversion webhook is put in by a patch of another file. */
  readonly convertedByWebhook?: true;
  /** It stands in quotes whose text is escaped: its places are right, and nothing can be edited there. */
  readonly escaped?: true;
}

/** How a part of an object comes to its object. */
export interface Part {
  /** The kind of object that it is put into, where its own apiVersion and kind do not decide that. */
  readonly of?: SelectedKind;
  /**
   * The versions of that kind that the objects have which it is put into, where `of` leaves its group or version open and
   * the files around it say so.
   */
  readonly found?: readonly Required<SelectedKind>[];
  /** Whether what selects the objects that it is put into selects none of all that there are; absent where nobody knows. */
  readonly selectsNothing?: () => boolean;
  /** A generator whose statements stand in comments makes the object of it: of what is repeated, it takes one. */
  readonly isTemplate?: true;
}

/** A kind as selectors name it; what is absent may be any. */
export interface SelectedKind {
  readonly group?: string;
  readonly version?: string;
  readonly kind: string;
}

/** Why a document holds nothing to judge; `detail` says it for a reader. */
export interface NotJudged {
  readonly document: number;
  readonly reason: NotJudgedReason;
  readonly detail: string;
  /** Nothing shows that it is a resource, or nothing is sent of it: there is nothing that should have been judged. */
  readonly noResource?: true;
}

/**
 * The reasons of the JSON report:
 * - `not-a-resource`: no apiVersion and kind at the top, or a file of another tool (Kustomization, compose, values, …)
 * - `template`: a `{{ }}` template that has not been rendered
 * - `syntax-error`: not YAML, and nothing says that it should be a resource
 * - `broken-resource`: should be a resource and cannot be read
 * - `custom-resource`: a custom resource whose CRD is not known
 * - `unreadable`: the file could not be opened or is not text
 * - `sub-chart-off`: in a sub-chart that is turned off, so that Helm leaves it out
 */
export type NotJudgedReason =
  | 'not-a-resource'
  | 'template'
  | 'syntax-error'
  | 'broken-resource'
  | 'custom-resource'
  | 'unreadable'
  | 'sub-chart-off';
