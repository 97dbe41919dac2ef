import { dnsSubdomain } from '../../../../formats/dns.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import {
  validateConstraints,
  validateDisruption,
  validateGroupClaims,
  validatePolicy,
  validatePriority,
  validateShortName,
} from './groupParts.ts';

const group = 'scheduling.k8s.io';
const file = 'pkg/apis/scheduling/validation/validation.go';

/** Groups of pods that are scheduled together, and groups of these. */
export const podGroupRules: readonly KindRule[] = [
  { group, kind: 'PodGroup', rule: validatePodGroup, source: `${file}, ValidatePodGroup` },
  { group, kind: 'CompositePodGroup', rule: validateCompositePodGroup, source: `${file}, ValidateCompositePodGroup` },
];

function validatePodGroup(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  if (!errors.has('pod-groups')) return;
  const spec = object.at('spec');
  const [parent, workload] = [spec.at('parentCompositePodGroupName'), spec.at('workloadRef')];
  if (parent.present && !workload.present) {
    errors.required(workload, 'must be set when parentCompositePodGroupName is set');
  }
  validateRelations(spec, errors);
  validatePolicy(spec.at('schedulingPolicy'), 'minCount', errors);
  validateGroupClaims(spec.at('resourceClaims'), errors);
}

function validateCompositePodGroup(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  if (!errors.has('pod-groups')) return;
  const spec = object.at('spec');
  if (!spec.has('workloadRef')) errors.required(spec.at('workloadRef'));
  validateRelations(spec, errors);
  validatePolicy(spec.at('schedulingPolicy'), 'minGroupCount', errors);
}

/** The common fields of both kinds of group. */
function validateRelations(spec: Value, errors: ErrorList): void {
  const [parent, workload] = [spec.at('parentCompositePodGroupName'), spec.at('workloadRef')];
  if (parent.present) errors.invalid(parent, dnsSubdomain(parent.text), parent.text);
  if (workload.present) {
    const name = workload.at('workloadName');
    if (name.empty) errors.required(name);
    else errors.format(name, dnsSubdomain);
    validateShortName(workload.at('templateName'), errors);
  }
  validateConstraints(spec.at('schedulingConstraints'), errors);
  validateDisruption(spec.at('disruptionMode'), errors);
  validatePriority(spec, errors);
}
