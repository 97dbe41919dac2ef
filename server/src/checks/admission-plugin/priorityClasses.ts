import table from '../../../data/authored/admission.json' with { type: 'json' };
import type { AdmissionObject } from '../../admission/admissionObjects.ts';
import { asValue } from '../admissionMatch.ts';
import { declared } from './declared.ts';
import type { PluginRequest } from './pluginRule.ts';

const { defaultPreemptionPolicy, classes } = table.priority;

/** PriorityClasses, as `group/Kind`. */
export const priorityClassKind = 'scheduling.k8s.io/PriorityClass';

/** The priority that a PriorityClass gives to pods. */
export interface PodPriority {
  /** The name of the class; empty if the cluster has no global default. */
  readonly name: string;
  readonly value: number;
  readonly preemptionPolicy: string;
  /** The class, if it is in the workspace. */
  readonly by: readonly AdmissionObject[];
}

type Cluster = Pick<PluginRequest, 'objects' | 'surface'>;

/** The priority of pods that name a class; undefined if neither every cluster nor exactly one file has it. */
export function priorityNamed(name: string, cluster: Cluster): PodPriority | undefined {
  const system = classes.find((candidate) => candidate.name === name);
  if (system !== undefined) return { name, value: system.value, preemptionPolicy: defaultPreemptionPolicy, by: [] };
  const by = declared(cluster, priorityClassKind, name);
  return by && priorityBy(by);
}

/**
 * The priority of pods that name no class: of the only class of the workspace that is the global default. Undefined
 * otherwise: the cluster may have one. Source: plugin/pkg/admission/priority/admission.go, getDefaultPriority.
 */
export function defaultPriority(cluster: Cluster): PodPriority | undefined {
  const marked = globalDefaults(cluster);
  const [only] = marked;
  if (only === undefined || marked.length > 1) return undefined;
  const by = declared(cluster, priorityClassKind, only.name);
  return by && priorityBy(by);
}

/** The priority of pods without a class in a cluster without a global default. */
export const noPriority: PodPriority = { name: '', value: 0, preemptionPolicy: defaultPreemptionPolicy, by: [] };

/** The classes of the workspace that are marked as the global default. */
export function globalDefaults({ objects }: Cluster): readonly AdmissionObject[] {
  return (
    objects?.ofKind(priorityClassKind).filter((priorityClass) => asValue(priorityClass).at('globalDefault').isTrue) ??
    []
  );
}

function priorityBy(by: AdmissionObject): PodPriority | undefined {
  const root = asValue(by);
  // The zero value is the default of a class that leaves it out.
  const value = root.at('value').present ? root.at('value').number : 0;
  const preemptionPolicy = root.at('preemptionPolicy').or(defaultPreemptionPolicy);
  return value === undefined ? undefined : { name: by.name, value, preemptionPolicy, by: [by] };
}
