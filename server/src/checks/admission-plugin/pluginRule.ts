import type { AdmissionObject, AdmissionObjects } from '../../admission/admissionObjects.ts';
import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import type { Value } from '../value.ts';

/** A create or an update as the admission plugins of a target see it. */
export interface PluginRequest {
  /** `group/Kind`. */
  readonly kind: string;
  readonly served: ServedResource;
  readonly surface: ApiSurface;
  readonly root: Value;
  readonly namespace: string | undefined;
  /** The pod that it is, or the template of the pods that it makes. */
  readonly pod: Value | undefined;
  /** The claims for volumes that it is, or that it makes. */
  readonly claims: readonly Value[];
  /** Whether it is a template for pods or claims. */
  readonly isTemplate: boolean;
  /** The stored object that it changes; undefined if it is created. */
  readonly stored: Value | undefined;
  /** The admission objects in workspace files. */
  readonly objects: AdmissionObjects | undefined;
}

/** Why a plugin refuses a request. */
export interface Refusal {
  readonly at: Value;
  /** In the server's words. */
  readonly message: string;
  readonly why: string;
  readonly remedy: string;
  /** The workspace objects that cause the refusal, which holds only if the cluster has each as written. */
  readonly by: readonly AdmissionObject[];
  /** `invalid` if validation refuses the result of a plugin; `advice` if unknown objects may prevent it. */
  readonly consequence?: 'invalid' | 'advice';
}

/** A refusal of one plugin. */
export interface PluginRule {
  readonly plugin: string;
  /** `group/Kind` that it applies to; undefined for all. */
  readonly appliesTo: (request: PluginRequest) => boolean;
  readonly refusals: (request: PluginRequest) => readonly Refusal[];
  /** The deciding file, in `k8s.io/kubernetes` unless stated. */
  readonly source: string;
  /**
   * The requests for the object itself that it looks at, besides creates if `also`. Pods and claims of a template are
   * always created.
   */
  readonly updates?: 'also' | 'only';
}

/** Whether a request is for a pod or a pod template. */
export function hasPod({ pod }: PluginRequest): boolean {
  return pod !== undefined;
}
