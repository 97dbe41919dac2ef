import type { ApiSurface, Availability } from '../catalog/surface.ts';
import type { FieldDefinition, TypeDefinition } from '../catalog/types.ts';
import type { JsonMap } from '../crd/schema/json.ts';
import type { Decoded } from '../decode/decoded.ts';
import type { Consequence, Finding } from '../finding.ts';
import type { FileContext } from '../kustomize/fileContext.ts';
import type { Resource } from '../manifest/manifest.ts';
import type { MapNode, Node } from '../manifest/node.ts';
import type { FieldPath } from '../text/fieldPath.ts';
import type { ClusterSubject } from './cluster.ts';

/** Takes a check's findings. */
export type Emit = (finding: Finding) => void;

/** A resource in the eyes of one target. */
export interface Subject {
  readonly resource: Resource;
  readonly surface: ApiSurface;
  /** Every target that the file is judged against: a fix should suit them all. */
  readonly surfaces: readonly ApiSurface[];
  /** What the surface says of the resource's kind. */
  readonly availability: Availability;
  /** The text that all spans count in. */
  readonly text: string;
  /** What strict decoding found; undefined when the target does not serve the kind or has no schema for it. */
  readonly decoded: Decoded | undefined;
  /** The resource as it was before, where that is known and looked at: CustomResourceDefinitions. */
  readonly earlier?: Resource | undefined;
  /** The stored object that the resource changes, where a change is judged and that is known. */
  readonly stored?: StoredObject | undefined;
  /** How it changes an object that is stored, whether that is known or not; undefined where it is created. */
  readonly change?: 'apply' | 'update' | undefined;
  /** A custom resource as it is when validation begins; undefined for what Kubernetes itself serves. */
  readonly custom?: JsonMap | undefined;
}

/** A stored object in the eyes of the resource that changes it. */
export interface StoredObject {
  readonly resource: Resource;
  /** Whether a field of it stays as it is where the resource leaves it out, by the steps that lead to it. */
  readonly stays: (steps: readonly (string | number)[]) => boolean;
  /** The resource takes its place as a whole (PUT). */
  readonly isReplaced: boolean;
  /** It was read from a server: what it lacks nothing has filled in. */
  readonly isWhole: boolean;
  /** The server merges the resource into it (server-side apply). */
  readonly isAppliedByServer: boolean;
}

/** A document that is no API object, such as a kustomization or a JSON patch, in the eyes of one target. */
export interface DocumentSubject {
  readonly root: Node;
  /** Where the file lies, as the system writes it. */
  readonly path: string;
  /** The text that all spans count in. */
  readonly text: string;
  readonly surface: ApiSurface;
  /** What the files around it say of it. */
  readonly context: FileContext;
}

/** Judges a resource as a whole. */
export type ResourceJudge = (subject: Subject, emit: Emit) => void;

/** Judges each occurrence of one field. */
export type FieldJudge = (value: Node, at: Place, emit: Emit) => void;

/** Judges each occurrence of one struct. */
export type ObjectJudge = (object: MapNode, at: Place, emit: Emit) => void;

/** Where a value stands. */
export interface Place {
  readonly subject: Subject;
  readonly path: FieldPath;
  /** The key that names the value, or the item itself in a list: where a finding about the value's absence belongs. */
  readonly key: { readonly start: number; readonly end: number };
}

/**
 * One reason to speak up. A check is a function of a resource and an ApiSurface alone.
 * `field` and `object` are asked once per surface for each definition and return a judge only where they have
 * something to judge there, so that a walk costs nothing where no check is interested.
 */
export interface Check {
  readonly codes: readonly CheckCode[];
  /** What it says of a field holds in a patch as well, whatever the rest of the object is. */
  readonly judgesParts?: true;
  readonly resource?: ResourceJudge;
  /** For what files of other tools say of APIs. */
  readonly document?: (document: DocumentSubject, emit: Emit) => void;
  /** For what files that describe clusters say of their components, whatever the targets are. */
  readonly cluster?: (subject: ClusterSubject, emit: Emit) => void;
  /** For what such files say of components, in the eyes of one target; asked where a file describes no API server. */
  readonly clusterAt?: (subject: ClusterSubject, surface: ApiSurface, emit: Emit) => void;
  readonly field?: (field: FieldDefinition, surface: ApiSurface) => FieldJudge | undefined;
  readonly object?: (type: TypeDefinition, surface: ApiSurface) => ObjectJudge | undefined;
}

/** A code that findings carry, with what `kubecompat explain` and the editor's links say about it. */
export interface CheckCode {
  readonly code: string;
  /** The consequences findings of this code can have. */
  readonly consequences: readonly Consequence[];
  /** One line: what was found. */
  readonly title: string;
  /** The code of a finding about documents that says more of the same path: beside it this one is not said. */
  readonly yieldsTo?: string;
}
