import type { AdmissionObject, AdmissionObjects } from '../../admission/admissionObjects.ts';
import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import type { Value } from '../value.ts';

/** What asks to be created, as the admission plugins of a target see it. */
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
  /** It makes pods or claims, and is none itself. */
  readonly isTemplate: boolean;
  /** The stored object that it changes; undefined where it is created. */
  readonly stored: Value | undefined;
  /** What files of the workspace say of the cluster. */
  readonly objects: AdmissionObjects | undefined;
}

/** Why a plugin refuses a request. */
export interface Refusal {
  readonly at: Value;
  /** In the server's words. */
  readonly message: string;
  readonly why: string;
  readonly remedy: string;
  /** The objects of the workspace that decide; nothing is said unless the cluster has each as it is written. */
  readonly by: readonly AdmissionObject[];
  /** `invalid` where validation refuses what a plugin has made of it; `advice` where something unknown may help. */
  readonly consequence?: 'invalid' | 'advice';
}

/** What one plugin refuses. */
export interface PluginRule {
  readonly plugin: string;
  /** `group/Kind` of what it looks at; undefined for all. */
  readonly looksAt: (request: PluginRequest) => boolean;
  readonly refusals: (request: PluginRequest) => readonly Refusal[];
  /** The file that decides, below `k8s.io/kubernetes` unless it says otherwise. */
  readonly source: string;
  /** It depends on a change of a stored object, and not by a create. */
  readonly ofChanges?: true;
}

/** Whether a request is for a pod, or for what makes pods. */
export function hasPod({ pod }: PluginRequest): boolean {
  return pod !== undefined;
}
