import { capacityValues } from './capacityValues.ts';
import { crdOpenSchemas } from './crdSchemas.ts';
import { crdVersions } from './crdVersions.ts';
import { endpointTopology } from './endpointTopology.ts';
import { behaviorInAnnotation, otherMetrics } from './hpaAnnotations.ts';
import type { KindCode } from './kindCode.ts';
import { cpuUtilization, metricTargetTypes } from './metricTargets.ts';
import { rbacSubjects } from './rbacSubjects.ts';
import { zeroShares } from './zeroShares.ts';

/** The code of `code` steps, by name. */
export const kindCodes: ReadonlyMap<string, KindCode> = new Map([
  ['behavior-annotation', behaviorInAnnotation],
  ['capacity-values', capacityValues],
  ['cpu-utilization', cpuUtilization],
  ['crd-open-schemas', crdOpenSchemas],
  ['crd-versions', crdVersions],
  ['endpoint-topology', endpointTopology],
  ['metric-target-types', metricTargetTypes],
  ['other-metrics', otherMetrics],
  ['rbac-subjects', rbacSubjects],
  ['zero-shares', zeroShares],
]);
