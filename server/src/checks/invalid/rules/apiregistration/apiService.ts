import { dns1035Label, dnsSubdomain } from '../../../../formats/dns.ts';
import { pathSegment } from '../../../../formats/names.ts';
import { portNumber } from '../../../../formats/number.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { validateMetadata } from '../meta/objectMeta.ts';

/** API services, which extend the API by an aggregated server. */
export const apiServiceRules: readonly KindRule[] = [
  {
    group: 'apiregistration.k8s.io',
    kind: 'APIService',
    rule: validateApiService,
    source: 'k8s.io/kube-aggregator pkg/apis/apiregistration/validation/validation.go, ValidateAPIService',
  },
];

const greatestGroupPriority = 20000;
const greatestVersionPriority = 1000;

function validateApiService(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  const spec = object.at('spec');
  const [group, version] = [spec.at('group'), spec.at('version')];
  const required = `${version.text}.${group.text}`;
  const nameRule = (name: string): readonly string[] => {
    const problems = pathSegment(name);
    if (problems.length > 0 || name === required) return problems;
    return [`must be \`spec.version+"."+spec.group\`: "${required}"`];
  };
  validateMetadata(object.at('metadata'), kind, nameRule, errors);
  if (group.empty && version.text !== 'v1') {
    errors.required(group, 'only v1 may have an empty group and it better be legacy kube');
  }
  if (!group.empty) errors.format(group, dnsSubdomain);
  errors.invalid(version, dns1035Label(version.text), version.text);
  validatePriority(spec.at('groupPriorityMinimum'), greatestGroupPriority, errors);
  validatePriority(spec.at('versionPriority'), greatestVersionPriority, errors);
  validateBackend(spec, errors);
}

function validatePriority(priority: Value, greatest: number, errors: ErrorList): void {
  const { number = 0 } = priority;
  if (number <= 0 || number > greatest) errors.invalid(priority, `must be positive and less than ${greatest}`);
}

function validateBackend(spec: Value, errors: ErrorList): void {
  const [service, bundle, insecure] = [spec.at('service'), spec.at('caBundle'), spec.at('insecureSkipTLSVerify')];
  if (!service.present) {
    if (!bundle.empty) errors.invalid(bundle, 'local APIServices may not have a caBundle');
    if (insecure.isTrue) errors.invalid(insecure, 'local APIServices may not have insecureSkipTLSVerify');
    return;
  }
  for (const field of ['namespace', 'name']) if (service.at(field).empty) errors.required(service.at(field));
  const port = service.at('port');
  const problem = portNumber(port.number ?? 443).join(', ');
  if (problem !== '') errors.invalid(port, `port is not valid: ${problem}`);
  if (insecure.isTrue && !bundle.empty) errors.invalid(insecure, 'may not be true if caBundle is present');
}
