import type { KindRule } from './rule.ts';
import { customResourceDefinitionRules } from './rules/apiextensions/crd.ts';
import { cronJobRules } from './rules/batch/cronJob.ts';
import { jobRules } from './rules/batch/job.ts';
import { configRules } from './rules/core/config.ts';
import { endpointsRules } from './rules/core/endpoints.ts';
import { limitRangeRules } from './rules/core/limitRange.ts';
import { resourceQuotaRules } from './rules/core/resourceQuota.ts';
import { serviceRules } from './rules/core/service.ts';
import { smallCoreRules } from './rules/core/small.ts';
import { addressRules } from './rules/networking/addresses.ts';
import { ingressRules } from './rules/networking/ingress.ts';
import { networkPolicyRules } from './rules/networking/networkPolicy.ts';
import { podRules } from './rules/pod/pod.ts';
import { rbacRules } from './rules/rbac.ts';
import { claimRules } from './rules/storage/claims.ts';
import { persistentVolumeRules } from './rules/storage/persistentVolume.ts';
import { daemonSetRules } from './rules/workloads/daemonSet.ts';
import { deploymentRules } from './rules/workloads/deployment.ts';
import { replicationControllerRules } from './rules/workloads/replicationController.ts';
import { statefulSetRules } from './rules/workloads/statefulSet.ts';

const all: readonly KindRule[] = [
  ...podRules,
  ...deploymentRules,
  ...daemonSetRules,
  ...statefulSetRules,
  ...replicationControllerRules,
  ...jobRules,
  ...cronJobRules,
  ...serviceRules,
  ...configRules,
  ...smallCoreRules,
  ...limitRangeRules,
  ...resourceQuotaRules,
  ...endpointsRules,
  ...claimRules,
  ...persistentVolumeRules,
  ...ingressRules,
  ...networkPolicyRules,
  ...addressRules,
  ...rbacRules,
  ...customResourceDefinitionRules,
];

const byKind = new Map(all.map((rule) => [`${rule.group}/${rule.kind}`, rule]));

/** The validation of a kind, the same for all versions of its group; undefined where none is written down. */
export function ruleFor(group: string, kind: string): KindRule | undefined {
  return byKind.get(`${group}/${kind}`);
}
