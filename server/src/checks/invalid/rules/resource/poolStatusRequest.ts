import { dnsSubdomain } from '../../../../formats/dns.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { validateFullyQualifiedName, validatePoolName } from './names.ts';

/** Requests for the status of device pools. */
export const poolStatusRequestRules: readonly KindRule[] = [
  {
    group: 'resource.k8s.io',
    kind: 'ResourcePoolStatusRequest',
    rule: validatePoolStatusRequest,
    source:
      'pkg/apis/resource/validation/validation_resourcepoolstatusrequest.go, and the declarative tags of k8s.io/api resource/v1alpha3',
  },
];

const limits = [1, 1_000] as const;

function validatePoolStatusRequest(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  const spec = object.at('spec');
  const [driver, pool, limit] = [spec.at('driver'), spec.at('poolName'), spec.at('limit')];
  if (driver.empty) errors.required(driver);
  else errors.invalid(driver, dnsSubdomain(driver.text.toLowerCase()), driver.text);
  if (pool.present) validatePoolName(pool, errors);
  const [min, max] = limits;
  const { number } = limit;
  if (number !== undefined && number < min) errors.invalid(limit, `must be greater than or equal to ${min}`);
  if (number !== undefined && number > max) errors.invalid(limit, `must be less than or equal to ${max}`);
  const partition = spec.at('defaultPartitionTypeAttribute');
  if (partition.present && errors.gate('DRAPartitionableDevicesType')) {
    validateFullyQualifiedName(partition, errors, true);
  }
}
