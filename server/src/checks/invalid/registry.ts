import { grouped } from '../../text/grouped.ts';
import type { KindRule } from './rule.ts';
import { policyBindingRules } from './rules/admissionregistration/bindings.ts';
import { admissionPolicyRules } from './rules/admissionregistration/policies.ts';
import { webhookRules } from './rules/admissionregistration/webhooks.ts';
import { customResourceDefinitionRules } from './rules/apiextensions/crd.ts';
import { apiServiceRules } from './rules/apiregistration/apiService.ts';
import { authenticationRules } from './rules/authentication.ts';
import { authorizationRules } from './rules/authorization.ts';
import { horizontalPodAutoscalerRules } from './rules/autoscaling/horizontalPodAutoscaler.ts';
import { cronJobRules } from './rules/batch/cronJob.ts';
import { jobRules } from './rules/batch/job.ts';
import { podCertificateRequestRules } from './rules/certificates/podCertificateRequest.ts';
import { signingRequestRules } from './rules/certificates/signingRequest.ts';
import { trustBundleRules } from './rules/certificates/trustBundle.ts';
import { coordinationRules } from './rules/coordination.ts';
import { configRules } from './rules/core/config.ts';
import { endpointsRules } from './rules/core/endpoints.ts';
import { eventRules } from './rules/core/event.ts';
import { limitRangeRules } from './rules/core/limitRange.ts';
import { namespaceRules } from './rules/core/namespace.ts';
import { nodeRules } from './rules/core/node.ts';
import { resourceQuotaRules } from './rules/core/resourceQuota.ts';
import { serviceRules } from './rules/core/service.ts';
import { serviceAccountRules } from './rules/core/serviceAccount.ts';
import { flowSchemaRules } from './rules/flowcontrol/flowSchema.ts';
import { priorityLevelRules } from './rules/flowcontrol/priorityLevel.ts';
import { lifecycleRules } from './rules/lifecycle.ts';
import { addressRules } from './rules/networking/addresses.ts';
import { endpointSliceRules } from './rules/networking/endpointSlice.ts';
import { ingressRules } from './rules/networking/ingress.ts';
import { networkPolicyRules } from './rules/networking/networkPolicy.ts';
import { podRules } from './rules/pod/pod.ts';
import { disruptionBudgetRules } from './rules/policy.ts';
import { rbacRules } from './rules/rbac.ts';
import { resourceClaimRules } from './rules/resource/claims.ts';
import { poolStatusRequestRules } from './rules/resource/poolStatusRequest.ts';
import { resourceSliceRules } from './rules/resource/resourceSlice.ts';
import { runtimeClassRules } from './rules/runtimeClass.ts';
import { podGroupRules } from './rules/scheduling/podGroup.ts';
import { priorityClassRules } from './rules/scheduling/priorityClass.ts';
import { workloadRules } from './rules/scheduling/workload.ts';
import { claimRules } from './rules/storage/claims.ts';
import { csiRules } from './rules/storage/csi.ts';
import { persistentVolumeRules } from './rules/storage/persistentVolume.ts';
import { storageClassRules } from './rules/storage/storageClass.ts';
import { volumeAttachmentRules } from './rules/storage/volumeAttachment.ts';
import { storageMigrationRules } from './rules/storageMigration.ts';
import { storageVersionRules } from './rules/storageVersion.ts';
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
  ...namespaceRules,
  ...serviceAccountRules,
  ...limitRangeRules,
  ...resourceQuotaRules,
  ...endpointsRules,
  ...claimRules,
  ...persistentVolumeRules,
  ...storageClassRules,
  ...csiRules,
  ...horizontalPodAutoscalerRules,
  ...disruptionBudgetRules,
  ...ingressRules,
  ...networkPolicyRules,
  ...addressRules,
  ...rbacRules,
  ...customResourceDefinitionRules,
  ...webhookRules,
  ...admissionPolicyRules,
  ...policyBindingRules,
  ...flowSchemaRules,
  ...priorityLevelRules,
  ...volumeAttachmentRules,
  ...apiServiceRules,
  ...signingRequestRules,
  ...trustBundleRules,
  ...podCertificateRequestRules,
  ...coordinationRules,
  ...priorityClassRules,
  ...podGroupRules,
  ...workloadRules,
  ...runtimeClassRules,
  ...endpointSliceRules,
  ...eventRules,
  ...nodeRules,
  ...resourceClaimRules,
  ...resourceSliceRules,
  ...poolStatusRequestRules,
  ...storageMigrationRules,
  ...storageVersionRules,
  ...authenticationRules,
  ...authorizationRules,
  ...lifecycleRules,
];

const byKind = grouped(all.map((rule) => [rule.kind, rule]));

/** The validation of a kind, the same for all versions of its group; undefined if none is written down. */
export function ruleFor(group: string, kind: string): KindRule | undefined {
  return byKind.get(kind)?.find((rule) => rule.group === group);
}
