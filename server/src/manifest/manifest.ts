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
  /** The remedy, a sentence. */
  readonly remedy: string;
  readonly span: Span;
  /** A limit of ours: the server's behaviour is unknown. */
  readonly isOurs?: true;
  /** An edit that makes the text readable here, if one is certain. */
  readonly fix?: SyntaxFix;
}

/** An edit of unreadable text: `newText` replaces `start` to `end`. */
export interface SyntaxFix extends Span {
  readonly newText: string;
  /** A phrase without a full stop. */
  readonly title: string;
}

/** One API object: a document or an item of a List. */
export interface Resource {
  /** Its document: {@link ManifestDocument.index}. */
  readonly document: number;
  /**
   * Its path in the document: `items[2]`, `items[0].items[1]` in nested Lists, `patches[0].patch` in another object or
   * file; undefined if it is the document itself.
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
   * It takes apiVersion and kind from a typed list, or stands for one whose items all have their own: the items that take
   * them. A conversion of the list is that of all of these, and belongs to the first, or to the list if there are none.
   */
  readonly inheriting?: readonly Resource[];
  /**
   * The document is unreadable, or is until placeholders are filled in: `root` has only apiVersion, kind and name, so
   * only the availability of the kind can be judged.
   */
  readonly partial?: true;
  /**
   * It is a part of an object that is completed elsewhere: missing fields and relations between fields are not judged.
   */
  readonly part?: PartialObject;
  /**
   * It is embedded in another object or file, in a field or as text; the holder decides who sends it, and to which
   * server. `sent` if the field is meant for that, `data` otherwise.
   */
  readonly embedded?: 'sent' | 'data';
  /** The stored Helm release that contains it: name and revision. */
  readonly release?: { readonly name: string; readonly revision: number | undefined };
  /** A CustomResourceDefinition to which a patch of another file adds a conversion webhook. */
  readonly convertedByWebhook?: true;
  /** It is inside an escaped string: its spans are correct, but it cannot be edited. */
  readonly escaped?: true;
}

/** How a part of an object is merged into its object. */
export interface PartialObject {
  /** The kind of object that it is merged into, if its own apiVersion and kind do not decide that. */
  readonly of?: SelectedKind;
  /** The versions of the patched objects, if `of` leaves group or version open and other files state them. */
  readonly found?: readonly Required<SelectedKind>[];
  /** Whether the selector of the patch matches none of all objects; absent if unknown. */
  readonly selectsNothing?: () => boolean;
  /** A generator builds the object from it, following statements in comments: of repeated keys it uses one. */
  readonly isTemplate?: true;
}

/** A kind in a selector; absent properties match anything. */
export interface SelectedKind {
  readonly group?: string;
  readonly version?: string;
  readonly kind: string;
}

/** Why a document has nothing to judge; `detail` explains it to a reader. */
export interface NotJudged {
  readonly document: number;
  readonly reason: NotJudgedReason;
  readonly detail: string;
  /** It is probably no resource, or is never sent, so nothing was missed. */
  readonly noResource?: true;
}

/**
 * The reasons of the JSON report:
 * - `not-a-resource`: no apiVersion and kind at the top, or a file of another tool (Kustomization, compose, values, …)
 * - `template`: a `{{ }}` template that has not been rendered
 * - `syntax-error`: not YAML, and probably not a resource
 * - `broken-resource`: should be a resource and cannot be read
 * - `custom-resource`: a custom resource whose CRD is not known
 * - `unreadable`: the file could not be opened or is not text
 * - `sub-chart-off`: in a disabled sub-chart, which Helm skips
 */
export type NotJudgedReason =
  | 'not-a-resource'
  | 'template'
  | 'syntax-error'
  | 'broken-resource'
  | 'custom-resource'
  | 'unreadable'
  | 'sub-chart-off';
