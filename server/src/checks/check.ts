import type { ApiSurface, Availability } from '../catalog/surface.ts';
import type { ApiField, ApiType } from '../catalog/types.ts';
import type { ServerSideApply } from '../crd/decodeObject.ts';
import type { JsonMap } from '../crd/schema/json.ts';
import type { Decoded } from '../decode/decoded.ts';
import type { Consequence, Finding } from '../finding.ts';
import type { FileContext } from '../kustomize/fileContext.ts';
import type { Resource } from '../manifest/manifest.ts';
import type { MapNode, Node } from '../manifest/node.ts';
import type { InstalledAddon } from '../sources/installed/installedAddons.ts';
import type { FieldPath } from '../text/fieldPath.ts';
import type { Span } from '../text/span.ts';
import type { Operation, Writer } from '../update/writer.ts';
import type { ClusterSubject } from './cluster.ts';

/** Takes a check's findings. */
export type Emit = (finding: Finding) => void;

/** A resource, for one target. */
export interface Subject {
  readonly resource: Resource;
  readonly surface: ApiSurface;
  /** Every target that the file is judged against: a fix should suit them all. */
  readonly surfaces: readonly ApiSurface[];
  /** How the surface serves the resource's kind. */
  readonly availability: Availability;
  /** The text that all spans count in. */
  readonly text: string;
  /** The result of strict decoding; undefined if the target does not serve the kind or has no schema for it. */
  readonly decoded: Decoded | undefined;
  /** The resource before the change, if known and needed: for CustomResourceDefinitions. */
  readonly earlier?: Resource | undefined;
  /** The stored object that the resource changes, where a change is judged and that is known. */
  readonly stored?: StoredObject | undefined;
  /** How it changes an object that is stored, whether that is known or not; undefined if it is created. */
  readonly change?: Operation | undefined;
  /** Who writes it; undefined if unknown. */
  readonly writer?: Writer | undefined;
  /** A custom resource when validation begins; undefined for built-in kinds. */
  readonly custom?: JsonMap | undefined;
  /** Whether MutatingAdmissionPolicies of the workspace changed the resource. */
  readonly isMutated?: true | undefined;
}

/** The stored object that a resource changes. */
export interface StoredObject {
  readonly resource: Resource;
  /** Whether the update keeps a field, given by its steps, that the resource omits. */
  readonly stays: (steps: readonly (string | number)[]) => boolean;
  /** The resource takes its place as a whole (PUT). */
  readonly isReplaced: boolean;
  /** Whether it was read from a server, so that nothing fills in omitted fields. */
  readonly isWhole: boolean;
  /** The other managers that own a value, given by its steps. */
  readonly ownersOf: (steps: readonly (string | number)[]) => readonly string[];
  /** Whether the server merges the resource into it. */
  readonly serverSideApply: ServerSideApply;
}

/** A document that is not an API object, such as a kustomization or JSON patch, for one target. */
export interface DocumentSubject {
  readonly root: Node;
  /** The location of the file, as the system writes it. */
  readonly path: string;
  /** The text that all spans count in. */
  readonly text: string;
  readonly surface: ApiSurface;
  /** What other files say about it. */
  readonly context: FileContext;
}

/** A release of an add-on that a file installs. */
export interface AddonSubject {
  readonly addon: InstalledAddon;
  /** Where its version is written. */
  readonly span: Span;
}

/** Judges a resource as a whole. */
export type ResourceJudge = (subject: Subject, emit: Emit) => void;

/** Judges each occurrence of one field. */
export type FieldJudge = (value: Node, at: ValuePosition, emit: Emit) => void;

/** Judges each occurrence of one struct. */
export type ObjectJudge = (object: MapNode, at: ValuePosition, emit: Emit) => void;

/** The position of a value. */
export interface ValuePosition {
  readonly subject: Subject;
  readonly path: FieldPath;
  /** The key that names the value, or the item itself in a list: where a finding about the value's absence belongs. */
  readonly key: { readonly start: number; readonly end: number };
}

/**
 * A rule or a group of rules: a pure function of a resource and an ApiSurface. `field` and `object` are called once per
 * surface and definition and return a judge only where there is something to judge, so that other walks cost nothing.
 */
export interface Check {
  readonly codes: readonly CheckCode[];
  /** Its findings on a field hold in a patch as well, regardless of the rest of the object. */
  readonly judgesParts?: true;
  readonly resource?: ResourceJudge;
  /** Checks files of other tools that name APIs. */
  readonly document?: (document: DocumentSubject, emit: Emit) => void;
  /** Checks the components in files that describe clusters, independent of targets. */
  readonly cluster?: (subject: ClusterSubject, emit: Emit) => void;
  /** Checks such components for one target; called if the file describes no API server. */
  readonly clusterAt?: (subject: ClusterSubject, surface: ApiSurface, emit: Emit) => void;
  /** Checks the releases of add-ons that a file installs, for one target. */
  readonly addon?: (subject: AddonSubject, surface: ApiSurface, emit: Emit) => void;
  readonly field?: (field: ApiField, surface: ApiSurface) => FieldJudge | undefined;
  readonly object?: (type: ApiType, surface: ApiSurface) => ObjectJudge | undefined;
}

/** A code of findings, with the texts for `kubecompat explain` and the editor's links. */
export interface CheckCode {
  readonly code: string;
  /** The consequences findings of this code can have. */
  readonly consequences: readonly Consequence[];
  /** One line: the finding. */
  readonly title: string;
  /** The code of a document finding that supersedes this one at the same path. */
  readonly yieldsTo?: string;
}
