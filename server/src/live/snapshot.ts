import type { GroupVersion, GroupVersionKind } from '../targets/groupVersion.ts';
import type { ObservedComponent } from '../targets/observedComponent.ts';
import type { Minor } from '../targets/version.ts';

/** The data read from a live cluster, at one moment. Plain JSON, so that it can be stored. */
export interface LiveSnapshot {
  /** The context of the kubeconfig. */
  readonly context: string;
  /** The address of the API server. */
  readonly server: string;
  /** ISO 8601, UTC. */
  readonly readAt: string;
  readonly version: ServerVersion;
  /** The gates of `kubernetes_feature_enabled`; undefined if they are not known. */
  readonly gates: readonly LiveGate[] | undefined;
  /** The deprecated APIs requested by clients since the server's start. */
  readonly requested: readonly RequestedApi[];
  /** The components that run in the cluster, as far as they could be listed; absent in copies of older programs. */
  readonly components?: readonly ObservedComponent[];
  /** Why not all kubelets are among them; absent if they are. */
  readonly componentsUnread?: string;
  /** Every top-level resource of discovery. */
  readonly resources: readonly LiveResource[];
  /** Groups whose resources discovery could not list, because their server did not answer. */
  readonly staleGroups: readonly string[];
  /** Groups defined by CustomResourceDefinitions; undefined if those are unreadable. */
  readonly definedGroups: readonly string[] | undefined;
  /** What could not be read, and why: sentences. */
  readonly unread: readonly string[];
}

/** The versions of a server. */
export interface ServerVersion {
  /** `v1.34.4-eks-1234`. */
  readonly gitVersion: string;
  /** The text of `minor`: `34`, or `34+`; absent in copies of older programs. */
  readonly minor?: string;
  readonly binary: Minor;
  /** Undefined if the server does not report it. */
  readonly emulation: Minor | undefined;
  readonly minCompatibility: Minor | undefined;
}

/** A feature gate as `kubernetes_feature_enabled` has it. */
export interface LiveGate {
  readonly name: string;
  /** `ALPHA`, `BETA`, `DEPRECATED`, or empty for GA. */
  readonly stage: string;
  readonly enabled: boolean;
}

/** A requested deprecated API. */
export interface RequestedApi extends GroupVersion {
  readonly resource: string;
  readonly subresource: string;
  /** `1.25`; empty if no removal is announced. */
  readonly removedRelease: string;
}

/** A resource that discovery lists. */
export interface LiveResource extends GroupVersionKind {
  readonly resource: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}
